// What is wrongly found in speech that nothing was done to, and in speech that is merely unusual.

import { mp3Bytes } from '../../lab/mp3.js'
import { type Checked, type Clip, checkBytes, checkSamples } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { atSpeed } from '../../lab/time-stretch.js'
import type { Issue } from '../../src/checks/quality/issue.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { isKnownFault } from '../known-faults.js'
import { shouted, whispered, withEffect } from '../plant/conditions.js'
import { percent, table } from '../table.js'
import { isNoticed } from './quality-match.js'
import { tally } from './quality-planted.js'

const FAST = 1.4
const MP3_KBPS = 64

export const conditions = ['mp3', 'effect', 'fast', 'whispered', 'shouted'] as const
export type Condition = (typeof conditions)[number]

export interface UntouchedResult {
  clip: string
  group: string
  durationSec: number
  issues: Issue[]
  flagged: boolean
  deviation: number
  reasons: string[]
}

export async function checkUntouched(
  clip: Clip,
  condition: Condition | null,
  { models, garble, effect }: { models: OpenModels; garble: boolean; effect?: Float32Array | undefined },
): Promise<UntouchedResult> {
  const { durationSec, track, reasons } = await checkUnder(clip, condition, models, garble, effect)
  return {
    clip: clip.name,
    group: condition ?? clip.kind,
    durationSec,
    issues: track.issues,
    flagged: track.flagged,
    deviation: 1 - track.score / 100,
    reasons,
  }
}

async function checkUnder(
  clip: Clip,
  condition: Condition | null,
  models: OpenModels,
  garble: boolean,
  effect: Float32Array | undefined,
): Promise<Checked> {
  const { samples, sampleRateHz } = clip
  const site = { ...clip, random: seededRandom(stableHash(`${clip.name} ${condition}`)) }
  const check = (changed: Float32Array) => checkSamples(changed, sampleRateHz, models, garble)
  switch (condition) {
    case null:
      return checkBytes(clip.bytes, models, garble)
    case 'mp3':
      return checkBytes(await mp3Bytes(samples, sampleRateHz, MP3_KBPS), models, garble)
    case 'effect':
      return check(withEffect(site, effect ?? samples))
    case 'fast':
      return check(atSpeed(samples, sampleRateHz, FAST))
    case 'whispered':
      return check(whispered(site))
    case 'shouted':
      return check(shouted(site))
  }
}

interface Row {
  group: string
  files: number
  hours: number
  flagged: number
  /** For something else than faults that the recording is known to have. */
  flaggedFalsely: number
  noticedPerHour: number
  /** Faults that the recording is known to have left out. */
  falsePerHour: number
  anyPerHour: number
  what: string
}

export function untouchedRows(results: UntouchedResult[]): Row[] {
  return [...new Set(results.map(({ group }) => group))].map((group) => {
    const these = results.filter((each) => each.group === group)
    const hours = these.reduce((sum, { durationSec }) => sum + durationSec, 0) / 3600
    const issues = these.flatMap((each) => each.issues)
    const noticed = issues.filter(isNoticed)
    const falselyNoticed = these.map(({ clip, issues }) =>
      issues.filter((issue) => isNoticed(issue) && !isKnownFault(clip, issue)),
    )
    const isFalse = ({ flagged, issues }: UntouchedResult, index: number) =>
      flagged && (falselyNoticed[index].length > 0 || !issues.some(isNoticed))
    return {
      group,
      files: these.length,
      hours,
      flagged: these.filter(({ flagged }) => flagged).length / these.length,
      flaggedFalsely: these.filter(isFalse).length / these.length,
      noticedPerHour: noticed.length / hours,
      falsePerHour: falselyNoticed.flat().length / hours,
      anyPerHour: issues.length / hours,
      what: tally(noticed.map(({ type }) => type)),
    }
  })
}

export function untouchedTable(rows: Row[]): string {
  return table<Row>(
    [
      { title: '', value: ({ group }) => group, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'hours', value: ({ hours }) => hours.toFixed(2) },
      { title: 'flagged', value: ({ flagged }) => percent(flagged) },
      { title: 'falsely', value: ({ flaggedFalsely }) => percent(flaggedFalsely) },
      { title: 'noticed an hour', value: ({ noticedPerHour }) => noticedPerHour.toFixed(1) },
      { title: 'falsely', value: ({ falsePerHour }) => falsePerHour.toFixed(1) },
      { title: 'any an hour', value: ({ anyPerHour }) => anyPerHour.toFixed(1) },
      { title: 'what was noticed', value: ({ what }) => what, align: 'left' },
    ],
    rows,
  )
}
