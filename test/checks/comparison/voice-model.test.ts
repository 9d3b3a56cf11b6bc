import { describe, expect, it } from 'vitest'
import {
  groupLogLikelihoodRatio,
  logLikelihoodRatio,
  type PlacedVoice,
  packModel,
  placed,
  unpackModel,
  type VoiceModel,
} from '../../../src/checks/comparison/voice-model.js'
import { madeUpModel, voiceVector } from './made-up.js'

describe('the voice model', () => {
  describe('as the Gaussians say', () => {
    const model: VoiceModel = {
      ...madeUpModel,
      dims: 2,
      between: Float32Array.from([1, 0.5]),
      within: Float32Array.from([0.1, 0.2]),
      withinOneSec: Float32Array.from([0.3, 0.1]),
    }
    const at = (speechSec: number, ...place: number[]): PlacedVoice => ({
      place: Float32Array.from(place),
      speechSec,
      precision: model.within.map((within, d) => 1 / (within + model.withinOneSec[d] / speechSec)),
    })

    it('weighs one voice against two', () => {
      // scipy.stats.multivariate_normal.logpdf of the pair under both hypotheses, dimension by dimension
      const ratio = logLikelihoodRatio(model, at(2, 0.7, -0.4), at(4, 0.5, 0.9))
      expect(ratio).toBeCloseTo(-0.19845602532750628, 6)
    })

    it('weighs one print against several of one voice', () => {
      // The densities of the three together, of the one and of the two, by numpy.
      const ratio = groupLogLikelihoodRatio(model, at(2, 0.7, -0.4), [at(4, 0.5, 0.9), at(1, 0.2, 0.1)])
      expect(ratio).toBeCloseTo(0.13872478128355836, 6)
    })

    it('weighs a print against a group of one as against that one', () => {
      const [one, other] = [at(2, 0.7, -0.4), at(4, 0.5, 0.9)]
      expect(groupLogLikelihoodRatio(model, one, [other])).toBeCloseTo(
        logLikelihoodRatio(model, one, other),
        6,
      )
    })
  })

  it('places a print at one distance from the middle, whatever its length', () => {
    const short = placed(madeUpModel, { embedding: Float32Array.of(3, 4, 0, 0, 0, 0, 0, 0), speechSec: 2 })
    expect([...short.place]).toEqual(
      [3, 4, 0, 0, 0, 0, 0, 0].map((component) => Math.fround((component * Math.sqrt(8)) / 5)),
    )
    const nowhere = placed(madeUpModel, { embedding: new Float32Array(8), speechSec: 2 })
    expect([...nowhere.place]).toEqual(Array(8).fill(0))
  })

  it('is less sure of short speech, either way', () => {
    const place = (voice: number, speechSec: number) =>
      placed(madeUpModel, { embedding: voiceVector(voice), speechSec })
    const same = [1.5, 3, 10].map((sec) => logLikelihoodRatio(madeUpModel, place(0, 10), place(0, sec)))
    const different = [1.5, 3, 10].map((sec) => logLikelihoodRatio(madeUpModel, place(0, 10), place(1, sec)))
    expect(same).toEqual(same.toSorted((a, b) => a - b))
    expect(different).toEqual(different.toSorted((a, b) => b - a))
    expect(same[2]).toBeGreaterThan(different[0])
  })

  it('survives being written and read', () => {
    const stored = JSON.parse(JSON.stringify(packModel(madeUpModel)))
    expect(unpackModel(stored)).toEqual(madeUpModel)
    expect(() => unpackModel({ ...stored, numbers: stored.numbers.slice(8) })).toThrow('damaged')
  })
})
