/** Follows the light or dark of the reader's system; no font or picture is loaded. */
export const stylesheet = `
:root { color-scheme: light dark; --edge: light-dark(#d8dce2, #3a3f47); --soft: light-dark(#f4f6f8, #1d2127);
  --text: light-dark(#1c2026, #e3e6ea); --faint: light-dark(#59616c, #9aa3af); --link: light-dark(#0b5cad, #7db7f5); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: flex; color: var(--text); background: light-dark(#fff, #14171b);
  font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
nav { flex: 0 0 21rem; height: 100vh; position: sticky; top: 0; overflow: auto; padding: 1rem 1.25rem;
  border-right: 1px solid var(--edge); background: var(--soft); font-size: .875rem; }
nav p { margin: 1rem 0 .25rem; font-weight: 600; text-transform: capitalize; }
nav .title { margin-top: 0; font-size: 1.125rem; text-transform: none; } nav .title span { color: var(--faint); font-weight: 400; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { padding: .125rem 0; overflow-wrap: anywhere; }
main { flex: 1; min-width: 0; max-width: 62rem; padding: 1.5rem 2.5rem 6rem; }
h1 { margin-top: 0; } h2 { margin-top: 3rem; padding-bottom: .25rem; border-bottom: 1px solid var(--edge); }
h3 { margin: 2.5rem 0 .5rem; overflow-wrap: anywhere; } h4 { margin: 1.5rem 0 .5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { max-height: 28rem; overflow: auto; margin: .5rem 0; padding: .75rem 1rem; border-radius: 6px;
  border: 1px solid var(--edge); background: var(--soft); line-height: 1.4; }
.wide { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--edge); }
th { font-weight: 600; } .limits, .example, .key, .case { color: var(--faint); }
details { border: 1px solid var(--edge); border-radius: 6px; margin: .375rem 0; padding: 0 .75rem; }
summary { cursor: pointer; padding: .5rem 0; } .case { margin: .75rem 0 0; }
.method, .status { font: 600 .75rem ui-monospace, monospace; padding: .125rem .375rem; border-radius: 4px; color: #fff; }
.get, .head { background: #2563a8; } .put, .patch { background: #7a3e9d; } .post { background: #1f7a3d; } .delete { background: #b3261e; }
.s2 { background: #1f7a3d; } .s3 { background: #5a6472; } .s4 { background: #9a5b00; } .s5 { background: #b3261e; }
@media (max-width: 56rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; }
  main { padding: 1rem 1.25rem 4rem; } }
@media print { nav { display: none; } }
`
