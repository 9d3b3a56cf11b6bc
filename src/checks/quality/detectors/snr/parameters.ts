import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Breaths and smacks lie in the loudest fifth of the pauses; without it steady noise reads 0.3 dB too low in 20 ms frames.':
    { quietShare: [0.8, 'share'], quietShareBias: [1.07, 'times'] },
  'Voices fade and rooms ring on: the edges of a pause are not its noise, and the edges of speech not its voice.':
    { pauseEdgeSec: [0.1, 's'], speechEdgeSec: [0.03, 's'] },
  'Less than the last bit of 16: nothing was recorded there. In a file that is soft as a whole, so far below its speech.':
    { digitalSilence: [10 ** -9, 'full scale squared'], silentShare: [10 ** (-65 / 10), 'share'] },
  '0.2 s: with less of it neither speech nor a pause has a level.': { fewestFrames: [20, 'frames'] },
  'No recording room is that quiet: such pauses were muted, or nobody recorded them, and they say nothing of the speech.':
    { mutedDb: [70, 'dB'] },
  'Voices of children and words said softly are missed at times, and are then taken for a loud pause: what stands so far above the quietest fifth of the pauses is no noise of the room, which stays within some decibels.':
    { floorShare: [0.2, 'share'], voiceOverFloor: [10 ** (15 / 10), 'times'] },
  'The noise leaves of the sound at least this share for the speech: under about -10 dB there is nothing to measure.':
    { leastSpeechShare: [0.1, 'share'], highestDb: [100, 'dB'] },
  'Even in unbroken speech each band is free of voice for some moments: the closures of plosives, fricatives, vowels.':
    { lowShare: [0.025, 'share'], nextShare: [0.075, 'share'] },
  'The same shares of a standard normal distribution.': {
    lowZ: [-1.96, 'standard deviations'],
    nextZ: [-1.44, 'standard deviations'],
  },
  'Where levels go on falling between the two shares by more than noise does, even the lower one is still voice: noise is taken to lie so many times that fall below. Chosen on 62 clips with white and pink noise from 15 to 50 dB, their pauses muted.':
    { fallFactor: [4, 'times'] },
  "A band's values in three frames of 20 ms every 10 ms, Hann: independent ones a bin (1 / 1.5 for the window) and a frame.":
    { independentPerBin: [0.6, 'count'], independentFrames: [2.8, 'frames'] },
  'Vowels leave the bands above this nearly empty: what fills them in step with the voice is noise.': {
    fromHz: [1_000, 'Hz'],
  },
  'In a file that ends below, the formants leave no band empty (the fourth of most voices lies at 3.5 to 4.5 kHz).':
    { leastTopHz: [5_000, 'Hz'] },
  'A vowel has at least this share of its power below 1.2 kHz: fricatives and whispers are noise by nature.':
    { vowelShare: [0.7, 'share'], vowelBelowHz: [1_200, 'Hz'] },
  'The emptiest bands tell; the few that a low-pass has emptied altogether do not.': {
    emptyShare: [0.15, 'share'],
  },
  'Steady noise, the level that a twentieth of the frames stay below, is not counted again; 1.5 allows for its scatter.':
    { modulatedNoiseFloorShare: [0.05, 'share'], floorFactor: [1.5, 'times'] },
})
