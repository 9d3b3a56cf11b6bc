// The words of a file as captions show them, out of what an audit tells of it.
import type { CaptionedTrack, CaptionWord } from './captioned-track.js'
import { recognisedPlaces, wordsOf } from './recognised-places.js'
import { scriptWords } from './script-words.js'

/**
 * What was said, in the order of time: with an aligned script its words, else those of the transcript. There, where the
 * recogniser is held to have got a word of the script wrong, the script's own word is shown in its place. Null when the audit does
 * not tell when words are said.
 */
export function captionWords(track: CaptionedTrack): CaptionWord[] | null {
  const { transcript, wordTimesSec, differences, note } = track
  const texts = wordsOf(transcript)
  if (!wordTimesSec || wordTimesSec.length !== texts.length) return null
  const words = texts.map((text, index): CaptionWord => {
    const [startSec, endSec] = wordTimesSec[index]
    return { text, startSec, endSec }
  })
  // Of a script that is of something else no word stands for what is said.
  if (note !== undefined) return words
  return scriptWords(track, words) ?? withoutMistakes(words, differences)
}

/** Audits of older versions do not tell the script. */
function withoutMistakes(words: CaptionWord[], differences: CaptionedTrack['differences']): CaptionWord[] {
  const mistaken = differences.filter(
    ({ kind, cause, written }) => kind === 'changed' && cause === 'recogniser' && wordsOf(written).length > 0,
  )
  const shown: CaptionWord[] = []
  let at = 0
  for (const { difference, from, to } of recognisedPlaces(words, mistaken)) {
    shown.push(...words.slice(at, from), ...inPlaceOf(words.slice(from, to), wordsOf(difference.written)))
    at = to
  }
  return [...shown, ...words.slice(at)]
}

/** Word for word where there are as many; else over the same time, each as long as its letters. */
function inPlaceOf(recognised: CaptionWord[], written: string[]): CaptionWord[] {
  if (recognised.length === written.length) {
    return written.map((text, index) => ({ ...recognised[index], text }))
  }
  const { startSec } = recognised[0]
  const { endSec } = recognised.at(-1)!
  const letters = written.reduce((sum, text) => sum + text.length, 0)
  let before = 0
  return written.map((text) => {
    const begin = startSec + ((endSec - startSec) * before) / letters
    before += text.length
    return { text, startSec: begin, endSec: startSec + ((endSec - startSec) * before) / letters }
  })
}
