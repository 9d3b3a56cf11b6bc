// A batch in which every check finds something: three short recordings, one of them with everything wrong.

import { type FormPart, field, file } from '../../lab/service/multipart.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'

const said = [
  'The harbour lay still in the grey light of the morning.',
  'She put the lamp on the table and waited for the letter.',
  'Whispering. The old captain counted his boats and went to bed.',
]
export const contractNames = ['one.wav', 'two.wav', 'three.wav']
export const contractScripts = {
  'one.wav': said[0],
  'three.wav': said[2].replace('Whispering.', '[whispering]'),
}

const PAUSE_SEC = 4
/** Enough to clip, and to stand out of the batch. */
const GAIN = 6
const BURST_SEC = 0.6
const BURST_LEVEL = 0.3

async function recordings(): Promise<Buffer[]> {
  const [one, two, three] = await Promise.all(
    said.map((text, at) => voice(at === 2 ? 'flite:rms' : 'flite:slt').speak(text)),
  )
  return [one, two, { ...three, samples: spoilt(three.samples, three.sampleRateHz) }].map(
    ({ samples, sampleRateHz }) => wavBytes(samples, sampleRateHz),
  )
}

/** Far too loud, with a long pause in the middle and noise before the end. */
function spoilt(samples: Float32Array, rateHz: number): Float32Array {
  const middle = Math.floor(samples.length / 2)
  const gap = PAUSE_SEC * rateHz
  const longer = new Float32Array(samples.length + gap)
  longer.set(samples.subarray(0, middle))
  longer.set(samples.subarray(middle), middle + gap)
  const burst = longer.length - Math.floor(1.5 * rateHz)
  let seed = 1
  return longer.map((sample, at) => {
    // A generator of noise that gives the same every time (Park and Miller 1988).
    seed = (seed * 48271) % 0x7fffffff
    const noise = at >= burst && at < burst + BURST_SEC * rateHz ? seed / 0x3fffffff - 1 : 0
    return Math.max(-1, Math.min(1, GAIN * sample + BURST_LEVEL * noise))
  })
}

export async function contractBatch(): Promise<FormPart[]> {
  const files = (await recordings()).map((content, at) => file(contractNames[at], content))
  return [...files, field('scripts', JSON.stringify(contractScripts))]
}
