import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Log odds from which a loss that the network finds is listed; 514 clean files and 462 planted losses, all of engines that the network was learnt without (scripts/fault-model).':
    { listedFrom: [1, 'log odds'] },
  'Log odds from which a frame belongs to a loss whose other frames are surer.': {
    possibleFrom: [0, 'log odds'],
  },
  'A loss is as sure as its surest frames, so many of them: a single one is easily wrong.': {
    surestFrames: [2, 'frames'],
  },
  'Frames that fall out within a loss do not part it.': { joinedFrames: [3, 'frames'] },
  'What is softer for longer is a pause.': { longestLossSec: [1.2, 's'] },
  'On each side somebody speaks, within so long of the loss: what lies at the edge of a phrase or of the file is a pause. The noise of an engine lies 25 dB below its speech (Gemini): where it sinks for a moment and comes back, nothing is lost.':
    { besideSec: [0.04, 's'], softerSideDb: [-25, 'dB'], louderSideDb: [-22, 'dB'] },
  'Voices get softer by less than this on their own.': { leastAmountDb: [7, 'dB'] },
  'Levels inside are those of parts so short, of which the loud edges do not count.': {
    insideFrameSec: [0.0025, 's'],
  },
  'A sound turned down by so much is as good as gone.': { allGoneDb: [25, 'dB'] },
  'Frames of 20 ms see no nearer to the ends of a file.': { fileEdgeSec: [0.03, 's'] },
  'Losses that follow each other within this are one: what a line does when it is bad.': {
    oneCauseSec: [0.25, 's'],
  },
  'A gap of 10 ms in a vowel sounds rough to somebody who listens for it, one of 30 ms sounds like a break (9 and 20 dB on the scale of audibility): 9 dB and 23 dB more for each factor of ten.':
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
