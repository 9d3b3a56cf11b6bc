// What is found in a file and judged of a batch depends on the files alone: not on how many listen, in which order they come,
// or what a listener has listened to before.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audit, audit } from '../../src/audit/engine.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { listenRequests } from '../../src/audit/listen-requests.js'
import { unpackFindings } from '../../src/audit/packed-findings.js'
import { createPool, type PoolOptions } from '../../src/audit/pool.js'
import { checkNames, defaultOptions } from '../../src/checks/check.js'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'

/** Of different lengths, so that memory that is used again is now too small, now too large; one misses its script. */
const lines: { name: string; speaker: string; said: string[]; script?: string }[] = [
  { name: 'harbour.wav', speaker: 'flite:slt', said: ['The harbour was quiet in the morning.'] },
  {
    name: 'children.wav',
    speaker: 'flite:slt',
    said: ['Seven children played behind the garden wall.', 'Nobody had asked them to come home.'],
  },
  { name: 'thanks.wav', speaker: 'flite:slt', said: ['Thank you very much.'] },
  {
    name: 'door.wav',
    speaker: 'flite:slt',
    said: ['Nobody knew who had painted the door.'],
    script: 'Everybody knew who had painted the old door.',
  },
  { name: 'train.wav', speaker: 'flite:rms', said: ['Most of the passengers had left the train.'] },
]
const neighbour = {
  name: 'rain.wav',
  speaker: 'flite:rms',
  said: ['When the rain stopped at last, the children ran out to look for the cat.'],
}
/** Speech for several pieces. */
const long = {
  name: 'long.wav',
  speaker: 'flite:slt',
  said: Array.from({ length: 3 }, () => [...lines, neighbour].flatMap(({ said }) => said)).flat(),
}
const scriptOf = ({ said, script }: (typeof lines)[number]) => script ?? said.join(' ')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'independence-'))
  for (const { name, speaker, said } of [...lines, neighbour, long]) {
    const spoken = []
    for (const sentence of said) spoken.push(await voice(speaker).speak(sentence))
    const { samples, sampleRateHz } = joinUtterances(spoken)
    await writeWav(path.join(folder, name), samples, sampleRateHz)
  }
})

afterAll(() => rm(folder, { recursive: true }))

/** Audits the files in this order; `found` is what was found in each, as text that tells every bit of a number. */
async function audited(
  order: typeof lines,
  workers: number,
): Promise<{ result: Audit; found: Map<string, string> }> {
  const found = new Map<string, string>()
  const cache = {
    get: async () => undefined,
    set: async (key: string, packed: Uint8Array) => {
      found.set(key, JSON.stringify(unpackFindings(packed)))
    },
  }
  const pool = createPool({ workers, model: 'tiny' })
  try {
    expect(pool.workers).toBe(workers)
    const result = await audit(
      order.map(({ name }) => ({ name, path: path.join(folder, name) })),
      {
        checks: ['comparison', 'quality', 'pace', 'scriptAccuracy'],
        scripts: Object.fromEntries(order.map((line) => [line.name, scriptOf(line)])),
      },
      { pool, judging: judgingHere, cache },
    )
    return { result, found }
  } finally {
    await pool.close()
  }
}

/** Every track of every check, by its file. */
function tracksOf({ checks }: Audit): Record<string, string> {
  const tracks = Object.entries(checks).flatMap(([check, { tracks: all }]) =>
    all.map((track): [string, string] => [`${check} of ${track.file}`, JSON.stringify(track)]),
  )
  return Object.fromEntries(tracks.sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('one worker or two, in whatever order and beside whatever files, byte for byte', async () => {
  const inOrder = await audited(lines, 1)
  const shuffled = await audited([lines[3], lines[0], lines[4], lines[2], lines[1]], 2)
  expect(inOrder.found.size).toBe(4 * lines.length)
  expect(Object.fromEntries(shuffled.found)).toEqual(Object.fromEntries(inOrder.found))
  expect(tracksOf(shuffled.result)).toEqual(tracksOf(inOrder.result))
  expect(shuffled.result.score).toBe(inOrder.result.score)

  // With a neighbour the batch may be judged otherwise, but in each file the same is found.
  const beside = await audited([neighbour, lines[1], lines[3], lines[0], lines[2], lines[4]], 2)
  for (const [key, findings] of inOrder.found) expect(beside.found.get(key)).toBe(findings)
})

/** What is found in the long file, and how many workers were at it at a time. */
async function listenedLong(options: PoolOptions): Promise<{ found: string[]; mostBusy: number }> {
  const pool = createPool({ ...options, model: 'tiny' })
  let mostBusy = 0
  try {
    const requests = listenRequests(checkNames, defaultOptions, scriptOf(long))
    const { findings } = await pool.listen(path.join(folder, long.name), requests, {
      onStage: () => {
        mostBusy = Math.max(mostBusy, pool.busy)
      },
    })
    return { found: findings.map((packed) => JSON.stringify(unpackFindings(packed))), mostBusy }
  } finally {
    await pool.close()
  }
}

test('a long file is the same in memory and on disk, to one worker and to two that share it', async () => {
  const inMemory = await listenedLong({ workers: 1 })
  const shared = await listenedLong({ workers: 2, longFileSec: 5 })
  expect(inMemory.mostBusy).toBe(1)
  expect(shared.mostBusy).toBe(2)
  expect(shared.found).toEqual(inMemory.found)
})
