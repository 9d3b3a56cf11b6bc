// How a recording sounds, beyond what the voice print (telephone band, level and channel taken out) can tell: the colour
// of the voice and of the channel it came through. No measure here depends on the level of the file.
import type { Samples } from '../audio/samples.js'
import type { Interval } from './speech-data.js'
import { noiseFloor } from './wideband/noise-floor.js'
import { levelled, spread, stretchesOf, totalLength } from './wideband/stretches.js'
import { type Timbre, timbreOf } from './wideband/timbre.js'
import { type Voicing, voicingOf } from './wideband/voicing.js'

/** Plain data: it crosses threads and is kept. */
export interface WidebandMeasures extends Timbre, Voicing {
  /** Speech that was listened to, in seconds. */
  analysedSec: number
  /** Noise in the pauses over the level of the speech, no lower than -100 dB; null with too little pause. */
  noiseFloorDb: number | null
}

const SAMPLE_RATE_HZ = 16_000
/** Under half a second of speech, as for the voice print, there is nothing to tell a voice by. */
const SHORTEST_SPEECH_SEC = 0.5
/** More speech than this changes no measure by anything that matters, and only costs time. */
const LONGEST_SPEECH_SEC = 60
const LONGEST_PAUSES_SEC = 60
/** Voices fade in and out, rooms ring on: the edges of a pause are not its noise. */
const PAUSE_EDGE_SEC = 0.1
/** Speech is brought to this root mean square first, -20 dBFS: any level would do, as long as it is one. */
const SPEECH_RMS = 0.1
/** Digital silence: no pause is noted as quieter. */
const LOWEST_NOISE_DB = -100

/** Measures of 16 kHz mono sound within the given speech; null with too little speech, or when the speech is silent. */
export function widebandMeasures(samples: Samples, speech: Interval[]): WidebandMeasures | null {
  const durationSec = samples.length / SAMPLE_RATE_HZ
  const inFile = speech
    .map(({ startSec, endSec }) => ({ startSec, endSec: Math.min(endSec, durationSec) }))
    .filter(({ startSec, endSec }) => endSec > startSec)
  if (totalLength(inFile) < SHORTEST_SPEECH_SEC) return null
  const chosen = spread(inFile, LONGEST_SPEECH_SEC).filter(isSomething)
  const level = levelled(stretchesOf(samples, chosen, SAMPLE_RATE_HZ), SPEECH_RMS)
  if (!level) return null
  const timbre = timbreOf(level.stretches, SAMPLE_RATE_HZ)
  if (!timbre) return null
  const pauses = spread(innerPauses(inFile, durationSec), LONGEST_PAUSES_SEC)
  const noise = noiseFloor(stretchesOf(samples, pauses, SAMPLE_RATE_HZ), SAMPLE_RATE_HZ)
  return {
    analysedSec: totalLength(chosen),
    ...timbre,
    ...voicingOf(
      level.stretches,
      SAMPLE_RATE_HZ,
      chosen.map(({ startSec }) => startSec),
    ),
    noiseFloorDb: noise === null ? null : noiseDb(noise * level.gain ** 2),
  }
}

/** At least a sample: of every interval there is a stretch. */
function isSomething({ startSec, endSec }: Interval): boolean {
  return Math.round(endSec * SAMPLE_RATE_HZ) > Math.max(0, Math.round(startSec * SAMPLE_RATE_HZ))
}

function noiseDb(meanSquare: number): number {
  return Math.max(10 * Math.log10(meanSquare / SPEECH_RMS ** 2), LOWEST_NOISE_DB)
}

/** The pauses without their edges; the start and the end of the file are no edges. */
function innerPauses(speech: Interval[], durationSec: number): Interval[] {
  const pauses: Interval[] = []
  let atSec = 0
  for (const { startSec, endSec } of speech) {
    pauses.push({ startSec: atSec, endSec: startSec - PAUSE_EDGE_SEC })
    atSec = endSec + PAUSE_EDGE_SEC
  }
  pauses.push({ startSec: atSec, endSec: durationSec })
  return pauses.filter(({ startSec, endSec }) => endSec > startSec)
}
