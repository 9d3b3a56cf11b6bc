// npx tsx scripts/confidence/fit.ts FINDINGS.jsonl ...: fits models/confidence-model.json; see README.md.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { featureNames, featuresOf, kindOf, type Weights } from '../../src/checks/quality/confidence.js'
import type { Fault } from '../../src/checks/quality/issue.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { type Example, fitted, likelihood } from './logistic.js'

/** So many files have a fault of a kind: one of a batch of eight. */
const SHARE_OF_FAULTY_FILES = 1 / 8
/** With fewer on either side nothing can be fitted: the kind is as sure as its counts say, a half added to each (Jeffreys). */
const FEWEST = 8
/**
 * Files of people count for less than files of engines, which the product is for: what is found in them (a page that is turned, a
 * puff at the microphone) is often real, and counts as mistaken here.
 */
const PEOPLE = ['resemblyzer-librispeech', 'speechocean762', 'yourtts-gt', 'whisper-jfk']
const WORTH_OF_PEOPLE = 0.5
const EDGES = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1]

interface Line {
  clip: string
  engine: string
  /** Of the fault that was planted; null in untouched speech. */
  type: string | null
  findings: QualityFindings
  /** For each fault of the findings; null where nobody knows. */
  isReal: (boolean | null)[]
}

interface Found extends Example {
  kind: string
  engine: string
}

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('Usage: npx tsx scripts/confidence/fit.ts FINDINGS.jsonl ...\n')
  process.exit(2)
}
const lines = files
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line)
const clean = lines.filter(({ type }) => type === null)
const faulty = lines.filter(({ type }) => type !== null)
const found = foundIn(lines)
const weights = weightsOf(found)
writeFileSync('models/confidence-model.json', `${JSON.stringify({ about: about(), weights }, null, 2)}\n`)
process.stdout.write(`${report()}\nsha256 ${sha256Of('models/confidence-model.json')}\n`)

/**
 * What the detectors list, with what it is worth: untouched files and files of each kind of fault as often as they come. An engine
 * with many files counts for more than one with few, by the root of their number: none speaks for all.
 */
function foundIn(lines: Line[]): Found[] {
  const filesOf = new Map<string, number>()
  const groupOf = ({ engine, type }: Line) => `${type} ${engine}`
  for (const line of lines) filesOf.set(groupOf(line), (filesOf.get(groupOf(line)) ?? 0) + 1)
  const worthOf = (line: Line) =>
    (PEOPLE.includes(line.engine) ? WORTH_OF_PEOPLE : 1) / Math.sqrt(filesOf.get(groupOf(line))!)
  const totals = new Map<string | null, number>()
  for (const line of lines) totals.set(line.type, (totals.get(line.type) ?? 0) + worthOf(line))
  return lines.flatMap((line) => {
    const { engine, type, findings, isReal } = line
    const share = type === null ? 1 - SHARE_OF_FAULTY_FILES : SHARE_OF_FAULTY_FILES
    const weight = (share * worthOf(line)) / totals.get(type)!
    return findings.faults.flatMap((fault, at) =>
      isReal[at] === null ? [] : [foundOf(fault, engine, isReal[at], weight)],
    )
  })
}

function foundOf(fault: Fault, engine: string, isReal: boolean, weight: number): Found {
  const features = featuresOf(fault)
  return { kind: kindOf(fault), engine, isReal, weight, features: featureNames.map((name) => features[name]) }
}

function weightsOf(found: Found[]): Weights {
  const kinds = [...new Set(found.map(({ kind }) => kind))].sort()
  return Object.fromEntries(
    kinds.map((kind) => [kind, weightsOfKind(found.filter((each) => each.kind === kind))]),
  )
}

function weightsOfKind(found: Found[]): Weights[string] {
  const real = found.filter(({ isReal }) => isReal)
  const mistaken = found.filter(({ isReal }) => !isReal)
  const values = Math.min(real.length, mistaken.length) < FEWEST ? [priorOdds(real, mistaken)] : fitted(found)
  return Object.fromEntries(
    featureNames.map((name, at) => [name, Number((values[at] ?? 0).toFixed(4))]),
  ) as Weights[string]
}

function priorOdds(real: Found[], mistaken: Found[]): number {
  const mass = (some: Found[], one: number) => some.reduce((sum, { weight }) => sum + weight, one / 2)
  const ofReal = SHARE_OF_FAULTY_FILES / Math.max(1, faulty.length)
  return Math.log(mass(real, ofReal) / mass(mistaken, (1 - SHARE_OF_FAULTY_FILES) / clean.length))
}

/** How often what is told with a confidence is real, each engine told by a fit to the others. */
function report(): string {
  const engines = [...new Set(found.map(({ engine }) => engine))]
  const told = engines.flatMap((engine) => {
    const others = weightsOf(found.filter((each) => each.engine !== engine))
    return found
      .filter((each) => each.engine === engine)
      .map((each) => ({ ...each, confidence: confidenceIn(others, each) }))
  })
  const kinds = ['', ...new Set(told.map(({ kind }) => kind))]
  return kinds
    .map((kind) => {
      const own = told.filter((each) => kind === '' || each.kind === kind)
      const rows = EDGES.slice(0, -1).map((from, at) => {
        const within = own.filter(
          ({ confidence }) => confidence >= from && (confidence < EDGES[at + 1] || EDGES[at + 1] === 1),
        )
        const mass = (some: Found[]) => some.reduce((sum, { weight }) => sum + weight, 0)
        const real = within.filter(({ isReal }) => isReal)
        const share = within.length > 0 ? `${Math.round((100 * mass(real)) / mass(within))} %` : '-'
        return `  ${from}-${EDGES[at + 1]}: ${share} real (${real.length} planted, ${within.length - real.length} mistaken)`
      })
      return `${kind || 'all kinds'}\n${rows.join('\n')}`
    })
    .join('\n')
}

function confidenceIn(weights: Weights, { kind, features }: Found): number {
  const weight = weights[kind]
  return weight
    ? likelihood(
        featureNames.map((name) => weight[name]),
        features,
      )
    : Number.NaN
}

function about(): string {
  const engines = new Set(lines.map(({ engine }) => engine)).size
  return `scripts/confidence/fit.ts: ${clean.length} untouched and ${faulty.length} faulty files of ${engines} engines, tuning half, judged by networks that were learnt without them`
}

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
