// How good a file sounds, 0 to 100, as listeners would say: its noise, its band, and its faults.
import { type Fault, NOTICEABLE_FROM } from './issue.js'

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

/** `steps`: what each measure takes of a listener's opinion. Listeners add kinds of noise as powers rather than as steps. */
export function scoreOf(faults: readonly Fault[], steps: readonly number[]): number {
  const points = Math.min(MOST_POINTS, FLAGGED_POINTS * (Math.hypot(...steps) / FLAGGED_STEPS) ** STEEPNESS)
  return Math.min((100 - points) * leftByNoticed(faults), 100 * (1 - takenBySubtle(faults)))
}

/** Each fault takes its share of what the ones before left. */
function leftByNoticed(faults: readonly Fault[]): number {
  let left = 1
  for (const { audibility } of faults)
    if (audibility >= NOTICEABLE_FROM)
      left *=
        1 -
        NOTICEABLE_COST -
        ((WORST_COST - NOTICEABLE_COST) * (audibility - NOTICEABLE_FROM)) / (1 - NOTICEABLE_FROM)
  return left
}

function takenBySubtle(faults: readonly Fault[]): number {
  let taken = 0
  for (const { audibility } of faults)
    if (audibility < NOTICEABLE_FROM) taken += (SUBTLE_COST * audibility) / NOTICEABLE_FROM
  return Math.min(MOST_SUBTLE_COST, taken)
}
