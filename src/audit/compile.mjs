// node compile.mjs SOURCE FOLDER: compiles a TypeScript file with all that it imports of this repository into one JavaScript file in
// the folder, and prints where that is. No part of the package; see runnable-file.ts.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const [source, folder] = process.argv.slice(2)

/** Models and packages are looked for beside the source that asks for them, which is no longer where it was. */
const placesOfSources = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(file).href),
      ),
      loader: 'ts',
    }))
  },
}

const { outputFiles } = await build({
  entryPoints: [source],
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  write: false,
  plugins: [placesOfSources],
})
const [{ contents }] = outputFiles
const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16)
const compiled = path.join(folder, `${path.basename(source, '.ts')}-${hash}.mjs`)
mkdirSync(folder, { recursive: true })
// Another process may do the same, or run it already.
writeFileSync(`${compiled}.${process.pid}`, contents)
renameSync(`${compiled}.${process.pid}`, compiled)
process.stdout.write(compiled)
