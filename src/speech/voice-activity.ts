import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import type { Samples } from '../audio/samples.js'
import { readModelFile } from './models.js'
import { openSession } from './session.js'
import type { Interval, VoiceActivity } from './speech-data.js'

const SAMPLE_RATE_HZ = 16_000
/** Silero v5 takes 512 samples at a time, with the last 64 samples before them as context. */
const WINDOW_SAMPLES = 512
const CONTEXT_SAMPLES = 64
/** Each window is seen as four frames that overlap by half; the last one ends in a mirror of the window's end. */
const FRAME_SAMPLES = 256
const FRAME_HOP_SAMPLES = 128
const FRAMES = 4
/** Windows that are run at once, 10 s of sound: after each such part it looks whether it was cancelled. */
const WINDOWS_AT_ONCE = 312
const STATE_DIMS = [2, 1, 128]
const WINDOW_SEC = WINDOW_SAMPLES / SAMPLE_RATE_HZ

// The thresholds that the model's authors recommend: speech begins above the first and ends below the second.
const SPEECH_BEGINS = 0.5
const SPEECH_ENDS = 0.35
/** A dip shorter than this lies inside a word (the closure of a plosive) and is not a pause. */
const SHORTEST_PAUSE_SEC = 0.1
/** Speech-like sound shorter than this is a click or a breath, not a word. */
const SHORTEST_SPEECH_SEC = 0.1

export class VoiceActivityDetector {
  private constructor(private readonly session: InferenceSession) {}

  static async load(): Promise<VoiceActivityDetector> {
    const weights = { voiceActivity: readModelFile('voiceActivity') }
    return new VoiceActivityDetector(await openSession(readModelFile('voiceActivityGraph'), weights))
  }

  /** The probability of speech in each window of 32 ms of 16 kHz sound. */
  async probabilities(samples: Samples, signal?: AbortSignal): Promise<Float32Array> {
    const windows = Math.ceil(samples.length / WINDOW_SAMPLES)
    const found = new Float32Array(windows)
    let state = new Tensor('float32', new Float32Array(2 * 128), STATE_DIMS)
    for (let from = 0; from < windows; from += WINDOWS_AT_ONCE) {
      signal?.throwIfAborted()
      const count = Math.min(WINDOWS_AT_ONCE, windows - from)
      const { probabilities, next_state: nextState } = await this.session.run({
        frames: new Tensor('float32', framesOf(samples, from, count), [count, FRAMES, FRAME_SAMPLES]),
        state,
      })
      found.set(probabilities.data as Float32Array, from)
      state = nextState as typeof state
    }
    return found
  }

  async detect(samples: Samples, signal?: AbortSignal): Promise<VoiceActivity> {
    return activityFrom(await this.probabilities(samples, signal), samples.length / SAMPLE_RATE_HZ)
  }
}

/** The frames of some windows, one after the other; beyond the ends of the sound there is silence. */
function framesOf(samples: Samples, firstWindow: number, windows: number): Float32Array {
  const shownFrom = Math.max(0, firstWindow * WINDOW_SAMPLES - CONTEXT_SAMPLES)
  const shown = samples.subarray(shownFrom, (firstWindow + windows) * WINDOW_SAMPLES)
  const frames = new Float32Array(windows * FRAMES * FRAME_SAMPLES)
  const window = new Float32Array(CONTEXT_SAMPLES + WINDOW_SAMPLES + CONTEXT_SAMPLES)
  const behind = CONTEXT_SAMPLES + WINDOW_SAMPLES
  for (let index = 0; index < windows; index++) {
    const from = (firstWindow + index) * WINDOW_SAMPLES - CONTEXT_SAMPLES
    const known = shown.subarray(Math.max(0, from) - shownFrom, from + behind - shownFrom)
    window.fill(0)
    window.set(known, Math.max(0, -from))
    for (let n = 0; n < CONTEXT_SAMPLES; n++) window[behind + n] = window[behind - 2 - n]
    for (let frame = 0; frame < FRAMES; frame++) {
      const start = frame * FRAME_HOP_SAMPLES
      frames.set(window.subarray(start, start + FRAME_SAMPLES), (index * FRAMES + frame) * FRAME_SAMPLES)
    }
  }
  return frames
}

export function activityFrom(probabilities: Float32Array, durationSec: number): VoiceActivity {
  const speech = speechIntervals(probabilities, durationSec)
  const pauses: Interval[] = []
  let at = 0
  for (const { startSec, endSec } of speech) {
    if (startSec > at) pauses.push({ startSec: at, endSec: startSec })
    at = endSec
  }
  if (at < durationSec) pauses.push({ startSec: at, endSec: durationSec })
  return {
    speech,
    pauses,
    speechSec: speech.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0),
    surestSpeech: probabilities.reduce((most, probability) => Math.max(most, probability), 0),
  }
}

function speechIntervals(probabilities: Float32Array, durationSec: number): Interval[] {
  const found: Interval[] = []
  let startSec: number | null = null
  for (let window = 0; window <= probabilities.length; window++) {
    const probability = window < probabilities.length ? probabilities[window] : 0
    const timeSec = Math.min(window * WINDOW_SEC, durationSec)
    if (startSec === null && probability >= SPEECH_BEGINS) startSec = timeSec
    else if (startSec !== null && probability < SPEECH_ENDS) {
      const last = found.at(-1)
      if (last && startSec - last.endSec < SHORTEST_PAUSE_SEC) last.endSec = timeSec
      else found.push({ startSec, endSec: timeSec })
      startSec = null
    }
  }
  return found.filter((interval) => interval.endSec - interval.startSec >= SHORTEST_SPEECH_SEC)
}
