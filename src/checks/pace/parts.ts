// The pace in one part of a file and in the next.
import type { Pronounce } from '../../speech/pronouncing.js'
import type { VoiceActivity, Word } from '../../speech/speech-data.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { spoken } from '../../text/numbers.js'
import type { PacePart } from './findings.js'
import { drawnOut, endsPhrase, pausesBetween, speechTime } from './speech-time.js'

/** Enough for the words themselves not to matter much; more where there would be too many parts. */
const PART_WORDS = 12
const MOST_PARTS = 60
/** Where no phrase ends for so many times as long, a part ends in the middle of one. */
const LONGEST_PART = 2

export function paceParts(
  words: Word[],
  activity: Pick<VoiceActivity, 'pauses'>,
  pronounce: Pronounce,
): PacePart[] {
  return wordGroups(words, activity).flatMap((group) => {
    const { runningSec, phrases } = speechTime(group, activity)
    const phones = group.flatMap(({ text }) => spoken(text)).map((word) => pronounce(word.toLowerCase()))
    const ordinarySec = typicalSec({ words: phones, phrases })
    if (!(runningSec > 0 && ordinarySec > 0)) return []
    return [
      { startSec: group[0].startSec, endSec: group.at(-1)!.endSec, runningSec, typicalSec: ordinarySec },
    ]
  })
}

/** Words up to the end of a phrase; a few that are left at the end make no group. */
function wordGroups(words: Word[], activity: Pick<VoiceActivity, 'pauses'>): Word[][] {
  const least = Math.max(PART_WORDS, Math.ceil(words.length / MOST_PARTS))
  const pausesSec = pausesBetween(words, activity)
  const groups: Word[][] = []
  let open: Word[] = []
  for (const [index, word] of words.entries()) {
    open.push(word)
    const isEnd = index === pausesSec.length || endsPhrase(word.text) || drawnOut(pausesSec[index]) === 1
    if (open.length < least || (!isEnd && open.length < LONGEST_PART * least)) continue
    groups.push(open)
    open = []
  }
  return groups
}
