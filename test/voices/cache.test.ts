import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cached } from '../../voices/cache.js'
import type { Voice } from '../../voices/voice.js'

let folder: string
let timesSpoken: number
const counting: Voice = {
  name: 'flite:counting',
  engine: 'flite',
  async speak(text) {
    timesSpoken++
    const words = [{ text, startSec: 0, endSec: 0.1 }]
    return { samples: Float32Array.of(0.1, -0.2, timesSpoken), sampleRateHz: 10, words, sounds: null }
  },
}

beforeEach(async () => {
  timesSpoken = 0
  folder = await mkdtemp(join(tmpdir(), 'voices-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('says a text once and gives exactly the same again', async () => {
  const kept = cached(counting, join(folder, 'new'))
  const first = await kept.speak('hello')
  expect(await kept.speak('hello', { speed: 1 })).toEqual(first)
  expect(timesSpoken).toBe(1)
})

it('tells texts, speeds and voices apart', async () => {
  const kept = cached(counting, folder)
  await kept.speak('hello')
  await kept.speak('hello', { speed: 2 })
  await kept.speak('bye')
  await cached({ ...counting, name: 'flite:other' }, folder).speak('hello')
  expect(timesSpoken).toBe(4)
})

it('keeps nothing when switched off', async () => {
  const voice = cached(counting, 'off')
  await voice.speak('hello')
  await voice.speak('hello')
  expect(timesSpoken).toBe(2)
  expect(await readdir(folder)).toEqual([])
})
