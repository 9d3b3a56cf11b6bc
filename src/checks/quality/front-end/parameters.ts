import { parameters as declared } from '../parameter.js'

export const parameters = declared({
  "What a section is answerable for; faults that begin outside it are another section's. The context of both sides is analysed twice: longer cores waste less of it, and a section of 24 s at 96 kHz in stereo is still only 18 MB of samples.":
    { coreSec: [20, 's'] },
  'Analysed before and after, so that every fault is judged by what surrounds it.': { contextSec: [2, 's'] },
  'Frames of the spectrum that all sub-checks share: long enough for the pitch of a deep voice, short enough for a burst.':
    { frameSec: [0.02, 's'], hopSec: [0.01, 's'] },
  'Less, against the root mean square of the speech, changes no level that matters: a pause at -40 dB by 3 dB.':
    { leastShare: [0.01, 'share'] },
  'Means over this hold next to nothing of a voice.': { blockSec: [0.05, 's'] },
  'Sound that is lopsided only while somebody speaks has no constant: where it is quiet the offset must be the same.':
    { quietShare: [0.25, 'share'] },
  'So many times what the means scatter around it.': { overScatter: [3, 'times'] },
  'Levels of the slow sound: means under a Hann window so long, one every block; what voices leave of themselves is -60 dB.':
    { offsetStepsBlockSec: [0.005, 's'], windowBlocks: [20, 'blocks'] },
  'It must hold for so long, and must have been otherwise for as long; less at the ends of the file.': {
    heldBlocks: [60, 'blocks'],
    leastHeldBlocks: [12, 'blocks'],
  },
  'Rumble, wind and breath on the microphone move the slow sound too: a step is so many times what moves on both sides.':
    { overMovement: [6, 'times'] },
  'Where its jump is looked for.': { jumpWithinSec: [0.03, 's'] },
  'Frames further below the loud ones than this are pauses and closures (ITU-T P.56 takes 15.9 dB below the mean).':
    { activeRangeDb: [20, 'dB'], loudQuantile: [0.95, 'share'] },
  "Differences of samples so far apart leave nothing of a voice's pitch and most of what lies around 4 kHz.":
    { apartSec: [1 / 8_000, 's'] },
  'A small offset that levelling leaves shows in the lowest bins; more than this share of one is too much of it. Without this a constant of 0.5 % of the speech reads as noise at 57 dB.':
    { offsetShare: [0.1, 'share'], offsetBins: [4, 'bins'] },
  'Narrower bands would hold too little for a steady level in one frame.': {
    widthErb: [1.5, 'ERB'],
    fewestBins: [2, 'bins'],
  },
  'The ear finds gaps from 2 to 3 ms in steady sound (R. Plomp, 1964); shorter ones are clicks, if anything.':
    { shortestSec: [0.003, 's'] },
  'No stop consonant and no syllable is silent for longer: what is, is a pause between phrases.': {
    inWordSec: [0.32, 's'],
    longestSec: [2, 's'],
  },
  'A loss shorter than a syllable is a dropout, a longer one a silence.': { longHoleSec: [0.15, 's'] },
  'Sound at the edges is measured over about one period of a deep voice.': { edgeSec: [0.01, 's'] },
  'A voice that falls silent fades: its resonances alone ring for 10 to 20 ms. Where the last 10 ms before the hole and the first after it both are no more than this below the speech, one of them less, the sound was cut off. On 1.3 h of untouched speech no run within a word has both edges above -39 dB.':
    { edgeBelowSpeechDb: [35, 'dB'], louderEdgeBelowSpeechDb: [25, 'dB'] },
  'Bursts come out of silence, but no voice goes from here to nothing: then the edge before is enough.': {
    stopsDeadBelowSpeechDb: [15, 'dB'],
  },
  'Engines join their sentences with digital silence, and some trim them tightly: -18 dB at the edges was seen there.':
    { pauseEdgeBelowSpeechDb: [12, 'dB'] },
  'Values next to each other that differ by less than half a step of 16 bit are the same.': {
    sameWithin: [1 / 65536, 'full scale'],
  },
})
