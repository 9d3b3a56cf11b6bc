/**
 * The sound in every file of fixtures/: a voice-like tone with gliding pitch in syllables, hiss between them.
 * A sum of sines in closed form, so that it can be computed at any sample rate and compared with what a decoder
 * returns without ever having been decoded itself.
 */

export const FIXTURE_SEC = 1.25

const SYLLABLE_SEC = 0.25
const HARMONICS = 24
const HISS_TONES = 40
/** Below the cut-off of every encoder used here at its bit rate. */
const MAX_TONE_HZ = 3_500

/** Park and Miller's generator: the same everywhere. */
function* randomNumbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

/** The value at a time, between -1 and 1. The second channel is the first one quieter, with its own hiss. */
function valueAt(timeSec: number, channel: number, hiss: { hz: number; phase: number }[]): number {
  // Integral of 130 Hz plus a 20 Hz swing at 1.3 Hz, in turns.
  const turns = 130 * timeSec + (20 / (2 * Math.PI * 1.3)) * Math.sin(2 * Math.PI * 1.3 * timeSec)
  let voice = 0
  for (let h = 1; h <= HARMONICS; h++) voice += Math.sin(2 * Math.PI * h * turns + h * h) / (1 + h * 0.6)
  const inSyllable = (timeSec % SYLLABLE_SEC) / SYLLABLE_SEC
  const open = inSyllable < 0.75 ? Math.sin((Math.PI * inSyllable) / 0.75) ** 2 : 0
  const between = inSyllable >= 0.75 ? Math.sin((Math.PI * (inSyllable - 0.75)) / 0.25) ** 2 : 0
  let noise = 0
  for (const tone of hiss) noise += Math.sin(2 * Math.PI * tone.hz * timeSec + tone.phase)
  const gain = channel === 0 ? 1 : 0.6
  return gain * (0.16 * open * voice + 0.006 * between * noise)
}

const computed = new Map<string, Float64Array[]>()

/** One array per channel of the fixture signal, full scale 1; computed once, so not to be changed. */
export function fixtureSignal(sampleRateHz: number, channels: number): Float64Array[] {
  const key = `${sampleRateHz}/${channels}`
  const signal = computed.get(key) ?? compute(sampleRateHz, channels)
  computed.set(key, signal)
  return signal
}

function compute(sampleRateHz: number, channels: number): Float64Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const random = randomNumbers(1 + channel)
    const hiss = Array.from({ length: HISS_TONES }, () => ({
      hz: 300 + (MAX_TONE_HZ - 300) * random.next().value!,
      phase: 2 * Math.PI * random.next().value!,
    }))
    const samples = new Float64Array(Math.round(sampleRateHz * FIXTURE_SEC))
    for (let i = 0; i < samples.length; i++) samples[i] = valueAt(i / sampleRateHz, channel, hiss)
    return samples
  })
}

/** What a wav or flac file of that many bits holds for a sample. */
export function quantise(sample: number, bits: number): number {
  const scale = 2 ** (bits - 1)
  return Math.max(-scale, Math.min(scale - 1, Math.round(sample * scale)))
}
