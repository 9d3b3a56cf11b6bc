import { rounded } from '../../../statistics.js'
import type { Weighed } from '../detector.js'

export interface ClippingMeasures {
  /** Samples at the limit, over all channels. */
  clipCount: number
  /** Of all samples of all channels. */
  clipPercentage: number
}

/** Clipping counts by its faults: clipping that is inaudible takes nothing. */
export const weighed: Weighed<ClippingMeasures, { clipping: ClippingMeasures }> = {
  steps: () => [],
  reason: () => null,
  reported: ({ clipCount, clipPercentage }) => ({
    clipping: { clipCount, clipPercentage: rounded(clipPercentage, 4) },
  }),
}
