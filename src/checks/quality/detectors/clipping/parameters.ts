import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  "One flat top is a coincidence of the format's steps, a few at one and the same height are a limit; so is one long top.":
    { fewestTops: [3, 'count'], longTop: [8, 'samples'] },
  'Clipping by 6 dB is hardly audible, by 12 dB clearly (J. Licklider, 1946); in speech that cuts off about 0.2 % and 1.5 % of the samples. On the scale of audibility: noticed (9 dB) from 0.3 %, 12 dB more for each factor of ten.':
    { noticedShare: [0.003, 'share'], perDecadeDb: [12, 'dB'] },
  'A shorter passage is not noticed as a passage: the share is taken over at least this.': {
    shortestPassageSec: [0.2, 's'],
  },
  'Two samples at the top happen in any wave; three with steep flanks do not.': { shortest: [3, 'samples'] },
  'Equal within one and a half steps of 16 bit (dither), or this share of the height.': {
    sameWithin: [1.5 / 32768, 'full scale'],
    sameShare: [0.0005, 'share'],
  },
  'A rounded top that is flat to a tolerance over three samples falls by no more than four thirds of it at the next one (a parabola), also where the steps of the format are coarse. A cut-off wave arrives with the slope it has on its way up.':
    { steepTolerances: [8, 'tolerances'] },
  'Quieter plateaus are digital silence, DC, or the steps of the format.': {
    lowestHeight: [0.02, 'full scale'],
  },
  'Speech reaches its peaks with every syllable: tops further apart belong to two passages.': {
    togetherSec: [0.5, 's'],
  },
  'Half a period of the deepest audible sound takes 25 ms. What is flat for longer, and far below the peaks, is digital silence with an offset.':
    { longestTopSec: [0.025, 's'], farBelow: [0.5, 'share'] },
})
