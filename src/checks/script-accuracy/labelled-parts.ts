// When each part of a dialogue is said that the script gives to a speaker by name.
import type { LabelledPart } from '../check.js'
import { rounded } from '../statistics.js'
import { speakersIn } from './script.js'
import type { ScriptTime } from './script-times.js'

const TIME_DECIMALS = 2

/**
 * From the first to the last word that is said of each part; parts of one speaker that follow each other are one. `times`: for each word
 * of the script when it is said. A part of which nothing is said is left out.
 */
export function labelledParts(
  script: string,
  speaker: string | undefined,
  times: readonly ScriptTime[],
): LabelledPart[] {
  const speakers = speakersIn(script, speaker)
  const parts: LabelledPart[] = []
  for (const [at, { label, wordIndex }] of speakers.entries()) {
    const said = times.slice(wordIndex, speakers[at + 1]?.wordIndex).filter((time) => time !== null)
    if (said.length === 0) continue
    const startSec = rounded(said[0][0], TIME_DECIMALS)
    const endSec = rounded(said.at(-1)![1], TIME_DECIMALS)
    const before = parts.at(-1)
    if (before?.label === label) before.endSec = endSec
    else parts.push({ label, startSec, endSec })
  }
  return parts
}
