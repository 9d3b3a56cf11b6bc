// What a person is told about words that are wrong.

import { clock } from '../../report/clock.js'
import type { FlagReason } from '../check.js'
import {
  allSpeechless,
  asSentence,
  isSpeechless,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import type { WeighedDifference } from './differences.js'
import type { ScriptFindings } from './listen.js'
import { type BatchFinding, type BatchFindingKind, batchFindingKinds, type ScriptTrack } from './report.js'

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

export function summaryOf(
  tracks: ScriptTrack[],
  scripted: number,
  findings: readonly BatchFinding[] = [],
): string {
  const presences = tracks.map(({ speech }) => speech)
  const speechless = speechlessSummary(presences)
  const summary = () => wordsSummary(tracks, scripted, findings)
  if (speechless === null) return summary()
  if (allSpeechless(presences)) return asSentence(speechless)
  const others = tracks.filter(({ speech }) => !isSpeechless(speech)).some(({ flagged }) => flagged)
  // Where nothing else is wrong, the files without speech are all there is to say.
  return others || batchClauses(findings) !== ''
    ? `${summary().slice(0, -1)}; ${speechless}.`
    : asSentence(speechless)
}

/** More makes a sentence that nobody reads; the findings are all in the report. */
const MOST_CLAUSES = 2

/** How many files, or scripts, findings of a kind are about. That files have no script is told in any case. */
const clauseOf: Partial<Record<BatchFindingKind, (count: number, findings: number) => string>> = {
  wrongOrder: (files) => `${files} ${files === 1 ? 'file is' : 'files are'} in the wrong order`,
  saidTwice: (_, scripts) => `${scripts} ${scripts === 1 ? 'script is' : 'scripts are'} said more than once`,
  split: (_, scripts) => `${scripts} ${scripts === 1 ? 'script goes' : 'scripts go'} on in the next file`,
  scriptNotSaid: (scripts) => `${scripts} ${scripts === 1 ? 'script is' : 'scripts are'} said by no file`,
  sameSound: (files) => `${files} files have the same sound${files === 2 ? '' : ' as another'}`,
}

function batchClauses(findings: readonly BatchFinding[]): string {
  return batchFindingKinds
    .flatMap((kind) => {
      const all = findings.filter((finding) => finding.kind === kind)
      const files = all.reduce((sum, finding) => sum + finding.files.length, 0)
      return all.length === 0 ? [] : (clauseOf[kind]?.(files, all.length) ?? [])
    })
    .slice(0, MOST_CLAUSES)
    .map((clause) => `; ${clause}`)
    .join('')
}

/** Files may say other scripts than their own though the caller flags none of them. */
function isAboutScripts({ kind }: BatchFinding): boolean {
  return kind !== 'sameSound' && kind !== 'withoutScript'
}

function wordsSummary(tracks: ScriptTrack[], scripted: number, findings: readonly BatchFinding[]): string {
  const flagged = tracks.filter((track) => track.flagged).length
  const tags = tracks.reduce((sum, track) => sum + track.tags.spoken.length, 0)
  const tagged = tags === 0 ? '' : `; ${tags} ${tags === 1 ? 'tag is' : 'tags are'} spoken aloud`
  const unscripted = tracks.length - scripted
  const without =
    unscripted === 0 || scripted === 0
      ? ''
      : `; ${unscripted} ${unscripted === 1 ? 'file has' : 'files have'} no script`
  const batch = batchClauses(findings)
  if (scripted === 0)
    return flagged === 0
      ? `Without scripts: no repetition and no spoken tag was found${batch}.`
      : `Without scripts: ${flagged} of ${tracks.length} files repeat themselves or speak a tag${tagged}${batch}.`
  if (flagged === 0) {
    const none = findings.some(isAboutScripts) ? 'No file is flagged' : 'The files say what their scripts say'
    return `${none}${batch}${tagged}${without}.`
  }
  return `${flagged} of ${tracks.length} files ${flagged === 1 ? 'does' : 'do'} not say what the script says${batch}${tagged}${without}.`
}
