import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Full-band voices of ten sets never fell by more than 17 dB across such a slope (one of 185 by 26 dB); low-passes do by 30 and more.':
    { leastDropDb: [20, 'dB'], slopeShare: [0.2, 'share'] },
  'Looked at below the slope.': { insideHz: [500, 'Hz'] },
  'Nothing that people listen to is cut lower.': { lowestCutoffHz: [2_000, 'Hz'] },
  'Resamplers and codecs end there or above in files that fill their rate.': { fullShare: [0.9, 'share'] },
  'The spectrum may fall by itself before the low-pass does: so much less of a drop is still the same edge.':
    { sameEdgeDb: [3, 'dB'] },
  'The cutoff of a filter is where it has taken this away.': { filterEdgeDb: [6, 'dB'] },
  'Filters of the eighth order fall by 48 dB an octave, the long-term spectrum of voices by less than this.':
    { steepDbPerOctave: [36, 'dB'], slopeOctaves: [1 / 6, 'octaves'] },
  'A slope that begins no lower than this share of the edge belongs to a sharp filter.': {
    gentleBelow: [0.88, 'share'],
  },
})
