import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'However a voice rises, what the network takes for a cut is listed.': {
    leastAudibility: [0.05, 'audibility'],
  },
  'A voice that sets in at once after a silence may well do so by itself.': {
    longestSilenceBeforeSec: [0.012, 's'],
  },
  'A cut at -15 dB against the speech is noticed (9 dB on the scale of audibility), one at -4 dB annoys (20 dB).':
    { unheardDb: [-24, 'dB'] },
  'A noise that never stops is not cut at the end.': { leastOverFloorDb: [8, 'dB'] },
  'Somebody must be speaking near: a voice that is cut short can go unnoticed for some tenths of a second.': {
    speechWithinSec: [0.8, 's'],
  },
  'Where nobody is heard to speak for longer, it is some other sound that is cut, a breath or a knock on the table, or too little of a word to be taken for one: of 80 words that were cut the voice is heard within this of all but one, of six untouched files that begin or end in such a sound in none.':
    { wordWithinSec: [0.4, 's'], markedSec: [0.01, 's'] },
  'Too short to say what level its speech has.': { shortestSec: [0.3, 's'] },
  'All of the voice but rumble and steps of the microphone; without its pitch; what hisses.': {
    lowestHz: [[60, 200, 2_000], 'Hz'],
    levelFrameSec: [0.01, 's'],
  },
  "The file's quiet; a short file of dense speech has only a few quiet frames.": {
    floorQuantile: [0.02, 'share'],
  },
  'How much of the file counts as its edge, from the outside in.': { edgeSec: [0.6, 's'] },
  'The sound may break off so long before the end of the file: encoders and engines add silence.': {
    paddedSec: [0.35, 's'],
    windowSec: [0.005, 's'],
    stepSec: [0.00125, 's'],
  },
  'Where the sound reaches this against the speech, it is the voice.': { loudDb: [-22, 'dB'] },
  'Stretches on both sides of that place, from it away: the first ones about as long as a period of a voice.':
    { insideMs: [[0, 5, 10, 20, 40, 80, 200], 'ms'], outsideMs: [[0, 2.5, 5, 10, 20, 40, 80], 'ms'] },
  'About a period of a deep voice.': { lastMs: [12, 'ms'] },
  'Without its pitch, whose periods would be taken for rises.': {
    riseBand: [1, 'index'],
    riseWithinMs: [30, 'ms'],
    riseFrameMs: [5, 'ms'],
    insideRangeDb: [[-50, 10], 'dB'],
    outsideRangeDb: [[-70, 0], 'dB'],
    floorRangeDb: [[-70, -10], 'dB'],
  },
  'Periods of voices from 70 to 400 Hz.': {
    shortestPeriodSec: [1 / 400, 's'],
    longestPeriodSec: [1 / 70, 's'],
    pitchSec: [0.03, 's'],
    pitchHz: [8_000, 'Hz'],
  },
})
