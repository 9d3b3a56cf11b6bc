// Static of many kinds, wider than what eval/plant plants, so that what is learnt is not how that plants.
import { between, betweenLog, oneOf } from '../../eval/plant/planter.js'
import { bandPass, highPass, lowPass } from './filters.js'

export type Random = () => number
export type Maker = (length: number, sampleRateHz: number, random: Random) => Float32Array

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export const white: Maker = (length, _rate, random) => Float32Array.from({ length }, () => normal(random))

/** Power that falls, or rises a little, by so much an octave: a chain of first-order shelves, one an octave and a half. */
export const coloured: Maker = (length, rate, random) => {
  const slope = between(random, [-0.3, 1.1])
  let sound = white(length, rate, random)
  for (let cornerHz = 40; cornerHz < 0.4 * rate; cornerHz *= 2.8) {
    const pole = Math.exp((-2 * Math.PI * cornerHz) / rate)
    const zero = Math.exp((-2 * Math.PI * cornerHz * 2.8 ** (slope / 1.1)) / rate)
    let before = 0
    let last = 0
    sound = sound.map((sample) => {
      last = sample - zero * before + pole * last
      before = sample
      return last
    })
  }
  return sound
}

const banded: Maker = (length, rate, random) => {
  const lowHz = betweenLog(random, [60, 0.2 * rate])
  const highHz = Math.min(0.48 * rate, Math.max(betweenLog(random, [800, 0.48 * rate]), 1.5 * lowHz))
  let sound = white(length, rate, random)
  for (let order = 1 + Math.floor(3 * random()); order > 0; order--)
    sound = lowPass(highPass(sound, rate, lowHz), rate, highHz)
  return sound
}

/** Noise around one frequency, a tenth to a whole octave wide. */
const narrow: Maker = (length, rate, random) => {
  const centreHz = betweenLog(random, [300, Math.min(8_000, 0.42 * rate)])
  return bandPass(white(length, rate, random), rate, centreHz, 1 / betweenLog(random, [0.07, 0.7]))
}

/** Noise at a lower rate without a filter after it, as of a broken converter. */
const held: Maker = (length, rate, random) => {
  const step = Math.min(1, betweenLog(random, [1_500, 12_000]) / rate)
  let value = 0
  let index = -1
  return Float32Array.from({ length }, (_, n) => {
    if (Math.floor(n * step) !== index) {
      index = Math.floor(n * step)
      value = random() - 0.5
    }
    return value
  })
}

const trembling: Maker = (length, rate, random) => {
  const noise = random() < 0.5 ? white(length, rate, random) : banded(length, rate, random)
  const hz = betweenLog(random, [8, 150])
  const isSquare = random() < 0.4
  const depth = random() < 0.3 ? 1 : between(random, [0.2, 1])
  return noise.map((sample, n) => {
    const wave = Math.sin((2 * Math.PI * hz * n) / rate)
    return sample * (1 + depth * (isSquare ? Math.sign(wave) : wave))
  })
}

const crackle: Maker = (length, rate, random) => {
  const perSec = betweenLog(random, [40, 1_500])
  const spread = between(random, [1, 8])
  const decay = between(random, [0, 0.9]) * oneOf(random, [-1, 1])
  const sound = new Float32Array(length)
  let last = 0
  for (let n = 0; n < length; n++) {
    if (random() * rate < perSec) last += spread ** random() * oneOf(random, [-1, 1])
    sound[n] = last
    last *= decay
  }
  return sound
}

/** Few crackles, each a puff of noise of parts of a millisecond to some. */
const vinyl: Maker = (length, rate, random) => {
  const perSec = betweenLog(random, [15, 90])
  const spread = between(random, [1, 8])
  const decay = Math.exp(-1 / (betweenLog(random, [0.0001, 0.0015]) * rate))
  let size = 0
  return Float32Array.from({ length }, () => {
    if (random() * rate < perSec) size += spread ** random()
    size *= decay
    return size * normal(random)
  })
}

const buzz: Maker = (length, rate, random) => {
  const hz = betweenLog(random, [45, 500])
  const start = random()
  const duty = between(random, [0.02, 0.5])
  const power = 2 * Math.floor(5 * random()) + 3
  const kind = random()
  let sound = Float32Array.from({ length }, (_, n) => {
    const phase = (start + (n * hz) / rate) % 1
    if (kind < 0.5) return 2 * phase - 1
    return kind < 0.8 ? (phase < duty ? 1 : 0) - duty : Math.sin(2 * Math.PI * phase) ** power
  })
  if (random() < 0.25) {
    const whole = sound
    sound = whole.map((sample, n) => sample - (whole[n - 1] ?? sample))
  }
  return lowPass(sound, rate, betweenLog(random, [500, 0.45 * rate]))
}

/** A buffer of 2 to 20 ms over and over again. */
const stuck: Maker = (length, rate, random) => {
  const buffer = white(Math.max(4, Math.round(betweenLog(random, [0.002, 0.02]) * rate)), rate, random)
  return Float32Array.from({ length }, (_, n) => buffer[n % buffer.length])
}

const ring: Maker = (length, rate, random) => {
  const sound = new Float32Array(length)
  const fade = random() < 0.3 ? betweenLog(random, [0.5, 15]) : 0
  for (let tone = 0; tone < 4; tone++) {
    if (tone > 0 && random() > 0.6) continue
    const hz = betweenLog(random, [450, Math.min(8_000, 0.45 * rate)])
    const bend = random() < 0.3 ? between(random, [0, 0.004]) : 0
    const size = between(random, [0.3, 1])
    const phase = 2 * Math.PI * random()
    for (let n = 0; n < length; n++) {
      const sec = n / rate
      sound[n] +=
        size *
        Math.exp(-fade * sec) *
        Math.sin(2 * Math.PI * hz * (sec + (bend * Math.sin(6 * sec)) / 6) + phase)
    }
  }
  return sound
}

/** More than once: what comes more often. */
const makers: readonly Maker[] = [
  ...[white, white, coloured, coloured, coloured, banded, banded, narrow, held, trembling, trembling],
  ...[crackle, crackle, crackle, vinyl, buzz, buzz, buzz, buzz, stuck, ring, ring, ring, ring],
]

export const anyStatic: Maker = (length, rate, random) => oneOf(random, makers)(length, rate, random)

/** What goes wrong with the speech itself: too few bits, noise that follows it, another tone upon it, a piece repeated. */
export function brokenSpeech(speech: Float32Array, rate: number, random: Random): Float32Array {
  const kind = Math.floor(4 * random())
  if (kind === 0) {
    const peak = speech.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-3)
    const step = peak * 2 ** -between(random, [1.5, 6])
    return speech.map((sample) => Math.round(sample / step) * step - sample)
  }
  if (kind === 1) return speech.map((sample) => 0.5 * sample * normal(random))
  if (kind === 2) {
    const hz = betweenLog(random, [80, 1_500])
    return speech.map((sample, n) => sample * (Math.sin((2 * Math.PI * hz * n) / rate) - 1))
  }
  const piece = Math.max(8, Math.round(betweenLog(random, [0.008, 0.06]) * rate))
  return speech.map((sample, n) => speech[n % piece] - sample)
}
