import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Readers pause up to 1 s between sentences and 1.5 s between paragraphs (E. Campione, J. Veronis, 2002). On untouched speech one pause in 80 lasts longer than 1.9 s, all but one of them with people who search for words.':
    { longSec: [1.9, 's'] },
  "Longer than this many times the longest other pause: the file's own habit is no fault.": {
    timesOwn: [2, 'times'],
  },
  'After so long one looks whether it still plays, whatever the habit; before the first word and after the last a player may wait as long.':
    { tooLongSec: [5, 's'] },
  'Nothing at all where the other pauses have the noise of a room: it was cut in, and people notice.': {
    digitalLongSec: [1, 's'],
  },
  'Shorter ones are closures of consonants.': { ownFromSec: [0.15, 's'] },
  'A pause of 2.1 s in running speech is noticed (9 dB on the scale of audibility), one of 3.4 s annoys (20 dB): no untouched file of 40 engines has one of 1.9 s. Readers stop for up to 3.4 s after a heading, and nobody minds: 9 of the 11 pauses of 1.9 to 3.6 s in 2.7 h of untouched speech begin within 5 s of the first word, with more said after them than before, 7 with 5 s or more. Who makes long pauses is expected to make them: less than 2.5 times as long is not noticed.':
    {
      noticedSec: [2.1, 's'],
      noticedAfterHeadingSec: [3.6, 's'],
      headingWithinSec: [5, 's'],
      afterHeadingSec: [5, 's'],
      noticedTimesOwn: [2.5, 'times'],
      perDecadeDb: [54, 'dB'],
    },
  'A cut to nothing is conspicuous by itself: noticed from 1.5 s on.': { digitalDb: [12, 'dB'] },
  'A pause lies so far below the speech; where the room is louder than that, a little above the room.': {
    belowSpeechDb: [25, 'dB'],
    overFloorDb: [6, 'dB'],
    floorQuantile: [0.05, 'share'],
  },
  'A smack of the lips does not end a pause.': { longestSmackFrames: [3, 'frames'] },
  'Below the last bit of 16.': { pausesDigitalDb: [-95, 'dB'] },
})
