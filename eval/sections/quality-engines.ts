// Engine by engine: how many of its untouched files quality flags, each judged alone and in batches of eight; and whether a fault
// is still found in one file of such a batch, and told as a trait when all of its files have it.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Half, halfOf } from '../../lab/engine-halves.js'
import { type Clip, checkBytes, checkSamples, cleanEntries, openClip } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { defaultOptions } from '../../src/checks/check.js'
import { listenWith, networksIn } from '../../src/checks/quality/front-end/fault-network/network.js'
import {
  type Fault,
  type Issue,
  type IssueType,
  issueTypes,
  labelOf,
} from '../../src/checks/quality/issue.js'
import { judgeQuality } from '../../src/checks/quality/judge.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import type { QualityTrack } from '../../src/checks/quality/quality-report.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { isKnownFault } from '../known-faults.js'
import { plant } from '../plant/plant.js'
import type { Planted, Strength } from '../plant/planter.js'
import type { Section, SectionContext } from '../section.js'
import { percent, table } from '../table.js'
import { isNoticed, matchIssues } from './quality-match.js'

const BATCH_FILES = 8
const PROGRESS_EVERY = 25
const STRENGTHS: readonly Strength[] = ['clear', 'gross']

interface File {
  clip: string
  engine: string
  findings: QualityFindings
  /** The same file with a fault of each kind and strength; absent where it gives no place for it. */
  planted: Map<string, QualityFindings>
}

interface EngineRow {
  engine: string
  files: number
  alone: number
  batched: number
  noticed: number
  hours: number
}

interface PlantedRow {
  fault: string
  files: number
  flagged: number
  batches: number
  traits: number
}

export const qualityEngines: Section = {
  name: 'quality-engines',
  purpose:
    'files flagged by quality engine by engine, alone and in batches of eight (--kinds: faults to plant, default all)',
  async run(context) {
    const files = await listenToAll(context)
    const engines = engineRows(files)
    const planted = plantedRows(files, kindsOf(context))
    const total = totalOf(engines)
    return {
      text: [
        `Untouched files flagged, the worst engine first\n${engineTable([...engines, total])}`,
        `Alone: ${withInterval(total.alone, total.files)}; in batches: ${withInterval(total.batched, total.files)}`,
        `Faults planted in one file of eight, and in all of them\n${plantedTable(planted)}`,
      ].join('\n\n'),
      data: { engines, total, planted },
    }
  },
}

function kindsOf({ options }: SectionContext): IssueType[] {
  return issueTypes.filter((type) => options.kinds?.includes(type) ?? type !== 'garble')
}

async function listenToAll(context: SectionContext): Promise<File[]> {
  const { corpus, options, progress } = context
  const models = new OpenModels({ model: options.models[0] ?? 'base' })
  const kinds = kindsOf(context)
  const entries = cleanEntries(corpus, options)
  const files: File[] = []
  const choose = networkChoice(options.networks)
  if (options.findings) writeFileSync(options.findings, '')
  for (const [turn, entry] of entries.entries()) {
    choose(halfOf(entry.set))
    const clip = await openClip(corpus, entry, models)
    const { findings } = await checkBytes(clip.bytes, models, true)
    const planted = await withFaults(clip, kinds, models)
    const file = { clip: clip.name, engine: entry.engine ?? entry.set, findings }
    files.push({ ...file, planted: mapped(planted, ({ findings }) => findings) })
    if (options.findings) appendFileSync(options.findings, linesOf(file, planted))
    if ((turn + 1) % PROGRESS_EVERY === 0) progress(`quality-engines: ${turn + 1} of ${entries.length} clips`)
  }
  return files
}

/** The networks that were learnt without the half that a clip belongs to, where there are such. */
function networkChoice(folder: string | undefined): (half: Half) => void {
  if (!folder) return () => {}
  const without = ([0, 1] as const).map((half) =>
    networksIn((name) => readFileSync(join(folder, `${name}-without-${half}.onnx`))),
  )
  return (half) => listenWith(without[half])
}

interface PlantedFindings {
  planted: Planted[]
  findings: QualityFindings
}

function mapped<Of, To>(map: Map<string, Of>, to: (value: Of) => To): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, to(value)]))
}

/** What scripts/confidence reads: everything that was listed, and whether it is real; null where nobody knows. */
function linesOf(
  { clip, engine, findings }: Omit<File, 'planted'>,
  planted: Map<string, PlantedFindings>,
): string {
  const untouched = {
    type: null,
    findings,
    isReal: findings.faults.map((fault) => (isKnownFault(clip, issueAt(fault)) ? null : false)),
  }
  const faulty = [...planted.values()].map(({ planted, findings }) => ({
    type: planted[0].type,
    variant: planted[0].variant,
    findings,
    isReal: findings.faults.map((fault) =>
      matchIssues(planted, [issueAt(fault)]).some(({ issues }) => issues.length > 0) ? true : null,
    ),
  }))
  return [untouched, ...faulty].map((line) => `${JSON.stringify({ clip, engine, ...line })}\n`).join('')
}

function issueAt({ startSec, endSec, ...fault }: Fault): Issue {
  const place = { timeSec: startSec, endSec, durationMs: 1000 * (endSec - startSec) }
  return { ...fault, ...place, audibilityLabel: labelOf(fault.audibility), confidence: 1, trait: null }
}

async function withFaults(
  clip: Clip,
  kinds: readonly IssueType[],
  models: OpenModels,
): Promise<Map<string, PlantedFindings>> {
  const planted = new Map<string, PlantedFindings>()
  for (const kind of kinds) {
    for (const strength of STRENGTHS) {
      const random = seededRandom(stableHash(`${clip.name} ${kind} ${strength}`))
      const { samples, sampleRateHz, speech } = clip
      const made = plant(kind, strength, samples, sampleRateHz, random, { speech })
      if (!made) continue
      const { findings } = await checkSamples(made.samples, sampleRateHz, models, kind === 'garble')
      planted.set(`${kind}, ${strength}`, { planted: made.planted, findings })
    }
  }
  return planted
}

/** Of one engine each; the last one of an engine may be smaller. */
function batchesOf(files: readonly File[]): File[][] {
  const engines = [...new Set(files.map(({ engine }) => engine))]
  return engines.flatMap((engine) => {
    const own = files.filter((file) => file.engine === engine)
    return Array.from({ length: Math.ceil(own.length / BATCH_FILES) }, (_, index) =>
      own.slice(index * BATCH_FILES, (index + 1) * BATCH_FILES),
    )
  })
}

function judge(batch: readonly { clip: string; findings: QualityFindings }[]) {
  return judgeQuality(
    batch.map(({ clip, findings }) => ({ file: clip, findings })),
    defaultOptions,
  ).report
}

/** A file that is flagged for a fault that it is known to have is no false alarm. */
function isFalse({ file, flagged, issues }: QualityTrack): boolean {
  return flagged && !issues.some((issue) => isNoticed(issue) && isKnownFault(file, issue))
}

function engineRows(files: readonly File[]): EngineRow[] {
  const rows = new Map<string, EngineRow>()
  for (const batch of batchesOf(files)) {
    const { engine } = batch[0]
    const row = rows.get(engine) ?? { engine, files: 0, alone: 0, batched: 0, noticed: 0, hours: 0 }
    rows.set(engine, row)
    row.files += batch.length
    row.batched += judge(batch).tracks.filter(isFalse).length
    for (const file of batch) {
      const [track] = judge([file]).tracks
      if (isFalse(track)) row.alone++
      row.noticed += track.issues.filter(
        (issue) => isNoticed(issue) && !isKnownFault(file.clip, issue),
      ).length
      row.hours += file.findings.durationSec / 3_600
    }
  }
  return [...rows.values()].sort((one, other) => other.alone / other.files - one.alone / one.files)
}

function totalOf(rows: readonly EngineRow[]): EngineRow {
  const sum = (of: (row: EngineRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    engine: `${rows.length} engines`,
    files: sum(({ files }) => files),
    alone: sum(({ alone }) => alone),
    batched: sum(({ batched }) => batched),
    noticed: sum(({ noticed }) => noticed),
    hours: sum(({ hours }) => hours),
  }
}

function plantedRows(files: readonly File[], kinds: readonly IssueType[]): PlantedRow[] {
  const whole = batchesOf(files).filter((batch) => batch.length === BATCH_FILES)
  return kinds.flatMap((kind) =>
    STRENGTHS.map((strength) => {
      const fault = `${kind}, ${strength}`
      const row: PlantedRow = { fault, files: 0, flagged: 0, batches: 0, traits: 0 }
      for (const batch of whole) {
        for (const [index, file] of batch.entries()) {
          const findings = file.planted.get(fault)
          if (!findings) continue
          row.files++
          const tracks = judge(batch.map((each) => (each === file ? { ...each, findings } : each))).tracks
          if (tracks[index].flagged) row.flagged++
        }
        if (!batch.every(({ planted }) => planted.has(fault))) continue
        row.batches++
        const all = judge(batch.map((each) => ({ ...each, findings: each.planted.get(fault)! })))
        const flagged = all.tracks.filter((track) => track.flagged).length
        if (
          flagged === batch.length ||
          all.tracks.some(({ issues }) => issues.some(({ type, trait }) => type === kind && trait))
        )
          row.traits++
      }
      return row
    }),
  )
}

/** 95 %, by E. Wilson's score (1927). */
export function withInterval(count: number, of: number): string {
  const z = 1.96
  const share = count / of
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const reach = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return `${count} of ${of}, ${percent(share)} (${percent(Math.max(0, middle - reach))} to ${percent(middle + reach)})`
}

function engineTable(rows: EngineRow[]): string {
  return table<EngineRow>(
    [
      { title: 'engine', value: ({ engine }) => engine, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'flagged alone', value: ({ alone }) => alone },
      { title: '', value: ({ alone, files }) => percent(alone / files) },
      { title: 'in batches', value: ({ batched }) => batched },
      { title: '', value: ({ batched, files }) => percent(batched / files) },
      { title: 'noticed an hour', value: ({ noticed, hours }) => (noticed / hours).toFixed(1) },
    ],
    rows,
  )
}

function plantedTable(rows: PlantedRow[]): string {
  return table<PlantedRow>(
    [
      { title: 'planted', value: ({ fault }) => fault, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'flagged', value: ({ flagged, files }) => percent(files > 0 ? flagged / files : null) },
      { title: 'batches', value: ({ batches }) => batches },
      {
        title: 'told of all',
        value: ({ traits, batches }) => percent(batches > 0 ? traits / batches : null),
      },
    ],
    rows,
  )
}
