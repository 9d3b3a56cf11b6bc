// docs/library.md: the names of src/library/index.ts with their comments and declarations, as the compiler reads them.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const entry = fileURLToPath(new URL('../../src/library/index.ts', import.meta.url))
export const referenceFile = fileURLToPath(new URL('../../docs/library.md', import.meta.url))

const head = `# The library

Made of the code by \`npm run derive\`; do not edit. [README.md](../README.md#as-a-library) shows it at work.

\`npm install audio-audit\`, then \`import { audit } from 'audio-audit'\`. It works from modules, and from CommonJS with \`require\`, on Node
20.19 and newer. Everything runs in your process and on your machine: \`audit\` and \`transcribe\` start threads that load the models, which
takes a second or two; open a pool once where you call them more than once.

\`\`\`ts
import { audit, createPool, transcribe } from 'audio-audit'

const pool = createPool({ workers: 2 })
const { score, tracksToRegenerate } = await audit(['01.mp3', '02.mp3'], { pool, scripts: { '01.mp3': 'What it should say.' } })
const { transcript } = await transcribe({ name: 'take 3', content: bytes }, { pool, signal: AbortSignal.timeout(60_000) })
await pool.close()
\`\`\`
`

export function libraryReference(): string {
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    noLib: true,
  })
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!
  const names = checker.getExportsOfModule(module).map((symbol) => {
    const aliased = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const [declaration] = aliased.declarations!
    return { name: symbol.name, declaration, about: commentOf(declaration) }
  })
  const sorted = names.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const section = (title: string, isIn: (declaration: ts.Declaration) => boolean) =>
    `\n## ${title}\n${sorted
      .filter(({ declaration }) => isIn(declaration))
      .map(
        ({ name, declaration, about }) =>
          `\n### \`${name}\`\n\n${about && `${about}\n\n`}\`\`\`ts\n${shown(declaration)}\n\`\`\`\n`,
      )
      .join('')}`
  const isValue = (declaration: ts.Declaration) => !isType(declaration)
  return head + section('Functions, values and errors', isValue) + section('Types', isType)
}

function isType(declaration: ts.Declaration): boolean {
  return ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)
}

function commentOf(declaration: ts.Declaration): string {
  const holder = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const comments = ts.getJSDocCommentsAndTags(holder).filter(ts.isJSDoc)
  return comments
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll('\n', ' ')
}

/** Without bodies: what a caller can see. */
function shown(declaration: ts.Declaration): string {
  const source = declaration.getSourceFile()
  if (ts.isFunctionDeclaration(declaration)) {
    return source.text.slice(declaration.getStart(), declaration.body!.getStart()).trim()
  }
  if (ts.isClassDeclaration(declaration)) {
    const made = declaration.members.find(ts.isConstructorDeclaration)
    const fields = (made?.parameters ?? []).filter((each) => ts.getModifiers(each)?.length)
    const lines = fields.map((field) => `  ${field.getText()}`)
    const opening = `class ${declaration.name!.text} extends Error {`
    return lines.length === 0 ? `${opening} }` : [opening, ...lines, '}'].join('\n')
  }
  if (ts.isVariableDeclaration(declaration)) return declaration.parent.parent.getText()
  return declaration.getText()
}
