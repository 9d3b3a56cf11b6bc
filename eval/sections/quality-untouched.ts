// What is wrongly found in speech that nothing was done to, and in speech that is merely unusual.

import { mp3Bytes } from '../../lab/mp3.js'
import { type Clip, type Hearing, hearBytes, hearSamples } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { atSpeed } from '../../lab/time-stretch.js'
import type { Issue } from '../../src/checks/quality/issue.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { isKnownFault } from '../known-faults.js'
import { shouted, whispered, withEffect } from '../plant/conditions.js'
import { percent, table } from '../table.js'
import { isHeard } from './quality-match.js'
import { tally } from './quality-planted.js'

const FAST = 1.4
const MP3_KBPS = 64

export const conditions = ['mp3', 'effect', 'fast', 'whispered', 'shouted'] as const
export type Condition = (typeof conditions)[number]

export interface UntouchedHearing {
  clip: string
  group: string
  durationSec: number
  issues: Issue[]
  flagged: boolean
  deviation: number
  reasons: string[]
}

export async function hearUntouched(
  clip: Clip,
  condition: Condition | null,
  { models, garble, effect }: { models: OpenModels; garble: boolean; effect?: Float32Array | undefined },
): Promise<UntouchedHearing> {
  const { durationSec, track, reasons } = await heardAs(clip, condition, models, garble, effect)
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

async function heardAs(
  clip: Clip,
  condition: Condition | null,
  models: OpenModels,
  garble: boolean,
  effect: Float32Array | undefined,
): Promise<Hearing> {
  const { samples, sampleRateHz } = clip
  const site = { ...clip, random: seededRandom(stableHash(`${clip.name} ${condition}`)) }
  const hear = (changed: Float32Array) => hearSamples(changed, sampleRateHz, models, garble)
  switch (condition) {
    case null:
      return hearBytes(clip.bytes, models, garble)
    case 'mp3':
      return hearBytes(await mp3Bytes(samples, sampleRateHz, MP3_KBPS), models, garble)
    case 'effect':
      return hear(withEffect(site, effect ?? samples))
    case 'fast':
      return hear(atSpeed(samples, sampleRateHz, FAST))
    case 'whispered':
      return hear(whispered(site))
    case 'shouted':
      return hear(shouted(site))
  }
}

interface Row {
  group: string
  files: number
  hours: number
  flagged: number
  /** For something else than faults that the recording is known to have. */
  flaggedFalsely: number
  heardPerHour: number
  /** Faults that the recording is known to have left out. */
  falsePerHour: number
  anyPerHour: number
  what: string
}

export function untouchedRows(hearings: UntouchedHearing[]): Row[] {
  return [...new Set(hearings.map(({ group }) => group))].map((group) => {
    const these = hearings.filter((each) => each.group === group)
    const hours = these.reduce((sum, { durationSec }) => sum + durationSec, 0) / 3600
    const issues = these.flatMap((each) => each.issues)
    const heard = issues.filter(isHeard)
    const falselyHeard = these.map(({ clip, issues }) =>
      issues.filter((issue) => isHeard(issue) && !isKnownFault(clip, issue)),
    )
    const isFalse = ({ flagged, issues }: UntouchedHearing, index: number) =>
      flagged && (falselyHeard[index].length > 0 || !issues.some(isHeard))
    return {
      group,
      files: these.length,
      hours,
      flagged: these.filter(({ flagged }) => flagged).length / these.length,
      flaggedFalsely: these.filter(isFalse).length / these.length,
      heardPerHour: heard.length / hours,
      falsePerHour: falselyHeard.flat().length / hours,
      anyPerHour: issues.length / hours,
      what: tally(heard.map(({ type }) => type)),
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
      { title: 'heard an hour', value: ({ heardPerHour }) => heardPerHour.toFixed(1) },
      { title: 'falsely', value: ({ falsePerHour }) => falsePerHour.toFixed(1) },
      { title: 'any an hour', value: ({ anyPerHour }) => anyPerHour.toFixed(1) },
      { title: 'what was heard', value: ({ what }) => what, align: 'left' },
    ],
    rows,
  )
}
