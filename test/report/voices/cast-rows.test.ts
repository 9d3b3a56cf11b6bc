import { expect, test } from 'vitest'
import { type CastAudit, castRows, voiceFigures } from '../../../src/report/voices/cast-rows.js'

const files = ['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3']
const comparison: NonNullable<CastAudit['checks']['comparison']> = {
  similarityMatrix: [
    [1, 0.9, 0.2, 0.5],
    [0.9, 1, 0.4, 0.5],
    [0.2, 0.4, 1, 0.5],
    [0.5, 0.5, 0.5, 1],
  ],
  cast: [
    { voice: 'Mara', files: ['a.mp3', 'b.mp3', 'c.mp3'], sameAs: ['Ann'] },
    { voice: null, files: ['d.mp3'], sameAs: [] },
    { voice: 'Ann', files: [], sameAs: ['Mara'] },
  ],
  tracks: [
    { file: 'a.mp3', voiceGroup: 1, soundsLike: null, referenceSimilarity: 0.8 },
    { file: 'b.mp3', voiceGroup: 1, soundsLike: null, referenceSimilarity: 0.9 },
    { file: 'c.mp3', voiceGroup: 2, soundsLike: 'Narrator', referenceSimilarity: null },
    { file: 'd.mp3', voiceGroup: null, soundsLike: null },
  ],
}
const pace = { tracks: files.map((_, at) => ({ speechSec: 10 + at })) }

test('a voice of the cast has its files, their speech, how alike they are, and those that have another', () => {
  const [mara, unnamed, ann] = castRows({ checks: { comparison, pace } })
  expect(mara).toEqual({
    voice: 'Mara',
    files: [0, 1, 2],
    strays: [{ index: 2, file: 'c.mp3', soundsLike: 'Narrator' }],
    sameAs: ['Ann'],
    speechSec: 33,
    alike: expect.closeTo((0.9 + 0.2 + 0.4) / 3),
    likeReference: expect.closeTo(0.85),
  })
  expect(unnamed).toMatchObject({ voice: null, files: [3], alike: null, likeReference: null })
  // Known by a reference alone.
  expect(ann).toMatchObject({ files: [], speechSec: null, alike: null })
})

test('without a cast there are no rows, and without a check on the pace no seconds', () => {
  expect(castRows({ checks: {} })).toEqual([])
  const { cast: _, ...uncast } = comparison
  expect(castRows({ checks: { comparison: uncast } })).toEqual([])
  expect(castRows({ checks: { comparison } })[0].speechSec).toBeNull()
})

test('a file with too little speech has no part in how alike files are', () => {
  expect(voiceFigures({ checks: { comparison } }, [0, 1, 3]).alike).toBe(0.9)
})
