// What can happen to good speech that leaves it good: other microphones, rooms, noise, breaths, gates, limiters.
import { shouted, whispered } from '../../eval/plant/conditions.js'
import { between, betweenLog, oneOf, type Site } from '../../eval/plant/planter.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'
import { bandPass, highPass, lowPass, peaking } from './filters.js'
import { coloured, normal, type Random, white } from './noise.js'

/** Shares of the examples. */
const WHISPERED_SHARE = 0.03
const SHOUTED_SHARE = 0.04
const BREATHY_SHARE = 0.12
const BREATHY = [0.1, 0.6] as const
const GRAINY_SHARE = 0.12
const GRAINY_DB = [-32, -16] as const
const BRIGHT_SHARE = 0.15
const BRIGHT_DB = [3, 12] as const
const MICROPHONE_SHARE = 0.5
const NARROW_SHARE = 0.12
const HIGH_PASS_SHARE = 0.15
const ROOM_SHARE = 0.15
const BREATH_SHARE = 0.15
const NOISE_SHARE = 0.6
const RECORDED_SHARE = 0.35
const GATED_SHARE = 0.15
const MUTED_SHARE = 0.25
const EXPANDED_SHARE = 0.2
const SINKING_SHARE = 0.2
const CLIPPED_SHARE = 0.08
const FRAME_SEC = 0.01

export function harmless(site: Site, noises: readonly Float32Array[]): Float32Array {
  const { sampleRateHz: rate, random } = site
  let sound = spokenAs(site)
  if (random() < GRAINY_SHARE) sound = grainy(sound, random)
  if (random() < BRIGHT_SHARE)
    sound = peaking(
      sound,
      rate,
      between(random, [0.25, 0.75]) * Math.min(0.4 * rate, 9_000),
      between(random, BRIGHT_DB),
    )
  if (random() < MICROPHONE_SHARE)
    for (let knob = 0; knob < 3; knob++)
      sound = peaking(sound, rate, betweenLog(random, [80, 0.4 * rate]), 4 * normal(random))
  if (random() < NARROW_SHARE) {
    const cornerHz = between(random, [0.25, 0.47]) * rate
    for (let order = 0; order < 4; order++) sound = lowPass(sound, rate, cornerHz)
  }
  if (random() < HIGH_PASS_SHARE) sound = highPass(sound, rate, betweenLog(random, [50, 300]))
  if (random() < ROOM_SHARE) sound = inRoom(sound, rate, random)
  const speechDb = speechDbOf(sound, rate)
  if (random() < BREATH_SHARE) sound = withBreath(sound, site, speechDb)
  if (random() < NOISE_SHARE) sound = withNoise(sound, site, noises, speechDb)
  if (random() < MUTED_SHARE) sound = withMutedPauses(sound, rate, random)
  if (random() < EXPANDED_SHARE) sound = expanded(sound, rate, random)
  if (random() < SINKING_SHARE) sound = withSinkingFloor(sound, rate, random)
  if (random() < CLIPPED_SHARE) {
    const limit =
      between(random, [0.2, 0.9]) * sound.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
    sound = sound.map((sample) => Math.max(-limit, Math.min(limit, sample)))
  }
  return sound
}

function spokenAs(site: Site): Float32Array {
  const draw = site.random()
  if (draw < WHISPERED_SHARE) return whispered(site)
  if (draw < WHISPERED_SHARE + SHOUTED_SHARE) return shouted(site)
  return draw < WHISPERED_SHARE + SHOUTED_SHARE + BREATHY_SHARE ? breathy(site) : site.samples
}

/** Breath along with the voice, all the time. */
function breathy(site: Site): Float32Array {
  const breath = whispered(site)
  const share = between(site.random, BREATHY)
  return site.samples.map((sample, n) => (1 - share) * sample + share * breath[n])
}

/** Noise that follows the voice throughout the file, as vocoders and codecs leave it. */
function grainy(sound: Float32Array, random: Random): Float32Array {
  const size = 10 ** (between(random, GRAINY_DB) / 20)
  return sound.map((sample) => sample * (1 + size * normal(random)))
}

export function speechDbOf(samples: Float32Array, rate: number): number {
  return speechLevelDb(frameLevelsDb(samples, Math.round(FRAME_SEC * rate)))
}

/** Echoes at random times that die away by 60 dB in 0.1 to 0.6 s. */
function inRoom(sound: Float32Array, rate: number, random: Random): Float32Array {
  const seconds = between(random, [0.1, 0.6])
  const loudness = between(random, [0.05, 0.4])
  const out = sound.slice()
  const echoes = Math.round(300 * seconds)
  for (let echo = 0; echo < echoes; echo++) {
    const delaySec = random() * seconds
    const delay = Math.max(1, Math.round(delaySec * rate))
    const size = (loudness * normal(random) * Math.exp((-6.9 * delaySec) / seconds)) / Math.sqrt(echoes / 4)
    for (let n = delay; n < out.length; n++) out[n] += size * sound[n - delay]
  }
  return out
}

/** Noise through three resonances that swells and dies away between words, 14 to 40 dB below the speech. */
function withBreath(sound: Float32Array, { sampleRateHz: rate, speech, random }: Site, speechDb: number) {
  const length = Math.round(between(random, [0.2, 0.8]) * rate)
  const at = Math.floor(random() * Math.max(1, sound.length - length))
  const noise = white(length, rate, random)
  const breath = new Float32Array(length)
  for (let resonance = 0; resonance < 3; resonance++) {
    const size = between(random, [0.2, 1])
    const part = bandPass(noise, rate, betweenLog(random, [400, Math.min(5_000, 0.4 * rate)]), 3)
    for (let n = 0; n < length; n++) breath[n] += size * part[n]
  }
  const power = breath.reduce((sum, each) => sum + each * each, 1e-12) / length
  const gain = 10 ** ((speechDb - between(random, [14, 40])) / 20) / Math.sqrt(power)
  const top = between(random, [0.3, 0.8])
  const out = sound.slice()
  for (let n = 0; n < length && at + n < out.length; n++) {
    const sec = (at + n) / rate
    if (speech.some(({ startSec, endSec }) => sec > startSec - 0.04 && sec < endSec + 0.04)) continue
    const place = n / length
    out[at + n] += gain * breath[n] * Math.min(place / top, (1 - place) / (1 - top)) ** 1.5
  }
  return out
}

/** There all the time, or as long as somebody speaks. */
function withNoise(sound: Float32Array, site: Site, noises: readonly Float32Array[], speechDb: number) {
  const { sampleRateHz: rate, speech, random } = site
  const isRecorded = noises.length > 0 && random() < RECORDED_SHARE
  const recorded = oneOf(random, noises)
  const from = isRecorded ? Math.floor(random() * recorded.length) : 0
  const bed = isRecorded
    ? Float32Array.from({ length: sound.length }, (_, n) => recorded[(from + n) % recorded.length])
    : coloured(sound.length, rate, random)
  const power = bed.reduce((sum, each) => sum + each * each, 1e-12) / bed.length
  const gain = 10 ** ((speechDb - between(random, [12, 55])) / 20) / Math.sqrt(power)
  const isGated = random() < GATED_SHARE
  const edge = 0.04 * rate
  let open = 0
  let index = 0
  return sound.map((sample, n) => {
    while (index < speech.length && speech[index].endSec * rate <= n) index++
    const isSpoken = index < speech.length && speech[index].startSec * rate <= n
    open = Math.max(0, Math.min(1, open + (isSpoken ? 1 : -1) / edge))
    return sample + gain * bed[n] * (isGated ? open : 1)
  })
}

/** As a gate or an engine leaves them: nothing at all, or next to nothing. */
function withMutedPauses(samples: Float32Array, rate: number, random: Random): Float32Array {
  const levels = frameLevelsDb(samples, Math.round(FRAME_SEC * rate))
  const speechDb = speechLevelDb(levels)
  const floorDb = Float64Array.from(levels).sort()[Math.floor(0.05 * levels.length)]
  const limitDb = Math.min(speechDb - 20, Math.max(speechDb - between(random, [35, 50]), floorDb + 6))
  const left = random() < 0.7 ? 0 : 10 ** (-between(random, [10, 40]) / 20)
  const edge = betweenLog(random, [0.001, 0.03]) * rate
  const shortest = between(random, [5, 20])
  const frame = Math.round(FRAME_SEC * rate)
  const isQuiet = new Uint8Array(levels.length)
  for (let from = 0; from < levels.length; from++) {
    let to = from
    while (to < levels.length && levels[to] < limitDb) to++
    if (to - from >= shortest) isQuiet.fill(1, from, to)
    from = Math.max(from, to)
  }
  let open = 1
  return samples.map((sample, n) => {
    const wanted = isQuiet[Math.min(levels.length - 1, Math.floor(n / frame))] ? 0 : 1
    open += Math.max(-1 / edge, Math.min(1 / edge, wanted - open))
    return sample * (left + (1 - left) * open)
  })
}

/** As engines do that make what is soft softer: closures of consonants and what lies between phrases become deep holes. */
function expanded(samples: Float32Array, rate: number, random: Random): Float32Array {
  const frame = Math.round(between(random, [0.003, 0.01]) * rate)
  const levels = frameLevelsDb(samples, frame)
  const limitDb = speechLevelDb(levels) - between(random, [12, 28])
  const steepness = between(random, [0.3, 2])
  const gains = levels.map((level) => 10 ** (-Math.min(40, steepness * Math.max(0, limitDb - level)) / 20))
  return samples.map((sample, n) => {
    const place = Math.max(0, Math.min(gains.length - 1, n / frame - 0.5))
    const left = Math.floor(place)
    const right = Math.min(gains.length - 1, left + 1)
    return sample * (gains[left] + (place - left) * (gains[right] - gains[left]))
  })
}

/** What is soft is for moments softer still, and comes back: nothing of the speech is lost by that. */
function withSinkingFloor(samples: Float32Array, rate: number, random: Random): Float32Array {
  const frame = Math.round(FRAME_SEC * rate)
  const levels = frameLevelsDb(samples, frame)
  const limitDb = speechLevelDb(levels) - between(random, [22, 30])
  const out = samples.slice()
  const edge = betweenLog(random, [0.001, 0.01]) * rate
  for (let from = 0; from < levels.length; from++) {
    let to = from
    const longest = from + betweenLog(random, [3, 30])
    while (to < levels.length && to < longest && levels[to] < limitDb) to++
    if (to - from >= 3 && random() < 0.5) {
      const left = 10 ** (-between(random, [8, 40]) / 20)
      for (let n = from * frame; n < to * frame; n++) {
        const share = Math.min(1, (n - from * frame + 1) / edge, (to * frame - n) / edge)
        out[n] *= 1 - share * (1 - left)
      }
    }
    from = Math.max(from, to)
  }
  return out
}
