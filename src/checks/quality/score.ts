// How good a file sounds, 0 to 100, as listeners would say: its noise, its band, and its faults.
import { type Fault, NOTICEABLE_FROM } from './issue.js'

export interface ScoreInput {
  faults: Fault[]
  durationSec: number
  speechSec: number
  /** Speech over steady noise; null: not known, and not counted. */
  snrDb: number | null
  /** Speech over noise that comes and goes with it; null: not known, and not counted. */
  modulatedSnrDb?: number | null
  /** Clipping counts by its faults: what is clipped but not heard takes nothing. */
  clipPercentage: number
  bandwidth: { cutoffHz: number | null; spectralCentroidHz: number; bandwidthRatio: number }
}

/**
 * What noise takes of a listener's opinion, in steps of the five-step scale of ITU-T P.835: so much for each decibel below
 * what nobody minds. Slopes read off the mean votes of the 12 conditions of the P.835 set.
 */
const UNMINDED_DB = 40
const STEPS_PER_SNR_DB = 0.057
const STEPS_PER_MODULATED_DB = 0.072
/** A telephone's band in a file that could hold more takes as much as a loud noise; from wideband telephony on, nothing. */
const TELEPHONE_HZ = 4_000
const WIDEBAND_HZ = 7_000
const TELEPHONE_STEPS = 1.8
/** A file of 8 kHz holds no more than a telephone, and its low-pass may begin at 3 kHz: so much of its band fills it. */
const FILLED_RATIO = 0.75
/**
 * People accept some noise in a recording, and make it anew when it is in the way of the speech: at so many steps a file
 * loses the 15 points that flag it by default. That is steady noise at 9 dB, or modulated noise at 16 dB, below the speech.
 * Of 442 clips of human speech as it is published (LibriSpeech, speechocean762, VCTK), tuning half, two are as noisy as that.
 */
const FLAGGED_STEPS = 1.75
const FLAGGED_POINTS = 15
/** Three: little is lost before it is in the way, much after. */
const STEEPNESS = 3
const MOST_POINTS = 90

/** A fault at the edge of the noticeable makes a file faulty by itself, the most audible one takes three fifths of it. */
const NOTICEABLE_COST = 0.16
const WORST_COST = 0.6
/** What is not noticed takes next to nothing, however often it comes, and nothing where more is taken by what is. */
const SUBTLE_COST = 0.02
const MOST_SUBTLE_COST = 0.05

export function scoreOf({ faults, snrDb, modulatedSnrDb = null, bandwidth }: ScoreInput): number {
  const steps = Math.hypot(
    stepsBelow(snrDb, STEPS_PER_SNR_DB),
    stepsBelow(modulatedSnrDb, STEPS_PER_MODULATED_DB),
    narrownessSteps(bandwidth),
  )
  const points = Math.min(MOST_POINTS, FLAGGED_POINTS * (steps / FLAGGED_STEPS) ** STEEPNESS)
  return Math.min((100 - points) * leftByNoticed(faults), 100 * (1 - takenBySubtle(faults)))
}

/** Listeners add two kinds of noise as powers rather than as steps: hence the root of the squares above. */
function stepsBelow(db: number | null, stepsPerDb: number): number {
  return db === null ? 0 : stepsPerDb * Math.max(0, UNMINDED_DB - db)
}

function narrownessSteps({ cutoffHz, bandwidthRatio }: ScoreInput['bandwidth']): number {
  if (cutoffHz === null || bandwidthRatio >= FILLED_RATIO) return 0
  const share = (WIDEBAND_HZ - cutoffHz) / (WIDEBAND_HZ - TELEPHONE_HZ)
  return TELEPHONE_STEPS * Math.min(1, Math.max(0, share))
}

/** Each fault takes its share of what the ones before left. */
function leftByNoticed(faults: Fault[]): number {
  let left = 1
  for (const { audibility } of faults)
    if (audibility >= NOTICEABLE_FROM)
      left *=
        1 -
        NOTICEABLE_COST -
        ((WORST_COST - NOTICEABLE_COST) * (audibility - NOTICEABLE_FROM)) / (1 - NOTICEABLE_FROM)
  return left
}

function takenBySubtle(faults: Fault[]): number {
  let taken = 0
  for (const { audibility } of faults)
    if (audibility < NOTICEABLE_FROM) taken += (SUBTLE_COST * audibility) / NOTICEABLE_FROM
  return Math.min(MOST_SUBTLE_COST, taken)
}
