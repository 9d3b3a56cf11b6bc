// What users have decided, against what the quality check says of the same files today.
import { readFileSync } from 'node:fs'
import { checkBytes } from '../../lab/quality-clips.js'
import { DecodeError } from '../../src/audio/decode/error.js'
import { type IssueType, issueTypes } from '../../src/checks/quality/issue.js'
import type { QualityTrack } from '../../src/checks/quality/quality-report.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { audioIn, type Label, LabelsError, readLabels } from '../labels.js'
import type { Section } from '../section.js'
import { table } from '../table.js'
import { withInterval } from './quality-engines.js'
import { isNoticed, matchIssues } from './quality-match.js'

const CHECK = 'quality'
const PROGRESS_EVERY = 25
/** Of confidences, each up to the next. */
const BIN_STARTS = [0, 0.5, 0.7, 0.9]

/** One label and what is told at its place now. */
export interface PlayedLabel {
  kind: string
  /** A fault by the decision: one to be mended, or one to live with. */
  isReal: boolean
  toldConfidence: number | null
  isListed: boolean
  /** Listed, noticed, no habit of the batch, and the file is flagged. */
  isFlagged: boolean
  confidence: number | null
}

export const labels: Section = {
  name: 'labels',
  purpose: 'decisions of users against the quality check of today (--labels, --audio; needs no corpus)',
  isWithoutCorpus: true,
  async run({ options, progress }) {
    if (options.labels === undefined || options.audio === undefined) {
      throw new LabelsError(
        'labels needs --labels FILE and --audio FOLDER, as "audio-audit labels export --out FILE --audio FOLDER" writes them',
      )
    }
    const all = readLabels(options.labels)
    const audio = audioIn(options.audio)
    const mine = all.filter(({ check, kind }) => check === CHECK && isKnown(kind))
    const byContent = new Map<string, Label[]>()
    for (const label of mine) byContent.set(label.sha256, [...(byContent.get(label.sha256) ?? []), label])
    const models = new OpenModels({ model: options.models[0] ?? 'base' })
    const played: PlayedLabel[] = []
    let unreadable = 0
    for (const [turn, [sha256, labelled]] of [...byContent].entries()) {
      const file = audio.get(sha256)
      const track = file === undefined ? undefined : await trackOf(file, models, progress)
      if (file !== undefined && !track) unreadable += labelled.length
      if (track) played.push(...labelled.map((label) => playedOn(track, label)))
      if ((turn + 1) % PROGRESS_EVERY === 0) progress(`labels: ${turn + 1} of ${byContent.size} files`)
    }
    const counts = {
      labels: all.length,
      files: new Set(all.map(({ sha256 }) => sha256)).size,
      played: played.length,
      ofOtherChecks: all.filter(({ check }) => check !== CHECK).length,
      ofUnknownKinds: all.filter(({ check, kind }) => check === CHECK && !isKnown(kind)).length,
      withoutAudio: mine.filter(({ sha256 }) => !audio.has(sha256)).length,
      unreadable,
    }
    return {
      text: [
        countsText(counts),
        `By kind, what is still listed and still flags its file; each file is judged alone\n${kindTable(played)}`,
        `Share of faults by confidence, of all labels and of those that are still listed\n${binTable(played)}`,
      ].join('\n\n'),
      data: { counts, kinds: kindRows(played), bins: binRows(played) },
    }
  },
}

/** A kind that has gone since cannot be played. */
function isKnown(kind: string): boolean {
  return kind === CHECK || (issueTypes as readonly string[]).includes(kind)
}

/** Undefined where the file cannot be read. */
async function trackOf(
  file: string,
  models: OpenModels,
  progress: (line: string) => void,
): Promise<QualityTrack | undefined> {
  try {
    return (await checkBytes(readFileSync(file), models, true)).track
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    progress(`labels: ${file}: ${error.message}`)
    return undefined
  }
}

export function playedOn(
  { issues, flagged }: Pick<QualityTrack, 'issues' | 'flagged'>,
  { kind, timeSec, endSec, confidence, decision }: Label,
): PlayedLabel {
  const about = { kind, isReal: decision !== 'falseAlarm', toldConfidence: confidence }
  if (timeSec === null) return { ...about, isListed: flagged, isFlagged: flagged, confidence: null }
  const place = { type: kind as IssueType, variant: '', startSec: timeSec, endSec: endSec ?? timeSec }
  const there = matchIssues([place], issues)[0].issues
  return {
    ...about,
    isListed: there.length > 0,
    isFlagged: flagged && there.some((issue) => isNoticed(issue) && issue.trait === null),
    confidence: there.length === 0 ? null : Math.max(...there.map((issue) => issue.confidence)),
  }
}

interface KindRow {
  kind: string
  decision: string
  labels: number
  listed: number
  flagged: number
}

export function kindRows(played: PlayedLabel[]): KindRow[] {
  const kinds = [...new Set(played.map(({ kind }) => kind))].sort()
  const row = (kind: string, of: PlayedLabel[], isReal: boolean): KindRow => {
    const same = of.filter((each) => each.isReal === isReal)
    return {
      kind,
      decision: isReal ? 'retake, accept' : 'false alarm',
      labels: same.length,
      listed: same.filter(({ isListed }) => isListed).length,
      flagged: same.filter(({ isFlagged }) => isFlagged).length,
    }
  }
  const both = (kind: string, of: PlayedLabel[]) => [row(kind, of, false), row(kind, of, true)]
  const rows = kinds.flatMap((kind) =>
    both(
      kind,
      played.filter((each) => each.kind === kind),
    ),
  )
  return [...rows, ...both('all', played)].filter(({ labels }) => labels > 0)
}

function kindTable(played: PlayedLabel[]): string {
  return table<KindRow>(
    [
      { title: 'kind', value: ({ kind }) => kind, align: 'left' },
      { title: 'decision', value: ({ decision }) => decision, align: 'left' },
      { title: 'still listed', value: ({ listed, labels }) => withInterval(listed, labels), align: 'left' },
      { title: 'still flags', value: ({ flagged, labels }) => withInterval(flagged, labels), align: 'left' },
    ],
    kindRows(played),
  )
}

interface BinRow {
  from: number
  to: number
  /** With a confidence of the bin when they were decided about, and faults among them. */
  labels: number
  real: number
  /** The same by the confidence of today, of those that are still listed. */
  listed: number
  realListed: number
}

export function binRows(played: PlayedLabel[]): BinRow[] {
  return BIN_STARTS.map((from, bin) => {
    const isLast = bin === BIN_STARTS.length - 1
    const to = isLast ? 1 : BIN_STARTS[bin + 1]
    const isIn = (confidence: number | null) =>
      confidence !== null && confidence >= from && (isLast || confidence < to)
    const then = played.filter(({ toldConfidence }) => isIn(toldConfidence))
    const now = played.filter(({ confidence }) => isIn(confidence))
    return {
      from,
      to,
      labels: then.length,
      real: then.filter(({ isReal }) => isReal).length,
      listed: now.length,
      realListed: now.filter(({ isReal }) => isReal).length,
    }
  })
}

function binTable(played: PlayedLabel[]): string {
  const share = (real: number, of: number) => (of === 0 ? null : withInterval(real, of))
  return table<BinRow>(
    [
      { title: 'confidence', value: ({ from, to }) => `${from} to ${to}`, align: 'left' },
      { title: 'faults, as told then', value: ({ real, labels }) => share(real, labels), align: 'left' },
      {
        title: 'faults, as told now',
        value: ({ realListed, listed }) => share(realListed, listed),
        align: 'left',
      },
    ],
    binRows(played),
  )
}

function countsText(counts: Record<string, number>): string {
  const { labels, files, played, ofOtherChecks, ofUnknownKinds, withoutAudio, unreadable } = counts
  const rest = [
    [ofOtherChecks, 'of other checks'],
    [ofUnknownKinds, 'of kinds that are no more'],
    [withoutAudio, 'without audio'],
    [unreadable, 'whose audio cannot be read'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `, ${count} ${what}`)
    .join('')
  return `${labels} labels about ${files} files: ${played} played${rest}`
}
