import { expect, test } from 'vitest'
import { judgedAudit, type SpokenFile } from '../../lab/web/judged-audit.js'
import type { Audit } from '../../web/src/api/audit.js'
import { matchedVolumes, typicalFor } from '../../web/src/report/track/typical-file.js'
import { tracksOf } from '../../web/src/report/tracks.js'

async function tracksFor(files: Omit<SpokenFile, 'name'>[]) {
  const named = files.map((file, at) => ({ name: `${at}.mp3`, ...file }))
  const audit = {
    ...(await judgedAudit(named)),
    fileNames: named.map(({ name }) => name),
  }
  return tracksOf(audit as unknown as Audit, (index) => [
    { startSec: 0, endSec: null, url: `https://audit.example/${index}` },
  ])
}

test('the typical file is the nearest to the batch in what is wrong, of those in order', async () => {
  const tracks = await tracksFor([
    { loudnessDb: -22 },
    { loudnessDb: -20, speed: 1.05 },
    { loudnessDb: -20.5 },
    { loudnessDb: -19 },
    { loudnessDb: -10 },
    { speed: 1.6 },
    { isSilent: true },
  ])
  expect(typicalFor(tracks[4], tracks)).toMatchObject({ fault: 'volume', track: { file: '1.mp3' } })
  expect(typicalFor(tracks[5], tracks)).toMatchObject({ fault: 'pace', track: { file: '0.mp3' } })
  // In order, and with nothing to compare.
  expect(typicalFor(tracks[0], tracks)).toBeUndefined()
  expect(typicalFor(tracks[6], tracks)).toBeUndefined()
  const deleted = tracks.map((track) => ({ ...track, pieces: [] }))
  expect(typicalFor(deleted[4], deleted)).toBeUndefined()
})

test('the louder of the two is turned down to the other, unless the volume is the fault', async () => {
  const [loud, soft] = await tracksFor([{ loudnessDb: -14 }, { loudnessDb: -20 }, {}, {}])
  // 6 dB is half of the amplitude.
  expect(matchedVolumes('voice', loud, soft)).toEqual([expect.closeTo(0.501, 3), 1])
  expect(matchedVolumes('pace', soft, loud)).toEqual([1, expect.closeTo(0.501, 3)])
  expect(matchedVolumes('volume', loud, soft)).toEqual([1, 1])
})
