// What is sent: speech, and what only looks like it.
import { seededRandom } from '../../lab/random.js'
import { joinUtterances, type Utterance } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { sentences } from '../clips.js'

const RATE_HZ = 16_000

export interface Spoken {
  bytes: Buffer
  text: string
}

let spoken: Promise<Utterance[]> | undefined
let made = 0

/** Too soft for a person to notice, but no two files are the same. */
function marked(samples: Float32Array, sampleRateHz: number): Buffer {
  const own = Float32Array.from(samples)
  const mark = ++made
  for (let bit = 0; bit < 24; bit++) own[bit] = (mark >> bit) & 1 ? 1 / 2 ** 14 : 0
  return wavBytes(own, sampleRateHz)
}

/** A file that the service has not met before; `at` says which sentences it is made of. */
export async function speech(at: number, sentencesEach = 1): Promise<Spoken> {
  spoken ??= Promise.all(sentences.map((sentence) => voice('flite:slt').speak(sentence)))
  const all = await spoken
  // Those of the second round stand beside others than in the first.
  const round = Math.floor(at / all.length)
  const which = Array.from({ length: sentencesEach }, (_, next) => (at + next * (1 + round)) % all.length)
  const { samples, sampleRateHz } = joinUtterances(which.map((index) => all[index]))
  return {
    bytes: marked(samples, sampleRateHz),
    text: which.map((index) => sentences[index]).join(' '),
  }
}

const filled = (durationSec: number, value: (sec: number, at: number) => number) =>
  Float32Array.from({ length: Math.round(durationSec * RATE_HZ) }, (_, at) => value(at / RATE_HZ, at))

const wave = (hz: number, sec: number) => Math.sin(2 * Math.PI * hz * sec)

export const silence = (durationSec: number) =>
  wavBytes(
    filled(durationSec, () => 0),
    RATE_HZ,
  )

export function whiteNoise(durationSec: number): Buffer {
  const random = seededRandom(20_240_607)
  return wavBytes(
    filled(durationSec, () => 2 * random() - 1),
    RATE_HZ,
  )
}

export const oneSample = () => wavBytes(Float32Array.of(0.5), RATE_HZ)

export const tone = (durationSec: number) =>
  wavBytes(
    filled(durationSec, (sec) => 0.3 * wave(440, sec)),
    RATE_HZ,
  )

/** Chords of a plucked instrument over a bass, one a half second: the tonic, the fourth, the fifth. */
export function music(durationSec: number): Buffer {
  const chords = [
    [220, 277.18, 329.63],
    [293.66, 369.99, 440],
    [329.63, 415.3, 493.88],
  ]
  const BEAT_SEC = 0.5
  const samples = filled(durationSec, (sec) => {
    const beat = Math.floor(sec / BEAT_SEC)
    const since = sec - beat * BEAT_SEC
    const chord = chords[Math.floor(beat / 2) % chords.length]
    const decay = Math.exp(-4 * since) * Math.min(1, since / 0.005)
    const notes = chord.map((hz) => wave(hz, since) + 0.5 * wave(2 * hz, since) + 0.25 * wave(3 * hz, since))
    const bass = wave(chord[0] / 2, sec)
    return 0.12 * decay * notes.reduce((sum, note) => sum + note, 0) + 0.15 * bass
  })
  return wavBytes(samples, RATE_HZ)
}

/** Floating-point samples of any size. */
export function floats(value: number, durationSec = 1): Buffer {
  return wavBytes(
    filled(durationSec, (sec) => value * wave(200, sec)),
    RATE_HZ,
    'float32',
  )
}
