// What Docker would be sent: the files of the repository that .dockerignore lets through.
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

interface Rule {
  matches: RegExp
  isKept: boolean
}

/** The last rule that matches a path, or a folder above it, decides. */
export function isSent(file: string, rules: Rule[]): boolean {
  const folders = file.split('/').map((_, at, words) => words.slice(0, at + 1).join('/'))
  return rules.reduce(
    (kept, rule) => (folders.some((folder) => rule.matches.test(folder)) ? rule.isKept : kept),
    true,
  )
}

export function readRules(dockerignore: string): Rule[] {
  return dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '')
      const text = pattern
        .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('**', '.+')
        .replaceAll(/(?<!\.)\*/g, '[^/]*')
      return { matches: new RegExp(`^${text}$`), isKept: line.startsWith('!') }
    })
}

export function copyContext(root: string, to: string): void {
  const rules = readRules(readFileSync(path.join(root, '.dockerignore'), 'utf8'))
  for (const name of readdirSync(root)) {
    if (!isSent(name, rules)) continue
    cpSync(path.join(root, name), path.join(to, name), {
      recursive: true,
      filter: (source) => isSent(path.relative(root, source), rules) && !isInstalled(source),
    })
  }
}

/** Docker is sent these too where they stand; a fresh clone has none. */
function isInstalled(source: string): boolean {
  return path.basename(source) === 'node_modules' && statSync(source).isDirectory()
}
