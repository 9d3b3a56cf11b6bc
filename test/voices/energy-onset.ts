import type { SpokenWord, Utterance } from '../../voices/voice.js'

const stepSec = 0.001
const windowSec = 0.005
/** A word is heard from 30 dB below its loudest moment. */
const audibleShare = 10 ** (-30 / 20)

/** When each word becomes audible after the quietest moment of the pause before it; for words after a pause only. */
export function energyOnsetsSec(utterance: Utterance): number[] {
  const level = levels(utterance)
  return utterance.words!.map((word, index, words) => {
    const previous: SpokenWord | undefined = words[index - 1]
    const from = previous ? quietest(level, previous.endSec, word.startSec + 0.02) : 0
    const to = Math.round(word.endSec / stepSec)
    const audible = audibleShare * Math.max(...level.subarray(from, to))
    let at = from
    while (level[at] < audible) at++
    return at * stepSec
  })
}

function quietest(level: Float32Array, fromSec: number, toSec: number): number {
  let best = Math.round(fromSec / stepSec)
  for (let at = best; at < Math.round(toSec / stepSec); at++) if (level[at] < level[best]) best = at
  return best
}

/** Root mean square of 5 ms around every millisecond. */
function levels({ samples, sampleRateHz }: Utterance): Float32Array {
  const half = Math.round((windowSec / 2) * sampleRateHz)
  return Float32Array.from({ length: Math.floor(samples.length / sampleRateHz / stepSec) }, (_, step) => {
    const centre = Math.round(step * stepSec * sampleRateHz)
    const window = samples.subarray(Math.max(0, centre - half), centre + half)
    return Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / window.length)
  })
}
