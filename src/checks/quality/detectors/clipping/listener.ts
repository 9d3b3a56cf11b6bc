// Sound driven over a limit: tops that are cut off flat, at full scale or wherever the limit lies after scaling.
import { merged } from '../../binarise.js'
import { audibilityOf, type Fault, NOTICEABLE_DB, takeStronger } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { HeightCounts } from './height-counts.js'
import { parameters } from './parameters.js'
import { areOne, isSameHeight, joined, type Stretch, stretchesIn } from './stretch.js'
import type { ClippingMeasures } from './weighed.js'

const { fewestTops, longTop, noticedShare, perDecadeDb, shortestPassageSec } = parameters

export const open: OpenDetector<ClippingMeasures> = ({ sampleRateHz, channels }: About) => {
  const stretches: Stretch[][] = Array.from({ length: channels }, () => [])
  const heights = Array.from({ length: channels }, () => new HeightCounts())
  let samples = 0
  return {
    listen(section) {
      samples += section.coreTo - section.coreFrom
      for (const [index, channel] of section.decoded.entries()) {
        heights[index].push(channel, section.coreFrom, section.coreTo)
        const known = stretches[index]
        for (const found of stretchesIn(
          channel,
          section.coreFrom,
          section.coreTo,
          section.firstSample,
          sampleRateHz,
        )) {
          const before = known.findLastIndex((each) => areOne(each, found, sampleRateHz))
          if (before < 0) known.push(found)
          else known[before] = joined(known[before], found)
        }
      }
    },
    result() {
      const limited = stretches.map((each) => each.filter(isLimited))
      const clipCount = limited.reduce((sum, each, index) => sum + samplesAtLimit(each, heights[index]), 0)
      return {
        // The channels of one passage clip together.
        faults: merged(
          limited.flat().map((each) => faultOf(each, sampleRateHz)),
          0,
          takeStronger,
        ),
        measures: {
          clipCount,
          clipPercentage: samples > 0 ? (100 * clipCount) / (samples * channels) : 0,
        },
      }
    },
  }
}

/** Whether nothing in the passage goes higher, and there are enough tops. */
function isLimited({ tops, longestTop, height, peak }: Stretch): boolean {
  return isSameHeight(height, peak) && (tops >= fewestTops || longestTop >= longTop)
}

/**
 * Where a limit is the highest of the channel, every sample at it was cut off, also in passages with too few tops to be sure;
 * at a lower limit only the samples in the passages themselves were.
 */
function samplesAtLimit(limited: Stretch[], heights: HeightCounts): number {
  const isHighest = ({ height }: Stretch) => isSameHeight(height, heights.peak)
  const lower = limited.filter((each) => !isHighest(each)).reduce((sum, each) => sum + each.clipped, 0)
  if (!limited.some(isHighest)) return lower
  return lower + heights.atPeak()
}

function faultOf({ from, to, clipped }: Stretch, sampleRateHz: number): Fault {
  const share = clipped / Math.max(to - from, shortestPassageSec * sampleRateHz)
  const audibility = audibilityOf(NOTICEABLE_DB + perDecadeDb * Math.log10(share / noticedShare))
  return {
    type: 'clipping',
    startSec: from / sampleRateHz,
    endSec: to / sampleRateHz,
    severity: Math.min(1, 10 * share),
    audibility,
  }
}
