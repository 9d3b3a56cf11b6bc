import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'A shorter tone is a beep, a ring or a held vowel.': { shortestSec: [1.35, 's'] },
  'A tone that sounds leaves at least so much of itself in its bins; two frames in a row without it are its end. At 4 dB one of the planted hums began three seconds late.':
    { stillThere: [10 ** (-5 / 10), 'share'] },
  'Frames that hide: short enough to fall into the closure of a consonant, long enough to see between two harmonics of 50 Hz. Those of the lines are twice as long, to part mains harmonics from a deep voice.':
    { maskerFrameSec: [0.085, 's'] },
  'Small loudspeakers play nothing below, and people notice little above.': {
    lowestHz: [45, 'Hz'],
    highestHz: [16_000, 'Hz'],
  },
  'One gets used to what sounds all the time: it is noticed at a higher level than a burst, and a softer hum is not worth a word. Chosen among four states on 322 hums planted into 110 clips of tuning voices: nearly as many are found and noticed as by another speech level at 6 and 5 dB, and none in the clean clips.':
    { gotUsedToDb: [4.5, 'dB'] },
  "The whole of the speech's level: hum that loud leaves nothing of it.": { spoiltRangeDb: [50, 'dB'] },
  'A hum is noticed in the pauses: the quiet frames hide least.': { quietShare: [0.1, 'share'] },
  'The emptiest quarter of the bins: other lines of the same hum do not hide this one. In noise that lies so far below the mean.':
    { emptyShare: [0.25, 'share'] },
  'Small loudspeakers lose 12 dB an octave below about 100 Hz: what only headphones play is noticed by few, and found all the same.':
    { fullFromHz: [100, 'Hz'], fallDbPerOctave: [12, 'dB'] },
  'Looked at together: speech does not hold a tone for so long. The next look begins a third further on.': {
    lookSec: [1.3, 's'],
    stepsPerLook: [3, 'count'],
  },
  'Three looks together see more pauses, in which a softer tone shows.': { longLooks: [3, 'count'] },
  'Only the tone sounds in at least so many: in the others there is speech at its place.': {
    aloneShare: [0.25, 'share'],
  },
  'The low frames of a tone stand so far above those of its neighbours; of 15 frames of noise one bin in 10^9 does.':
    { prominence: [10, 'times'], feet: [3, 'times'] },
  'Speech that never pauses leaves no frame to a tone alone. But no voice holds a harmonic so far above its neighbours for half of the time, at one frequency: of 174 clear whines in tuning voices 169 are found where 161 were, and nothing more is noticed in 1,702 clean files.':
    { whineProminence: [10 ** (18 / 10), 'times'], whineShare: [0.5, 'share'] },
  'Of all frames, spoilt ones too.': { mostWhineWanderBins: [0.4, 'bins'] },
  'The fundamental of a monotone voice may stay so long; its harmonics move twice as far and more.': {
    lowestWhineHz: [300, 'Hz'],
  },
  "The frames of noise scatter by 6 dB between those shares, those of speech by more, a tone's by less than this.":
    { steady: [10 ** (4 / 10), 'times'] },
  'Voices wander by several bins within a second, tones 15 dB above the noise by a tenth of one.': {
    mostWanderBins: [0.15, 'bins'],
    clearShare: [0.5, 'share'],
    outerShare: [0.15, 'share'],
    fewestFrames: [4, 'frames'],
    neighbours: [12, 'bins'],
    ownBins: [3, 'bins'],
  },
  'A monotone voice holds its fundamental and the harmonics that the first formant lifts (up to some 750 Hz in open vowels: Peterson and Barney, 1952), but not through its pauses: there a hum is all that is left.':
    {
      lowestPitchHz: [65, 'Hz'],
      mainsHz: [[50, 60], 'Hz'],
      highestHeldHz: [750, 'Hz'],
    },
  'A pause lies so far below what is loud around it.': {
    pauseDepth: [10 ** (15 / 10), 'times'],
    loudShare: [0.8, 'share'],
  },
  'Parts of one hum may come and go by so much.': { joinedSec: [0.5, 's'] },
  'Nearer in frequency it is one tone, found twice.': { sameToneHz: [10, 'Hz'] },
  'Fainter tones than the strongest by more than this add to a hum, but do not tell where it begins.': {
    placesItDb: [8, 'dB'],
  },
})
