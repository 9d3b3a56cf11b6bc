// A fixed set of synthesised files, each with something in it that a check should find: the same bytes on every machine.
import { Resampler } from '../../src/audio/resample.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { lowPassed, whiteNoise } from '../conditions.js'
import { seededRandom } from '../random.js'

export interface GoldenFile {
  name: string
  bytes: Uint8Array
  /** What it should say, where the script is checked. */
  script?: string
}

interface Sound {
  samples: Float32Array
  sampleRateHz: number
}

const SENTENCE = 'A cold wind moved over the empty fields, and the dog ran home before anybody could call.'
const OTHER_SENTENCE = 'She counted seven lamps along the road and waited for the early train.'
/** Recordings have a room; engines have none. */
const ROOM_DBFS = -72

async function said(voiceName: string, text: string): Promise<Sound> {
  const { samples, sampleRateHz } = await cached(voice(voiceName)).speak(text)
  return { samples, sampleRateHz }
}

function joined(...parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function changed(
  { samples, sampleRateHz }: Sound,
  change: (sample: number, timeSec: number) => number,
): Sound {
  return { samples: samples.map((sample, n) => change(sample, n / sampleRateHz)), sampleRateHz }
}

function withNoise(
  { samples, sampleRateHz }: Sound,
  dbfs: number,
  seed: number,
  fromSec = 0,
  toSec = Infinity,
): Sound {
  const noise = whiteNoise(samples.length, seededRandom(seed))
  const gain = 10 ** (dbfs / 20) / Math.sqrt(noise.reduce((sum, each) => sum + each * each, 0) / noise.length)
  return changed({ samples, sampleRateHz }, (sample, timeSec) =>
    timeSec >= fromSec && timeSec < toSec
      ? sample + gain * noise[Math.round(timeSec * sampleRateHz)]
      : sample,
  )
}

function atRate({ samples, sampleRateHz }: Sound, wantedHz: number): Sound {
  const resampler = new Resampler(sampleRateHz, wantedHz)
  return { samples: joined(resampler.push(samples), resampler.flush()), sampleRateHz: wantedHz }
}

/** The loudest sample from some time on: inside a vowel. */
function loudFrom({ samples, sampleRateHz }: Sound, fromSec: number): number {
  const from = Math.round(fromSec * sampleRateHz)
  let at = from
  for (let n = from; n < from + sampleRateHz / 2; n++)
    if (Math.abs(samples[n]) > Math.abs(samples[at])) at = n
  return at / sampleRateHz
}

/** Named by what is in them. */
export async function goldenFiles(): Promise<GoldenFile[]> {
  const slt = await said('flite:slt', SENTENCE)
  const rms = await said('flite:rms', SENTENCE)
  const sltAgain = await said('flite:slt', OTHER_SENTENCE)
  const rmsAgain = await said('flite:rms', OTHER_SENTENCE)
  const yes = await said('flite:rms', 'Yes indeed.')
  const { sampleRateHz } = slt
  const silence = (sec: number) => new Float32Array(Math.round(sec * sampleRateHz))
  const reversed = (from: number, to: number): Sound => {
    const [first, last] = [from, to].map((sec) => Math.round(sec * sampleRateHz))
    const { samples } = slt
    return {
      samples: joined(samples.slice(0, first), samples.slice(first, last).toReversed(), samples.slice(last)),
      sampleRateHz,
    }
  }
  const stepSec = loudFrom(rms, 2)
  const cutSec = loudFrom(sltAgain, 2.5)
  const dropSec = loudFrom(sltAgain, 1)
  const sounds: Record<string, Sound> = {
    clean: slt,
    'clean, another sentence': sltAgain,
    'clean, another voice': rms,
    // Within five seconds of the first word, but with less said after it than before: no heading.
    'long pause': withNoise(
      { samples: joined(rmsAgain.samples, silence(2.7), yes.samples), sampleRateHz },
      ROOM_DBFS,
      1,
    ),
    'mains hum': changed(slt, (sample, timeSec) => sample + 0.15 * Math.sin(2 * Math.PI * 50 * timeSec)),
    whine: changed(rms, (sample, timeSec) => sample + 0.003 * Math.sin(2 * Math.PI * 3_100 * timeSec)),
    telephone: atRate(rms, 8_000),
    'offset step': changed(rms, (sample, timeSec) => 0.8 * sample + (timeSec >= stepSec ? 0.08 : 0)),
    // Over four milliseconds: the step stays, but makes no click.
    'soft offset step': changed(
      rms,
      (sample, timeSec) => 0.8 * sample + 0.12 * Math.min(1, Math.max(0, (timeSec - 2.05) / 0.004)),
    ),
    'hiss and hole': changed(withNoise(sltAgain, -32, 2, 2, 2.5), (sample, timeSec) =>
      timeSec >= dropSec && timeSec < dropSec + 0.05 ? 0 : sample,
    ),
    clicks: changed(slt, (sample, timeSec) =>
      [1.1, 2.3].some((sec) => Math.abs(timeSec - sec) < 0.6 / sampleRateHz) ? 0.7 : sample,
    ),
    clipped: changed(rms, (sample) => Math.max(-0.2, Math.min(0.2, sample))),
    'cut off': { samples: sltAgain.samples.slice(0, Math.round(cutSec * sampleRateHz)), sampleRateHz },
    garbled: reversed(1.2, 3.4),
    'noisy and dull': withNoise(
      { samples: lowPassed(lowPassed(slt.samples, 3_000, sampleRateHz), 3_000, sampleRateHz), sampleRateHz },
      -38,
      3,
    ),
    'noise alone': withNoise({ samples: silence(3), sampleRateHz }, -30, 4),
  }
  return Object.entries(sounds).map(([name, { samples, sampleRateHz }]) => ({
    name,
    bytes: wavBytes(samples, sampleRateHz),
    ...(name === 'clean' && { script: SENTENCE.replace('empty', 'yellow') }),
  }))
}
