import { describe, expect, it } from 'vitest'
import type { DecodedToken } from '../../../src/speech/moonshine/search.js'
import { tokenFrames } from '../../../src/speech/moonshine/token-frames.js'

const FRAMES = 20

/** A token looked at hardest at the first of the given frames, less at the others. */
function looking(...frames: number[]): DecodedToken {
  const attention = new Float32Array(FRAMES)
  frames.forEach((frame, rank) => {
    attention[frame] = 0.6 / (rank + 1)
  })
  return { id: 100, probability: 1, entropyNats: 0, frame: frames[0], attention }
}

describe('tokenFrames', () => {
  it('follows the peaks where they advance', () => {
    expect(tokenFrames([looking(2), looking(5), looking(5), looking(11)])).toEqual([2, 5, 5, 11])
  })

  it('takes the second choice of a token whose peak lies out of order', () => {
    expect(tokenFrames([looking(15, 1), looking(3), looking(6), looking(9)])).toEqual([1, 3, 6, 9])
  })

  it('never goes back, whatever the attention', () => {
    const frames = tokenFrames([looking(9), looking(2), looking(14), looking(1), looking(16)])
    expect(frames).toEqual(frames.toSorted((a, b) => a - b))
  })

  it('gives nothing for nothing', () => {
    expect(tokenFrames([])).toEqual([])
  })
})
