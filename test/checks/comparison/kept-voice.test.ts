import { expect, it } from 'vitest'
import { findingsOfKept, referenceFault, writtenVoice } from '../../../src/checks/comparison/kept-voice.js'
import { madeUpBatch } from './made-up.js'

const recording = { bandwidthHz: 11_000, noiseFloorDb: -62.5, restDb: -48.25, bandsDb: [0, -3.5, -9] }
const [{ findings }] = madeUpBatch([{ voice: 2, speechSec: 4.25, recording, loudnessLufs: -19 }])

it('comes back bit by bit, and without what it is not compared by', () => {
  const written = writtenVoice(findings)
  const read = findingsOfKept(written)
  expect(read).toEqual({ voice: findings.voice, recording })
  expect(Object.keys(JSON.parse(written))).toEqual(['speechSec', 'views', 'recording'])
})

it('is refused of a recording without a voice in it', () => {
  expect(referenceFault(findings)).toBeNull()
  const [silent, short] = madeUpBatch([
    { voice: null, presence: 'silence' },
    { voice: 1, speechSec: 0.44 },
  ])
  expect(referenceFault(silent.findings)).toBe('Nobody speaks in it.')
  expect(referenceFault(short.findings)).toBe('It has 0.4 s of speech, and a reference needs at least 0.8 s.')
})
