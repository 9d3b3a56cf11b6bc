import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Codecs send 10 to 60 ms in a packet (RFC 3551, RFC 6716).': {
    shortestLagSec: [0.008, 's'],
    longestLagSec: [0.065, 's'],
  },
  'So much must be the very same again: by chance not even a few samples in a row are.': {
    shortestRunSec: [0.006, 's'],
  },
  'Distance of the places where a repetition is looked for.': { stepSec: [0.005, 's'] },
  'Samples compared before the run is followed.': { probe: [12, 'samples'] },
  'Quieter sound has so few steps of 16 bit that it repeats by chance.': { belowSpeechDb: [25, 'dB'] },
})
