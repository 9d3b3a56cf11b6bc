// What a person is told about words that are wrong.

import type { FlagReason } from '../check.js'
import { clock } from '../clock.js'
import {
  allSpeechless,
  asSentence,
  isSpeechless,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import type { WeighedDifference } from './differences.js'
import type { ScriptFindings } from './listen.js'
import type { ScriptTrack } from './report.js'

/** More than this of one file is no longer read. */
const MOST_REASONS = 4
const MOST_QUOTED_WORDS = 8

/** The script first, if it is of another file; then what was said wrong, the heaviest first. */
export function reasonsOf(
  track: Pick<ScriptTrack, 'flagged' | 'note' | 'transcript'>,
  { presence, differences, tags, repetitions, referenceWords }: ScriptFindings,
): FlagReason[] {
  if (!track.flagged) return []
  if (isSpeechless(presence))
    return [
      speechlessReason(
        presence,
        referenceWords > 0 ? 'the whole script is missing' : 'no word is recognised',
      ),
    ]
  if (track.transcript === '') return [{ message: 'nothing is said' }]
  if (track.note) return [{ message: inSentence(track.note) }]
  const told = new Set<WeighedDifference>()
  const startsAt = (timeSec: number) => (difference: WeighedDifference) => difference.timeSec === timeSec
  const messages: string[] = []
  for (const { tag, spokenWord, timeSec } of tags.spoken) {
    messages.push(`the tag ${tag} is spoken ("${spokenWord}") at ${clock(timeSec)}`)
    for (const difference of differences.filter(
      ({ timeSec: at, endSec }) => at <= timeSec && endSec > timeSec,
    ))
      told.add(difference)
  }
  for (const { text, times, timeSec } of repetitions) {
    messages.push(`says ${quoted(text)} ${times === 1 ? 'twice' : `${times + 1} times`} at ${clock(timeSec)}`)
    for (const difference of differences.filter(startsAt(timeSec))) told.add(difference)
  }
  const rest = differences
    .filter((difference) => difference.cause === 'voice' && !told.has(difference))
    .sort((one, other) => other.weight - one.weight)
  // With a low threshold a file is flagged for doubts too.
  const doubts = messages.length + rest.length > 0 ? rest : heaviest(differences)
  messages.push(...doubts.map(messageOf))
  const more = messages.length - MOST_REASONS
  const shown = more > 1 ? [...messages.slice(0, MOST_REASONS), `${more} more differences`] : messages
  return shown.map((message) => ({ message }))
}

function heaviest(differences: WeighedDifference[]): WeighedDifference[] {
  return differences.toSorted((one, other) => other.weight - one.weight).slice(0, 1)
}

function messageOf({ kind, verdict, written, heard, timeSec, atEnd }: WeighedDifference): string {
  const at = `at ${clock(timeSec)}`
  if (verdict === 'cut') return `${atEnd ? 'stops' : 'begins'} inside ${quoted(written)} ${at}`
  if (kind === 'missing')
    return atEnd ? `stops before the end: ${quoted(written)} is missing` : `skips ${quoted(written)} ${at}`
  if (kind === 'added' && heard === '') return `says more than its script ${at}, perhaps something twice`
  if (kind === 'added')
    return atEnd
      ? `goes on after the end of the script ${at}: ${quoted(heard)}`
      : `adds ${quoted(heard)} ${at}`
  return `says ${quoted(heard)} for ${quoted(written)} ${at}`
}

function quoted(text: string): string {
  const words = text.split(' ')
  return words.length <= MOST_QUOTED_WORDS
    ? `"${text}"`
    : `"${words.slice(0, MOST_QUOTED_WORDS).join(' ')} ..."`
}

function inSentence(note: string): string {
  return note[0].toLowerCase() + note.slice(1).replace(/\.$/, '')
}

export function summaryOf(tracks: ScriptTrack[], scripted: number): string {
  const presences = tracks.map(({ speech }) => speech)
  const speechless = speechlessSummary(presences)
  if (speechless === null) return wordsSummary(tracks, scripted)
  if (allSpeechless(presences)) return asSentence(speechless)
  const others = tracks.filter(({ speech }) => !isSpeechless(speech)).some(({ flagged }) => flagged)
  // Where nothing else is wrong, the files without speech are all there is to say.
  return others ? `${wordsSummary(tracks, scripted).slice(0, -1)}; ${speechless}.` : asSentence(speechless)
}

function wordsSummary(tracks: ScriptTrack[], scripted: number): string {
  const flagged = tracks.filter((track) => track.flagged).length
  const tags = tracks.reduce((sum, track) => sum + track.tags.spoken.length, 0)
  const tagged = tags === 0 ? '' : `; ${tags} ${tags === 1 ? 'tag is' : 'tags are'} spoken aloud`
  const unscripted = tracks.length - scripted
  const without =
    unscripted === 0 || scripted === 0
      ? ''
      : `; ${unscripted} ${unscripted === 1 ? 'file has' : 'files have'} no script`
  if (scripted === 0)
    return flagged === 0
      ? 'Without scripts: no repetition and no spoken tag was found.'
      : `Without scripts: ${flagged} of ${tracks.length} files repeat themselves or speak a tag${tagged}.`
  if (flagged === 0) return `The files say what their scripts say${tagged}${without}.`
  return `${flagged} of ${tracks.length} files ${flagged === 1 ? 'does' : 'do'} not say what the script says${tagged}${without}.`
}
