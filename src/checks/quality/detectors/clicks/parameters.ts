import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Log odds from which a click is listed; 514 clean files and 353 planted clicks, all of engines that the network was learnt without (scripts/fault-model).':
    { listedFrom: [0.5, 'log odds'] },
  'What lasts so long at most is less loud than it is strong.': { longestSec: [0.02, 's'] },
  'A click has no length; what is said of it is where it sounds.': { markedSec: [0.003, 's'] },
  'Neighbours within this are one: the two edges of a gap, the decay of a pop.': {
    oneCauseFrames: [3, 'frames'],
  },
  'Of 5 ms against the 12 ms before and after: as fast as the ear is.': {
    momentSec: [0.005, 's'],
    besideSec: [[-0.0115, -0.0075, -0.004, 0.004, 0.0075, 0.0115], 's'],
  },
  'About the critical bands (E. Zwicker, 1961), two by two: 5 ms tell no more.': {
    bandEdgesHz: [[0, 100, 300, 510, 770, 1080, 1480, 2000, 2700, 3700, 5300, 7700, 12_000, 24_000], 'Hz'],
  },
})
