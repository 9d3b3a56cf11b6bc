import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Log odds from which a cut is listed; 571 clean files and 746 planted cuts, all of engines that the network was learnt without (scripts/fault-model/tune.ts).':
    { listedFrom: [0, 'log odds'] },
  'The network of cuts sees so much of the edge: about as far as it looks.': { seenSec: [3, 's'] },
  'A cut at -15 dB against the speech is noticed (9 dB on the scale of audibility), one at -4 dB annoys (20 dB).':
    { unheardDb: [-24, 'dB'] },
  'The sound may break off so long before the end of the file: encoders and engines add silence.': {
    endWithinSec: [0.4, 's'],
  },
  'A voice that sets in at once after a longer silence may well do so by itself.': {
    startWithinSec: [0.06, 's'],
  },
  'A noise that never stops is not cut at the end: the voice stands so far over the quiet of the file, of which a short one of dense speech has little.':
    { leastOverFloorDb: [8, 'dB'], floorShare: [0.02, 'share'] },
  'The level of the voice beside a cut is measured over about two periods of a deep one.': {
    voiceFrames: [2, 'frames'],
  },
  'Where no voice is found for longer, it is some other sound that is cut, a breath or a knock on the table, or too little of a word to be taken for one: of 80 words that were cut the voice is found within this of the cut in all but one, of six untouched files that begin or end in such a sound in none.':
    { wordWithinSec: [0.4, 's'] },
  'Of sound that lies further from the first or the last word than this the recogniser says nothing: what an engine leaves of the voice that it imitates, 0.3 to 0.9 s before the first word.':
    { besideWordSec: [0.15, 's'] },
})
