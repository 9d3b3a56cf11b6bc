import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Sound is what lies so far below the speech at most, and so far over the quiet of the file.': {
    belowSpeechDb: [34, 'dB'],
    overFloorDb: [8, 'dB'],
    floorShare: [0.05, 'share'],
  },
  'Frames that fall out do not part a sound: closures of consonants.': { joinedFrames: [7, 'frames'] },
  'A pause of this length parts what is said from what comes after it.': { pauseSec: [0.1, 's'] },
  'Longer than this after a pause nobody breathes.': { longestBreathSec: [1.5, 's'] },
  'A longer sound with a voice is speech, or held: of 160 clean clips 11 end with a shorter one after a pause, 38 with one of up to 1.4 s. Only for these is the transcript asked for.':
    { longestVoiceSec: [0.6, 's'] },
  'Shorter ones are bursts of consonants, or too short to be anything.': {
    shortestVoiceSec: [0.05, 's'],
    shortestBreathSec: [0.25, 's'],
  },
  'Of a breath nine frames in ten are less periodic than this: 45 of 50 planted ones, and no word of 23 that end a clean clip after a pause but one. The shortest of the 50 takes 0.28 s, the last hiss of a word ("cats") 0.14 to 0.23 s.':
    {
      unvoicedShare: [0.9, 'share'],
      voicedFrom: [0.6, 'probability'],
    },
  'A vowel of speech is held for up to 0.4 s at the end of a phrase.': { heldSec: [0.6, 's'] },
  'Held: spectra so far apart are as like each other as this, and the level falls by no more.': {
    apartSec: [0.08, 's'],
    likeness: [0.97, 'cosine'],
    mostFallDb: [12, 'dB'],
  },
  'In the quiet after the last word a sound is noticed at 21 dB below the speech (9 dB on the scale of audibility), and annoys at 10 dB.':
    { unheardDb: [-30, 'dB'] },
})
