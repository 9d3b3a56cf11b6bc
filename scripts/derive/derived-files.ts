// What is written from the declarations of the detectors: the lists in the code, the page's words and colours, the docs' table.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DETECTORS, type FoundDetector, PLANTERS, root } from './detectors.js'

export interface DerivedFile {
  /** From the root of the repository. */
  file: string
  text: string
}

const DERIVED_BY = 'Derived from the detectors by "npm run derive"; do not edit.'

const codeHead = `// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// ${DERIVED_BY}
`

export function derivedFiles(detectors: readonly FoundDetector[]): DerivedFile[] {
  return [
    { file: `${DETECTORS}/declared.ts`, text: declaredFile(detectors) },
    { file: `${DETECTORS}/listeners.ts`, text: listenersFile(detectors) },
    { file: `${DETECTORS}/weighed.ts`, text: weighedFile(detectors.filter(({ isWeighed }) => isWeighed)) },
    { file: `${DETECTORS}/parameters.ts`, text: parametersFile(detectors) },
    { file: `${PLANTERS}/all.ts`, text: plantersFile(detectors) },
    { file: 'web/src/derived/quality.ts', text: pageWords(detectors) },
    { file: 'web/src/derived/kinds.css', text: pageColours(detectors) },
    withTable('docs/checks.md', docsTable(detectors)),
  ]
}

/** What is no longer as the declarations have it. */
export function staleFiles(files: readonly DerivedFile[]): string[] {
  const isStale = ({ file, text }: DerivedFile) => {
    const at = path.join(root, file)
    return !existsSync(at) || readFileSync(at, 'utf8') !== text
  }
  return files.filter(isStale).map(({ file }) => file)
}

function typesOf(detectors: readonly FoundDetector[]) {
  return detectors.flatMap(({ issue }) => (issue ? [issue] : []))
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`
}

function declaredFile(detectors: readonly FoundDetector[]): string {
  return `${codeHead}${detectors.map(({ name }) => `import { declaration as ${name} } from './${name}/declaration.js'\n`).join('')}
/** Every detector, in the order of lists. */
export const declarations = [${detectors.map(({ name }) => name).join(', ')}] as const

/** The keys of \`qualityChecks\`. */
export const qualityCheckNames = ${listOf(detectors.map(({ name }) => name))} as const
export type QualityCheckName = (typeof qualityCheckNames)[number]

export const issueTypes = ${listOf(typesOf(detectors).map(({ type }) => type))} as const
export type IssueType = (typeof issueTypes)[number]
`
}

function listenersFile(detectors: readonly FoundDetector[]): string {
  const names = detectors.map(({ name }) => name)
  return `${codeHead}import type { QualityCheckName } from './declared.js'
import type { OpenDetector } from './detector.js'
${names.map((name) => `import { open as ${name} } from './${name}/listener.js'\n`).join('')}
/** Makes each detector for a file. */
export const openers: Readonly<Record<QualityCheckName, OpenDetector<unknown>>> = {
${names.map((name) => `  ${name},\n`).join('')}}
`
}

function weighedFile(detectors: readonly FoundDetector[]): string {
  const names = detectors.map(({ name }) => name)
  return `${codeHead}import type { MeasuresOf, ReportedOf } from './detector.js'
${names.map((name) => `import { weighed as ${name} } from './${name}/weighed.js'\n`).join('')}
/** What the measures of each detector that measures mean. */
export const weighed = { ${names.join(', ')} } as const

export type AllMeasures = { [Name in keyof typeof weighed]: MeasuresOf<(typeof weighed)[Name]> }
export type AllReported = ${names.map((name) => `ReportedOf<typeof ${name}>`).join(' & ')}
`
}

function parametersFile(detectors: readonly FoundDetector[]): string {
  const names = detectors.filter(({ hasParameters }) => hasParameters).map(({ name }) => name)
  return `${codeHead}${names.map((name) => `import { parameters as ${name} } from './${name}/parameters.js'\n`).join('')}
/** The numbers that each detector listens with. */
export const detectorParameters = {
${names.map((name) => `  ${name},\n`).join('')}}
`
}

function plantersFile(detectors: readonly FoundDetector[]): string {
  const types = typesOf(detectors).map(({ type }) => type)
  return `${codeHead}import type { IssueType } from '../../../src/checks/quality/issue.js'
import type { Planting } from '../planter.js'
${types.map((type) => `import { planting as ${nameOf(type)} } from './${type}.js'\n`).join('')}
/** How each type of issue is planted. */
export const plantings: Readonly<Record<IssueType, Planting>> = {
${types.map((type) => `  ${type}: ${nameOf(type)},\n`).join('')}}
`
}

/** "static" is a word of the language. */
function nameOf(type: string): string {
  return `${type}Planting`
}

function pageWords(detectors: readonly FoundDetector[]): string {
  return `${codeHead}
/** What the switches of the check on sound are called. */
export const subChecks = {
${detectors.map(({ name, label }) => `  ${name}: ${quoted(label)},\n`).join('')}} as const

/** What its issues are called. */
export const issueTitles = {
${typesOf(detectors)
  .map(({ type, title }) => `  ${type}: ${quoted(title)},\n`)
  .join('')}} as const
`
}

function pageColours(detectors: readonly FoundDetector[]): string {
  const issues = typesOf(detectors)
  return `/* ${DERIVED_BY} */
:root {
${issues.map(({ type, colour }) => `  --kind-${type}: ${colour.light};\n`).join('')}}
@media (prefers-color-scheme: dark) {
  :root {
${issues.map(({ type, colour }) => `    --kind-${type}: ${colour.dark};\n`).join('')}  }
}
${issues.map(({ type }) => `.kind-${type} {\n  --kind: var(--kind-${type});\n}\n`).join('')}`
}

function docsTable(detectors: readonly FoundDetector[]): string {
  return [
    '| sub-check | finds | known limits |',
    '|---|---|---|',
    ...detectors.map(({ name, finds, knownLimits }) => `| \`${name}\` | ${finds} | ${knownLimits} |`),
  ].join('\n')
}

const BEGIN = `<!-- ${DERIVED_BY} -->`
const END = '<!-- End of what is derived. -->'

function withTable(file: string, table: string): DerivedFile {
  const text = readFileSync(path.join(root, file), 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < from)
    throw new Error(`${file} has no place for the table of detectors: ${BEGIN} ${END}`)
  return { file, text: `${text.slice(0, from)}${BEGIN}\n\n${table}\n\n${text.slice(to)}` }
}
