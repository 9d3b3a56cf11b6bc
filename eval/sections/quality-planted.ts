// Planted defects: how many are found, as what, and where.

import { mp3Bytes } from '../../lab/mp3.js'
import { type Clip, checkBytes, checkSamples, judged } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { defaultOptions } from '../../src/checks/check.js'
import { detectorOf, type Issue, type IssueType } from '../../src/checks/quality/issue.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { plant, plantSeveral } from '../plant/plant.js'
import { type Planted, type Strength, strengths } from '../plant/planter.js'
import { percent, table } from '../table.js'
import { falseIssues, isNoticed, type Match, matchIssues, medianSize } from './quality-match.js'

/** One in so many planted files is sent as mp3: there zeros are no longer zeros, nor copies copies. */
const MP3_EVERY = 5
const MP3_KBPS = 64
/** One in so many clips is planted with several defects at once. */
const SEVERAL_EVERY = 4
const SEVERAL = 3

export interface PlantedResult {
  clip: string
  kind: IssueType | 'several'
  strength: Strength
  planted: Planted[]
  issues: Issue[]
  matches: Match[]
  isMp3: boolean
  flagged: boolean
  /** 1 - score / 100. */
  deviation: number
  /** The same file judged with the kind's sub-check off. */
  off: { issuesOfType: number; flagged: boolean } | null
}

export interface Planned {
  kind: IssueType | 'several'
  strength: Strength
  /** Tells two of one kind and strength in one clip apart. */
  turn: number
}

/** Takes the kinds and strengths in turn, so that each gets as many clips as the others. */
export class PlantingPlan {
  private turn = 0

  constructor(
    private readonly kinds: IssueType[],
    private readonly perClip: number,
  ) {}

  next(): Planned[] {
    if (this.kinds.length === 0) return []
    const planned: Planned[] = []
    for (let index = 0; index < this.perClip; index++, this.turn++) {
      const kind = this.kinds[this.turn % this.kinds.length]
      const strength = strengths[Math.floor(this.turn / this.kinds.length) % strengths.length]
      planned.push({ kind, strength, turn: this.turn })
    }
    const clips = this.turn / this.perClip
    if (clips % SEVERAL_EVERY === 0)
      planned.push({
        kind: 'several',
        strength: strengths[1 + ((clips / SEVERAL_EVERY) % 2)],
        turn: this.turn,
      })
    return planned
  }
}

export async function checkPlanted(
  clip: Clip,
  { kind, strength, turn }: Planned,
  {
    models,
    kinds,
    otherVoice,
  }: { models: OpenModels; kinds: IssueType[]; otherVoice: Float32Array | undefined },
): Promise<PlantedResult | null> {
  const random = seededRandom(stableHash(`${clip.name} ${kind} ${strength} ${turn}`))
  const { samples, sampleRateHz, speech } = clip
  const about = { speech, otherVoice }
  const made =
    kind === 'several'
      ? plantSeveral(kinds, SEVERAL, strength, samples, sampleRateHz, random, about)
      : plant(kind, strength, samples, sampleRateHz, random, about)
  if (!made || made.planted.length === 0) return null
  const isMp3 = turn % MP3_EVERY === MP3_EVERY - 1
  const checked = isMp3
    ? await checkBytes(await mp3Bytes(made.samples, sampleRateHz, MP3_KBPS), models, kind === 'garble')
    : await checkSamples(made.samples, sampleRateHz, models, kind === 'garble')
  const { issues, flagged, score } = checked.track
  return {
    clip: clip.name,
    kind,
    strength,
    planted: made.planted,
    issues,
    matches: matchIssues(made.planted, issues),
    isMp3,
    flagged,
    deviation: 1 - score / 100,
    off: kind === 'several' ? null : withoutSubCheck(kind, checked.findings),
  }
}

function withoutSubCheck(kind: IssueType, findings: Parameters<typeof judged>[0]) {
  const qualityChecks = { ...defaultOptions.qualityChecks, [detectorOf[kind]]: false }
  const { track } = judged(findings, { ...defaultOptions, qualityChecks })
  return {
    issuesOfType: track.issues.filter(({ type }) => type === kind).length,
    flagged: track.flagged,
  }
}

interface Row {
  name: string
  planted: number
  found: number
  noticed: number
  /** Share of files; null for rows that are no whole files. */
  flagged: number | null
  precision: number | null
  startErrorSec: number | null
  endErrorSec: number | null
  takenFor: string
  offFlagged: number | null
}

/** Per type and strength, with the variants below each. */
export function plantedRows(results: PlantedResult[], withVariants: boolean): Row[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  return kinds.flatMap((kind) =>
    strengths.flatMap((strength) => {
      const these = results.filter((each) => each.kind === kind && each.strength === strength)
      if (these.length === 0) return []
      const rows = [rowOf(`${kind} ${strength}`, these, () => true)]
      if (!withVariants) return rows
      const variants = new Set(these.flatMap(({ planted }) => planted.map(nameOf)))
      return [
        ...rows,
        ...[...variants].sort().map((name) => rowOf(`  ${name}`, these, (each) => nameOf(each) === name)),
      ]
    }),
  )
}

function nameOf({ type, variant }: Planted): string {
  return `${type} ${variant}`
}

function rowOf(name: string, results: PlantedResult[], isWanted: (planted: Planted) => boolean): Row {
  const files = results.filter(({ planted }) => planted.some(isWanted))
  const matches = files.flatMap(({ matches }) => matches).filter(({ planted }) => isWanted(planted))
  const types = new Set(matches.map(({ planted }) => planted.type))
  const right = matches.flatMap(({ issues }) => issues.filter(isNoticed)).length
  const wrong = files.flatMap(({ planted, issues }) =>
    falseIssues(planted, issues).filter((issue) => isNoticed(issue) && types.has(issue.type)),
  ).length
  const count = (isCounted: (match: Match) => boolean) => matches.filter(isCounted).length / matches.length
  const offs = files.map(({ off }) => off).filter((off) => off !== null)
  return {
    name,
    planted: matches.length,
    found: count(({ issues }) => issues.length > 0),
    noticed: count(({ issues }) => issues.some(isNoticed)),
    flagged: files.filter(({ flagged }) => flagged).length / files.length,
    precision: right + wrong === 0 ? null : right / (right + wrong),
    startErrorSec: medianSize(matches.map(({ startErrorSec }) => startErrorSec)),
    endErrorSec: medianSize(matches.map(({ endErrorSec }) => endErrorSec)),
    takenFor: tally(matches.flatMap(({ takenFor }) => [...new Set(takenFor)])),
    offFlagged: offs.length === 0 ? null : offs.filter((off) => off.flagged).length / offs.length,
  }
}

export function tally(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

export function plantedTable(rows: Row[]): string {
  const milliseconds = (sec: number | null) => (sec === null ? null : `${Math.round(1000 * sec)} ms`)
  return table<Row>(
    [
      { title: 'planted', value: ({ name }) => name, align: 'left' },
      { title: 'count', value: ({ planted }) => planted },
      { title: 'found', value: ({ found }) => percent(found) },
      { title: 'noticed', value: ({ noticed }) => percent(noticed) },
      { title: 'flagged', value: ({ flagged }) => percent(flagged) },
      { title: 'precision', value: ({ precision }) => percent(precision) },
      { title: 'start', value: ({ startErrorSec }) => milliseconds(startErrorSec) },
      { title: 'end', value: ({ endErrorSec }) => milliseconds(endErrorSec) },
      { title: 'flagged when off', value: ({ offFlagged }) => percent(offFlagged) },
      { title: 'also taken for', value: ({ takenFor }) => takenFor, align: 'left' },
    ],
    rows,
  )
}
