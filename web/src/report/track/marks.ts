// Everything about a track that has a place in time, for the waveform and the list under it.
import type { CheckName, Difference } from '../../api/audit.js'
import { percent } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'
import { issueTitles, type Kind } from '../words.js'

export interface Mark {
  timeSec: number
  endSec: number
  kind: Kind
  title: string
  /** How much it matters, for the eye: a cut that nobody can miss must not look less than a pause that nobody minds. */
  weight: 'subtle' | 'noticeable' | 'severe'
  /** What else there is to say of it. */
  note: string
  /** Who tells it. */
  check: CheckName
  /** What the check calls it. */
  issue: string
  /** How sure the check is; null where it does not tell. */
  confidence: number | null
  /** Does not count against the file: most files of the batch have it, or it is doubtful. */
  isHarmless: boolean
}

export function marksOf({ quality, comparison, script }: TrackView): Mark[] {
  const issues = (quality?.issues ?? []).map(
    ({ timeSec, endSec, type, audibilityLabel, confidence, trait }): Mark => ({
      timeSec,
      endSec,
      kind: type,
      title: issueTitles[type],
      weight: audibilityLabel,
      note: [audibilityLabel, ...sureness(confidence), ...(trait ? ['as in most files'] : [])].join(', '),
      check: 'quality',
      issue: type,
      confidence: confidence ?? null,
      isHarmless: Boolean(trait),
    }),
  )
  const changes = (comparison?.voiceChangesSec ?? []).map(
    (timeSec): Mark => ({
      timeSec,
      endSec: timeSec,
      kind: 'voice',
      title: 'The voice changes',
      weight: 'severe',
      note: '',
      ...toldBy('comparison', 'comparison'),
    }),
  )
  const tags = (script?.tags.spoken ?? []).map(
    ({ tag, spokenWord, timeSec, endSec }): Mark => ({
      timeSec,
      endSec,
      kind: 'tag',
      title: `Speaks the tag ${tag}`,
      weight: 'severe',
      note: `recognised as “${spokenWord}”`,
      ...toldBy('scriptAccuracy', 'spokenTag'),
    }),
  )
  const repetitions = (script?.repetitions ?? []).map(
    ({ text, timeSec, endSec, times }): Mark => ({
      timeSec,
      endSec,
      kind: 'repetition',
      title: `Says “${text}” again`,
      weight: 'severe',
      note: times === 1 ? '' : `${times} times`,
      ...toldBy('scriptAccuracy', 'repetition'),
    }),
  )
  const told = [...tags, ...repetitions]
  const words = (script?.differences ?? [])
    .filter((difference) => difference.cause === 'voice' && !told.some((mark) => covers(mark, difference)))
    .map(
      (difference): Mark => ({
        timeSec: difference.timeSec,
        endSec: difference.endSec,
        kind: 'words',
        title: differenceTitle(difference),
        weight: 'severe',
        note: '',
        ...toldBy('scriptAccuracy', difference.kind, difference.confidence),
        isHarmless: difference.verdict === 'doubtful',
      }),
    )
  return [...issues, ...changes, ...told, ...words].sort((one, other) => one.timeSec - other.timeSec)
}

function toldBy(check: CheckName, issue: string, confidence: number | null = null) {
  return { check, issue, confidence, isHarmless: false }
}

/** Audits of older versions do not tell. */
function sureness(confidence: number | undefined): string[] {
  return confidence === undefined ? [] : [`${percent(confidence)} sure`]
}

export function differenceTitle({ kind, verdict, written, heard }: Difference): string {
  if (kind === 'missing') return `Leaves out “${written}”`
  if (kind === 'added') return heard === '' ? 'Says more than its script' : `Adds “${heard}”`
  if (verdict === 'said') return `Recognised “${heard}” for “${written}”, which was probably said`
  return `Says “${heard}” for “${written}”`
}

function covers(mark: Mark, { timeSec, endSec }: Difference): boolean {
  return timeSec < mark.endSec && endSec > mark.timeSec
}
