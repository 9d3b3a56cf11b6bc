// Every place where a source file names another one: imports of values and of types, exports of another file's names,
// `import()` in code and in types, and `new URL('./worker.js', import.meta.url)`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Import {
  from: string
  /** 1 is the first. */
  line: number
  to: string
  /** Nothing is left of it after compiling. */
  isTypeOnly: boolean
  /** Whether the one file is loaded by the other; a worker's file, named by its address, is not. */
  isLoaded: boolean
}

export interface Sources {
  files: string[]
  imports: Import[]
}

/** What is installed or built is no source. */
const NOT_WRITTEN = ['node_modules', 'dist']
const SOURCE = /\.(ts|tsx|mts|mjs|js)$/
/** Which file an import may mean, by how it is written. */
const candidates: ((written: string) => string)[] = [
  (written) => written,
  (written) => written.replace(/\.js$/, '.ts'),
  (written) => written.replace(/\.js$/, '.tsx'),
  (written) => `${written}.ts`,
  (written) => `${written}.tsx`,
]

/** `folders` are relative to `root`, as are all names that are given back. */
export function readSources(root: string, folders: string[]): Sources {
  const files = folders.flatMap((folder) => sourcesIn(root, folder)).sort()
  const known = new Set(files)
  const imports = files.flatMap((from) =>
    mentionsIn(readFileSync(path.join(root, from), 'utf8')).flatMap(({ written, ...mention }) => {
      const target = path.posix.join(path.posix.dirname(from), written)
      const to = candidates.map((candidate) => candidate(target)).find((file) => known.has(file))
      return to === undefined ? [] : [{ from, to, ...mention }]
    }),
  )
  return { files, imports }
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_WRITTEN.includes(entry.name) ? [] : sourcesIn(root, name)
    return SOURCE.test(entry.name) ? [name] : []
  })
}

type Mention = Pick<Import, 'line' | 'isTypeOnly' | 'isLoaded'> & { written: string }

/** A file named by its address beside this one. */
const BY_ADDRESS = /new URL\(\s*['"`](\.[^'"`]*)['"`],\s*import\.meta\.url/g

/** Read by the compiler's scanner, which skips strings and comments; a whole syntax tree takes six times as long. */
function mentionsIn(text: string): Mention[] {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  const loaded = importedFiles.map(({ fileName, pos }) => ({
    written: fileName,
    line: lineAt(text, pos),
    isTypeOnly: isTypeOnly(text.slice(0, pos)),
    isLoaded: true,
  }))
  const named = [...text.matchAll(BY_ADDRESS)].map((found) => ({
    written: found[1],
    line: lineAt(text, found.index),
    isTypeOnly: false,
    isLoaded: false,
  }))
  return [...loaded, ...named].filter(({ written }) => written.startsWith('.'))
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

/** `before` ends where the other file is named: "import type { Check } from ". */
function isTypeOnly(before: string): boolean {
  if (/(?:^|\n)(?:import|export) type\s[^'"]*from ['"]?$/.test(before)) return true
  const names = /(?:^|\n)(?:import|export) \{([^}'"]*)\} from ['"]?$/.exec(before)?.[1]
  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}
