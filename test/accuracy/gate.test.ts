// How well it hears, on speech and faults made on the spot. What today's rows are is written down here; a change that finds
// markedly fewer, or blames a file without a fault, fails. `npm run eval` measures the same on real voices.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heardBatches } from './batches.js'
import type { Counts } from './count.js'
import { heardFigures } from './figures.js'
import { fewestFound } from './limits.js'
import { Listening } from './listening.js'
import { faultRows, heardFaults } from './quality-faults.js'
import { heardScripts } from './scripts.js'
import { fileOf, type SpokenClip, spokenClip } from './spoken-clip.js'
import { LONG_TEXTS, SHORT_TEXTS } from './texts.js'
import { FOUND_TODAY, newKind } from './today.js'

/** Quick, and the same samples every time. */
const VOICES = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16']
const LONGEST_MS = 600_000
/** Whether a clip has a place for a fault may differ by a rounding; that most have none would hide everything. */
const LEAST_PLANTED = 0.75

const counts: Counts = new Map()
const falseFlags: string[] = []
let listening: Listening

beforeAll(async () => {
  listening = await Listening.open()
  const clips = await Promise.all(
    VOICES.flatMap((voice) => SHORT_TEXTS.map((text) => spokenClip(voice, text))),
  )
  const longer = await Promise.all(
    VOICES.flatMap((voice) => LONG_TEXTS.map((text) => spokenClip(voice, text))),
  )
  // All at once, so that no thread waits for the rest of a batch.
  const [faults, figures, batches, scripts, flagged] = await Promise.all([
    heardFaults(listening, clips),
    heardFigures(listening, clips),
    heardBatches(listening, longer),
    heardScripts(listening, VOICES),
    flaggedForSound(clips),
  ])
  for (const part of [faults, figures, batches.counts, scripts.counts])
    for (const [row, count] of part) counts.set(row, count)
  falseFlags.push(...batches.falseFlags, ...scripts.falseFlags, ...flagged)
}, LONGEST_MS)
afterAll(() => listening?.close())

async function flaggedForSound(clips: SpokenClip[]): Promise<string[]> {
  const { checks } = await listening.audit(clips.map(fileOf), { checks: ['quality'] })
  return checks.quality!.tracks.filter(({ flagged }) => flagged).map(({ file }) => `quality: ${file}`)
}

const rows = new Set([...Object.keys(FOUND_TODAY), ...faultRows])

test.each([...rows])('%s: as much is found as was', (row) => {
  const { count, missed } = counts.get(row)!
  const found = count - missed.length
  const { found: foundThen, of } = FOUND_TODAY[row] ?? { ...newKind(row), of: 1 }
  expect(count).toBeGreaterThan(LEAST_PLANTED * of)
  const told = `${found} of ${count} are found, ${foundThen} of ${of} were; missed: ${missed.join(', ')}`
  expect(found, told).toBeGreaterThanOrEqual(fewestFound((foundThen / of) * count, count))
})

test('no file that is right is flagged, by any check', () => {
  expect(falseFlags).toEqual([])
})
