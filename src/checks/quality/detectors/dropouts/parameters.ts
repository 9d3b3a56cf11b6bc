import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Frames of 20 ms see no nearer to the ends of a file.': { fileEdgeSec: [0.03, 's'] },
  'Losses that follow each other within this are one: what a line does when it is bad.': {
    oneCauseSec: [0.25, 's'],
  },
  'A gap of 10 ms in a vowel is heard as a roughness when one listens for it, one of 30 ms as a break (9 and 20 dB on the scale of audibility): 9 dB and 23 dB more for each factor of ten.':
    { at10MsDb: [9, 'dB'], perDecadeDb: [23, 'dB'] },
  'The loss of a sound this far below the speech is no loss.': { noLossBelowDb: [25, 'dB'] },
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
