// Sound in which nobody speaks: silence, noise, tones and played music, made from numbers alone.

export type SpeechlessKind = 'silence' | 'noise' | 'tone' | 'music'

export interface Speechless {
  name: string
  kind: SpeechlessKind
  samples: Float32Array
}

type Random = () => number
type Sound = (t: number) => number

/** Every sound once, `durationSec` long; another seed gives other noises, other melodies and other instruments' tunings. */
export function speechlessSounds(sampleRateHz: number, durationSec: number, seed: number): Speechless[] {
  const length = Math.round(durationSec * sampleRateHz)
  const studio: Studio = { rate: sampleRateHz, length, random: generator(seed) }
  return [...silences(studio), ...noises(studio), ...tones(studio), ...pieces(studio)]
}

interface Studio {
  rate: number
  length: number
  random: Random
}

/** Park and Miller's minimal standard generator, 0 to 1. */
function generator(seed: number): Random {
  let state = ((Math.abs(Math.round(seed)) * 7919 + 12345) % 2147483646) + 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function silences({ length, random }: Studio): Speechless[] {
  const made = (name: string, samples: Float32Array): Speechless => ({ name, kind: 'silence', samples })
  return [
    made('digital silence', new Float32Array(length)),
    made('constant offset', new Float32Array(length).fill(0.1)),
    made(
      'dither of one bit',
      Float32Array.from({ length }, () => Math.round(2 * random() - 1) / 32_768),
    ),
    made(
      'noise at -80 dBFS',
      levelled(
        Float32Array.from({ length }, () => random() - 0.5),
        -80,
      ),
    ),
  ]
}

const NOISE_LEVELS_DBFS = [-6, -25, -45, -60]

function noises(studio: Studio): Speechless[] {
  const { rate, length, random } = studio
  const white = () => Float32Array.from({ length }, () => 2 * random() - 1)
  const colours: [string, Float32Array][] = [
    ['white noise', white()],
    ['pink noise', filtered(white(), PINK)],
    ['brown noise', filtered(white(), [0.998])],
    ['room: low rumble with mains', mixed(filtered(white(), [0.99]), 1, harmonics(studio, 50, 6), 0.2)],
    ['wind in slow gusts', modulated(filtered(white(), [0.97]), rate, 0.4, random)],
    ['rain: hiss and drops', mixed(white(), 0.1, impulses(studio, 60, 0.002), 1)],
    ['clicks', impulses(studio, 3, 0.0005)],
    ['crackle', impulses(studio, 80, 0.0003)],
    ['engine: rumble with firing', mixed(filtered(white(), [0.98]), 1, harmonics(studio, 31, 20), 0.3)],
    ['noise in syllables', syllables(filtered(white(), [0.9]), rate, random)],
    ['breathing', modulated(filtered(white(), [0.6]), rate, 0.25, random)],
    ['steps on a floor', impulses(studio, 1.8, 0.03)],
  ]
  return colours.flatMap(([name, sound]) =>
    NOISE_LEVELS_DBFS.map(
      (dbfs): Speechless => ({
        name: `${name}, ${dbfs} dBFS`,
        kind: 'noise',
        samples: levelled(sound, dbfs),
      }),
    ),
  )
}

function tones(studio: Studio): Speechless[] {
  const { random } = studio
  const around = (hz: number) => hz * 2 ** ((random() - 0.5) / 6)
  const plain = (name: string, sound: Sound, dbfs = -12): Speechless => ({
    name,
    kind: 'tone',
    samples: levelled(rendered(studio, sound), dbfs),
  })
  const beeping = around(1_000)
  return [
    ...[55, 110, 220, 440, 1_000, 3_150].map((hz) => plain(`sine of ${hz} Hz`, sine(around(hz)))),
    plain('soft sine', sine(around(440)), -50),
    plain('square of 120 Hz', (t) => Math.sign(sine(120)(t))),
    plain('saw of 150 Hz', (t) => 2 * ((150 * t) % 1) - 1),
    plain('saw of 220 Hz', (t) => 2 * ((220 * t) % 1) - 1),
    plain('mains with overtones', (t) => sine(50)(t) + 0.5 * sine(100)(t) + 0.3 * sine(150)(t)),
    plain('dialling tone', (t) => sine(350)(t) + sine(440)(t)),
    plain('two keys of a telephone', (t) => sine(t % 0.4 < 0.2 ? 770 : 941)(t) + sine(1_336)(t)),
    plain('beeps', (t) => (t % 1 < 0.4 ? sine(beeping)(t) : 0)),
    plain('engaged tone', (t) => (t % 0.5 < 0.25 ? sine(425)(t) : 0)),
    plain('test tone with hiss', (t) => sine(1_000)(t) + 0.01 * (random() - 0.5)),
  ]
}

/** A note as an instrument plays it: sound at `t` seconds after it began, held for `heldSec`. */
type Instrument = (hz: number, heldSec: number, random: Random) => Sound

const instruments: Record<string, Instrument> = {
  piano: (hz) => (t) =>
    series(hz, t, 8, (n) => (1 / n) * Math.exp(-t * (1.5 + 0.6 * n))) * Math.min(1, t / 0.004),
  guitar: (hz, _held, random) => {
    const pluckedAt = 0.12 + 0.1 * random()
    return (t) =>
      series(hz, t, 16, (n) => (Math.sin(Math.PI * n * pluckedAt) / n) * Math.exp(-t * (2 + 0.25 * n))) *
      Math.min(1, t / 0.002)
  },
  organ: (hz, held) => (t) => series(hz, t, 8, (n) => (n % 2 ? 1 : 0.5) / n) * held01(t, held, 0.03),
  strings: (hz, held, random) => {
    const shift = random()
    return (t) =>
      series(hz, t + (0.004 * Math.sin(2 * Math.PI * (5.5 * t + shift))) / (0.03 * hz), 14, (n) => 1 / n) *
      held01(t, held, 0.12)
  },
  flute: (hz, held) => (t) =>
    series(hz, t + (0.003 * Math.sin(2 * Math.PI * 5 * t)) / (0.04 * hz), 4, (n) => 1 / n ** 2) *
    held01(t, held, 0.06),
  brass: (hz, held) => (t) =>
    series(hz, t, 18, (n) => Math.exp(-n * (0.12 + 0.5 * Math.exp(-t / 0.05)))) * held01(t, held, 0.04),
  bells: (hz) => (t) =>
    [0.5, 1, 1.2, 1.5, 2, 2.5, 3.1].reduce(
      (sum, ratio, n) => sum + Math.sin(2 * Math.PI * hz * 2 * ratio * t) * Math.exp(-t * (0.8 + 0.5 * n)),
      0,
    ),
  synthesiser: (hz, held) => (t) => (2 * ((hz * t) % 1) - 1) * 0.5 * held01(t, held, 0.005),
}

function pieces(studio: Studio): Speechless[] {
  const { rate, length, random } = studio
  const played = (name: string, samples: Float32Array): Speechless => ({
    name,
    kind: 'music',
    samples: levelled(samples, -16),
  })
  const beatSec = 0.4 + 0.3 * random()
  const keyHz = 220 * 2 ** (Math.floor(12 * random()) / 12)
  const drumming = drums(studio, beatSec)
  const solos = Object.entries(instruments).map(([name, instrument]) =>
    played(`${name}, a melody`, melody(studio, instrument, keyHz, beatSec)),
  )
  const chords = ['piano', 'guitar', 'organ', 'strings', 'brass', 'synthesiser'].map((name) =>
    played(`${name}, chords`, chordsOf(studio, instruments[name], keyHz / 2, beatSec)),
  )
  const bass = melody(studio, instruments.guitar, keyHz / 4, beatSec)
  const band = mixed(
    mixed(chordsOf(studio, instruments.guitar, keyHz / 2, beatSec), 0.4, bass, 0.5),
    1,
    drumming,
    0.5,
  )
  return [
    ...solos,
    ...chords,
    played('drums', drumming),
    played('bass and drums', mixed(bass, 0.6, drumming, 0.6)),
    played('a band', band),
    played('a band with a lead', mixed(band, 0.5, melody(studio, instruments.strings, keyHz, beatSec), 0.5)),
    played(
      'an orchestra',
      mixed(
        chordsOf(studio, instruments.strings, keyHz / 2, 2 * beatSec),
        0.5,
        melody(studio, instruments.flute, keyHz, beatSec),
        0.5,
      ),
    ),
    played(
      'a slow pad',
      chordsOf({ rate, length, random }, (hz, held) => organOf(hz, held), keyHz / 2, 4 * beatSec),
    ),
  ]
}

const organOf = (hz: number, held: number): Sound => {
  return (t) => (sine(hz)(t) + 0.4 * sine(2.003 * hz)(t)) * held01(t, held, 0.5)
}

const MAJOR = [0, 2, 4, 5, 7, 9, 11, 12]

function melody(studio: Studio, instrument: Instrument, keyHz: number, beatSec: number): Float32Array {
  const out = new Float32Array(studio.length)
  let step = 0
  for (let atSec = 0; atSec < studio.length / studio.rate; ) {
    const heldSec = beatSec * [0.5, 1, 1, 2][Math.floor(4 * studio.random())]
    step = Math.max(0, Math.min(7, step + Math.round(4 * studio.random() - 2)))
    if (studio.random() > 0.1)
      play(out, studio, instrument(keyHz * 2 ** (MAJOR[step] / 12), heldSec, studio.random), atSec, heldSec)
    atSec += heldSec
  }
  return out
}

const CHORDS = [
  [0, 4, 7],
  [5, 9, 12],
  [7, 11, 14],
  [-3, 0, 4],
]

function chordsOf(studio: Studio, instrument: Instrument, keyHz: number, beatSec: number): Float32Array {
  const out = new Float32Array(studio.length)
  const barSec = 4 * beatSec
  for (let bar = 0; bar * barSec < studio.length / studio.rate; bar++) {
    const chord = CHORDS[Math.floor(CHORDS.length * studio.random())]
    for (const tone of chord)
      for (let half = 0; half < 2; half++)
        play(
          out,
          studio,
          instrument(keyHz * 2 ** (tone / 12), barSec / 2, studio.random),
          (bar + half / 2) * barSec,
          barSec / 2,
        )
  }
  return out
}

function drums(studio: Studio, beatSec: number): Float32Array {
  const { random } = studio
  const out = new Float32Array(studio.length)
  const kick: Sound = (t) => Math.sin(2 * Math.PI * (50 * t + 5 * (1 - Math.exp(-t * 30)))) * Math.exp(-t * 9)
  const snare: Sound = (t) => (0.6 * (2 * random() - 1) + 0.4 * sine(190)(t)) * Math.exp(-t * 18)
  const hat: Sound = (t) => 0.3 * (2 * random() - 1) * Math.exp(-t * 60)
  for (let beat = 0; beat * beatSec < studio.length / studio.rate; beat++) {
    play(out, studio, beat % 2 === 0 ? kick : snare, beat * beatSec, 0.4)
    play(out, studio, hat, beat * beatSec, 0.1)
    play(out, studio, hat, (beat + 0.5) * beatSec, 0.1)
  }
  return out
}

function play(out: Float32Array, { rate }: Studio, sound: Sound, atSec: number, lastsSec: number): void {
  const from = Math.round(atSec * rate)
  const count = Math.min(Math.round((lastsSec + 0.3) * rate), out.length - from)
  for (let n = 0; n < count; n++) {
    const t = n / rate
    const fade = t > lastsSec ? 1 - (t - lastsSec) / 0.3 : 1
    out[from + n] += fade * sound(t)
  }
}

function sine(hz: number): Sound {
  return (t) => Math.sin(2 * Math.PI * hz * t)
}

function series(hz: number, t: number, overtones: number, weight: (n: number) => number): number {
  let sum = 0
  for (let n = 1; n <= overtones && n * hz < 7_500; n++) sum += weight(n) * Math.sin(2 * Math.PI * n * hz * t)
  return sum
}

function held01(t: number, heldSec: number, edgeSec: number): number {
  return Math.min(1, t / edgeSec) * (t > heldSec ? Math.max(0, 1 - (t - heldSec) / edgeSec) : 1)
}

function rendered({ rate, length }: Studio, sound: Sound): Float32Array {
  return Float32Array.from({ length }, (_, n) => sound(n / rate))
}

function harmonics(studio: Studio, hz: number, count: number): Float32Array {
  return rendered(studio, (t) => series(hz, t, count, (n) => 1 / n))
}

/** Bursts of noise, so many a second, each dying away within about `lengthSec`. */
function impulses({ rate, length, random }: Studio, perSec: number, lengthSec: number): Float32Array {
  const out = new Float32Array(length)
  const count = Math.max(1, Math.round((perSec * length) / rate))
  for (let impulse = 0; impulse < count; impulse++) {
    const from = Math.floor(random() * length)
    const height = 0.3 + 0.7 * random()
    for (let n = 0; n < 5 * lengthSec * rate && from + n < length; n++)
      out[from + n] += height * (2 * random() - 1) * Math.exp(-n / (lengthSec * rate))
  }
  return out
}

/** Paul Kellet's economical filter from white to pink, as three one-pole filters in parallel. */
const PINK = [0.99765, 0.963, 0.57]
const PINK_GAINS = [0.099046, 0.2965164, 1.0526913]

function filtered(white: Float32Array, poles: number[]): Float32Array {
  const states = poles.map(() => 0)
  return white.map((sample) => {
    let sum = 0
    for (let p = 0; p < poles.length; p++) {
      states[p] = poles[p] * states[p] + (poles.length > 1 ? PINK_GAINS[p] : 1) * sample
      sum += states[p]
    }
    return sum
  })
}

function modulated(sound: Float32Array, rate: number, hz: number, random: Random): Float32Array {
  const phase = 2 * Math.PI * random()
  return sound.map((sample, n) => sample * (0.05 + 0.95 * Math.sin(Math.PI * hz * (n / rate) + phase) ** 2))
}

/** Speech-like rhythm without a voice: four or five bursts a second. */
function syllables(sound: Float32Array, rate: number, random: Random): Float32Array {
  const out = new Float32Array(sound.length)
  for (let at = 0; at < sound.length; ) {
    const count = Math.round((0.12 + 0.15 * random()) * rate)
    const height = 0.3 + 0.7 * random()
    for (let n = 0; n < count && at + n < sound.length; n++)
      out[at + n] = height * Math.sin((Math.PI * n) / count) ** 2 * sound[at + n]
    at += count
  }
  return out
}

function mixed(one: Float32Array, gain: number, other: Float32Array, otherGain: number): Float32Array {
  const first = levelled(one, -20)
  const second = levelled(other, -20)
  return first.map((sample, n) => gain * sample + otherGain * second[n])
}

/** At a root mean square level, cut off at full scale as a file is. */
function levelled(sound: Float32Array, dbfs: number): Float32Array {
  const power = sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length
  const gain = power > 0 ? 10 ** (dbfs / 20) / Math.sqrt(power) : 0
  return sound.map((sample) => Math.max(-1, Math.min(1, gain * sample)))
}
