// How good a file sounds, 0 to 100, as listeners would say: its noise, its band, and its faults.
import { type Fault, NOTICEABLE_FROM } from './issue.js'
import { parameters } from './parameter.js'

export const weights = parameters({
  'People accept some noise in a recording, and make it anew when it is in the way of the speech: at so many steps a file loses the 15 points that flag it by default. That is steady noise at 9 dB, or modulated noise at 16 dB, below the speech. Of 442 clips of human speech as it is published (LibriSpeech, speechocean762, VCTK), tuning half, two are as noisy as that.':
    { flaggedSteps: [1.75, 'steps'], flaggedPoints: [15, 'points'] },
  'Three: little is lost before it is in the way, much after.': {
    steepness: [3, 'power'],
    mostPoints: [90, 'points'],
  },
  'A fault at the edge of the noticeable makes a file faulty by itself, the most audible one takes three fifths of it.':
    {
      noticeableCost: [0.16, 'share'],
      worstCost: [0.6, 'share'],
    },
  'What is not noticed takes next to nothing, however often it comes, and nothing where more is taken by what is.':
    {
      subtleCost: [0.02, 'share'],
      mostSubtleCost: [0.05, 'share'],
    },
})
const {
  flaggedSteps,
  flaggedPoints,
  steepness,
  mostPoints,
  noticeableCost,
  worstCost,
  subtleCost,
  mostSubtleCost,
} = weights

/** `steps`: what each measure takes of a listener's opinion. Listeners add kinds of noise as powers rather than as steps. */
export function scoreOf(faults: readonly Fault[], steps: readonly number[]): number {
  const points = Math.min(mostPoints, flaggedPoints * (Math.hypot(...steps) / flaggedSteps) ** steepness)
  return Math.min((100 - points) * leftByNoticed(faults), 100 * (1 - takenBySubtle(faults)))
}

/** Each fault takes its share of what the ones before left. */
function leftByNoticed(faults: readonly Fault[]): number {
  let left = 1
  for (const { audibility } of faults)
    if (audibility >= NOTICEABLE_FROM)
      left *=
        1 -
        noticeableCost -
        ((worstCost - noticeableCost) * (audibility - NOTICEABLE_FROM)) / (1 - NOTICEABLE_FROM)
  return left
}

function takenBySubtle(faults: readonly Fault[]): number {
  let taken = 0
  for (const { audibility } of faults)
    if (audibility < NOTICEABLE_FROM) taken += (subtleCost * audibility) / NOTICEABLE_FROM
  return Math.min(mostSubtleCost, taken)
}
