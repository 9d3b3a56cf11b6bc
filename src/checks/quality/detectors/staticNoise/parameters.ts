import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Log odds from which static is listed; 514 clean files and 513 planted bursts, all of engines that the network was learnt without (scripts/fault-model).':
    { listedFrom: [1, 'log odds'] },
  'Log odds from which a frame may belong to a burst whose other frames are surer.': {
    possibleFrom: [-1, 'log odds'],
  },
  'Static that comes and goes within so many frames is one.': { joinedFrames: [8, 'frames'] },
  'A burst is as sure as its surest frames; as many as the shortest that counts has.': {
    surestFrames: [4, 'frames'],
  },
  'Static as loud as the speech leaves nothing of it; so far below it spoils nothing.': {
    spoiltRangeDb: [40, 'dB'],
  },
  'Softer than this over the masked threshold it is no fault to anybody, and is not listed.': {
    leastExcessDb: [3, 'dB'],
  },
  'What lies around a burst in each band is what would be there without it: the second around it, or the tenths right before and after it where they are softer. The second alone holds vowels that hide nothing of a short ring beside them.':
    { aroundFrames: [50, 'frames'], besideFrames: [10, 'frames'] },
})
