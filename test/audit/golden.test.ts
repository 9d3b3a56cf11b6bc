// Findings are kept by what they depend on. These tests say when listening changed and its identity did not: findings kept
// from before would then be taken for new ones.
import { beforeAll, describe, expect, it } from 'vitest'
import { coarseDifferences, differencesOf } from '../../lab/golden/differences.js'
import { type Golden, goldenFindings, versioned } from '../../lab/golden/findings.js'
import { readRecord } from '../../lab/golden/record.js'
import { models } from '../opened-models.js'

const where: Record<(typeof versioned)[number], string> = {
  sound: 'DECODE_VERSION in src/audio/decode.ts',
  voiceActivity: 'the version of voiceActivity in src/speech/track-identity.ts',
  presence: 'the version of presence in src/speech/track-identity.ts',
  transcript: 'the version of transcript in src/speech/track-identity.ts',
  voicePrint: 'the version of voicePrint in src/speech/track-identity.ts',
  comparison: 'version in src/checks/comparison/comparison.ts',
  quality: 'version in src/checks/quality/quality.ts',
  pace: 'version in src/checks/pace/pace.ts',
  scriptAccuracy: 'version in src/checks/script-accuracy/script-accuracy.ts',
}

describe('what is found in the golden files', () => {
  const recorded = readRecord()
  let found: Golden
  let differences: ReturnType<typeof differencesOf>

  beforeAll(async () => {
    found = await goldenFindings(models)
    differences = differencesOf(recorded, found)
  })

  it.each(versioned)('changes only with the identity of %s', (name) => {
    if (found.identities[name] !== recorded.identities[name]) return
    const lines = differences.get(name) ?? []
    expect(lines, `raise ${where[name]}, then run "npm run golden":\n${lines.join('\n')}`).toEqual([])
  })

  it('is recorded as it is now (else: npm run golden)', () => {
    expect(found.identities).toEqual(recorded.identities)
  })
})

describe('findings differ', () => {
  const stretch = { what: 'hum', startSec: 1, endSec: 2, strength: 0.4 }

  it('not by what another machine makes of them', () => {
    expect(
      coarseDifferences(
        [{ stretches: [stretch] }, { words: ['one', 'two'] }, { figures: { snrDb: 40, cutoffHz: null } }],
        [
          {
            stretches: [
              { ...stretch, startSec: 1.06, strength: 0.45 },
              { ...stretch, startSec: 7, strength: 0.1 },
            ],
          },
          { words: ['one', 'too'] },
          { figures: { snrDb: 41, cutoffHz: null } },
        ],
      ),
    ).toEqual([])
  })

  it('by a fault that is new, gone, moved or more audible, by other words and by other figures', () => {
    for (const other of [
      [],
      [{ ...stretch, startSec: 1.2 }],
      [{ ...stretch, strength: 0.5 }],
      [stretch, { ...stretch, what: 'click' }],
    ])
      expect(coarseDifferences([{ stretches: [stretch] }], [{ stretches: other }])).not.toEqual([])
    expect(coarseDifferences([{ words: ['one', 'two'] }], [{ words: ['a', 'b'] }])).not.toEqual([])
    expect(coarseDifferences([{ figures: { snrDb: 40 } }], [{ figures: { snrDb: 44 } }])).not.toEqual([])
    expect(coarseDifferences([{ figures: { snrDb: 40 } }], [{ figures: { snrDb: null } }])).not.toEqual([])
  })
})
