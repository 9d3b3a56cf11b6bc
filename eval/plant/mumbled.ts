// One word of a recording made hard or impossible to understand, the rest left as it is.

export const mumblings = ['softly', 'backwards', 'shuffled'] as const
export type Mumbling = (typeof mumblings)[number]

const FADE_SEC = 0.005
/** Of a word that is hardly opened the mouth for little above the first formant is left. */
const SOFT_CUTOFF_HZ = 500
const SOFT_POLES = 4
const SOFT_GAIN = 0.7
/** The quarters of a word in another order are syllables of no word. */
const SHUFFLED = [2, 0, 3, 1]

export function mumbled(
  samples: Float32Array,
  sampleRateHz: number,
  { startSec, endSec }: { startSec: number; endSec: number },
  how: Mumbling,
): Float32Array {
  const from = Math.round(startSec * sampleRateHz)
  const word = samples.slice(from, Math.round(endSec * sampleRateHz))
  const fade = FADE_SEC * sampleRateHz
  const result = samples.slice()
  for (const [at, sample] of spoiled(word, sampleRateHz, how).entries()) {
    const share = Math.min(1, at / fade, (word.length - at) / fade)
    result[from + at] = share * sample + (1 - share) * word[at]
  }
  return result
}

function spoiled(word: Float32Array, sampleRateHz: number, how: Mumbling): Float32Array {
  if (how === 'softly') return lowPassed(word, sampleRateHz).map((sample) => SOFT_GAIN * sample)
  if (how === 'backwards') return word.toReversed()
  const length = Math.floor(word.length / SHUFFLED.length)
  const fade = FADE_SEC * sampleRateHz
  return Float32Array.from({ length: length * SHUFFLED.length }, (_, at) => {
    const inside = at % length
    const share = Math.min(1, inside / fade, (length - inside) / fade)
    return share * word[SHUFFLED[Math.floor(at / length)] * length + inside]
  })
}

function lowPassed(sound: Float32Array, sampleRateHz: number): Float32Array {
  const decay = Math.exp((-2 * Math.PI * SOFT_CUTOFF_HZ) / sampleRateHz)
  const result = sound.slice()
  for (let pole = 0; pole < SOFT_POLES; pole++) {
    let state = 0
    for (let at = 0; at < result.length; at++) {
      state = decay * state + (1 - decay) * result[at]
      result[at] = state
    }
  }
  return result
}
