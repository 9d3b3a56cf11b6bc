// What files say otherwise than their scripts, for a terminal: one line a place, with the time to jump to.
import type { Difference, ScriptTrack } from '../audit/checks.js'
import { printable } from './printable.js'

/** Longer passages are shown by their beginning and their end. */
const MOST_WORDS_SHOWN = 24
const MARKS: Record<Difference['kind'], string> = { missing: '-', added: '+', changed: '~' }

/** Nothing for files that say what they should. What is the recogniser's doing is left out. */
export function scriptDiff(tracks: readonly ScriptTrack[]): string[] {
  const differing = tracks
    // Against the script of another file nothing is to be learnt word by word.
    .filter(({ note }) => note === undefined)
    .map(({ file, differences }) => ({ file, wrong: differences.filter(({ cause }) => cause === 'voice') }))
    .filter(({ wrong }) => wrong.length > 0)
  if (differing.length === 0) return []
  return [
    'Against the scripts (- left out, + added, ~ said otherwise):',
    ...differing.flatMap(({ file, wrong }) => [`  ${printable(file)}`, ...wrong.map(lineOf)]),
  ]
}

const NOT_MADE_OUT = '(more is said than could be made out)'

function lineOf({ kind, written, heard, timeSec }: Difference): string {
  const text =
    kind === 'missing'
      ? shown(written)
      : kind === 'added'
        ? shown(heard) || NOT_MADE_OUT
        : `${shown(written)} -> ${shown(heard)}`
  return `    ${clock(timeSec).padStart(8)}  ${MARKS[kind]} ${printable(text)}`
}

function shown(text: string): string {
  const words = text.split(' ')
  if (words.length <= MOST_WORDS_SHOWN) return text
  const half = MOST_WORDS_SHOWN / 2
  return `${words.slice(0, half).join(' ')} ... ${words.slice(-half).join(' ')}`
}

/** Minutes and seconds with tenths: "1:07.3". */
function clock(timeSec: number): string {
  const tenths = Math.round(timeSec * 10)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${Math.floor(tenths / 600)}:${seconds}`
}
