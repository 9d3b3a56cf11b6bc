import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DecodeError } from '../../src/audio/decode/error.js'
import { FileError } from '../../src/audit/errors.js'
import { createPool, type Pool } from '../../src/audit/pool.js'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'

const texts = ['The harbour was quiet in the morning.', 'Seven children played behind the garden wall.']
let folder: string
let pool: Pool
const at = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pool-'))
  pool = createPool({ workers: 2, model: 'tiny' })
  const spoken = []
  for (const text of texts) spoken.push(await voice('flite:slt').speak(text))
  const [{ sampleRateHz }] = spoken
  await writeWav(at('harbour.wav'), spoken[0].samples, sampleRateHz)
  await writeWav(at('children.wav'), spoken[1].samples, sampleRateHz)
  await writeWav(at('long.wav'), joinUtterances(Array(60).fill(spoken[0])).samples, sampleRateHz)
  await writeFile(at('empty.mp3'), '')
  await mkdir(at('folder.wav'))
})

afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

test('transcribes several files side by side, each result with its own file', async () => {
  const files = ['harbour', 'children', 'harbour', 'children', 'children']
  const heard = await Promise.all(files.map((name) => pool.transcribe(at(`${name}.wav`))))
  const said = heard.map(({ transcript }) => transcript.text.toLowerCase())
  files.forEach((name, index) => {
    expect(said[index]).toContain(name === 'harbour' ? 'in the morning' : 'behind the garden wall')
  })
  expect(said[2]).toBe(said[0])
  expect(heard[0].voicePrint).toBeInstanceOf(Float32Array)
})

test('tells each stage as it begins', async () => {
  const seen: string[] = []
  await pool.transcribe(at('harbour.wav'), { onStage: (stage) => seen.push(stage) })
  expect(seen).toEqual(['decode', 'voiceActivity', 'transcript', 'voicePrint'])
})

test('faults of a file come back as what they are', async () => {
  const faultOf = (name: string) => pool.transcribe(at(name)).catch((error) => error)
  const empty = await faultOf('empty.mp3')
  expect(empty).toBeInstanceOf(DecodeError)
  expect(empty.fault).toBe('empty')
  for (const [name, fault] of [
    ['nowhere.wav', 'not_found'],
    ['folder.wav', 'not_a_file'],
  ]) {
    const error = await faultOf(name)
    expect(error).toBeInstanceOf(FileError)
    expect(error.fault).toBe(fault)
  }
})

test('a file that is too long is refused', async () => {
  const error = await pool.transcribe(at('long.wav'), { maxDurationSec: 10 }).catch((refusal) => refusal)
  expect(error).toBeInstanceOf(DecodeError)
  expect(error.fault).toBe('too_long')
})

test.each(['decode', 'voiceActivity', 'transcript'] as const)(
  'can be cancelled in the stage %s',
  async (when) => {
    const controller = new AbortController()
    const seen: string[] = []
    const job = pool.transcribe(at('long.wav'), {
      signal: controller.signal,
      onStage: (stage) => {
        seen.push(stage)
        if (stage === when) controller.abort(new Error('enough'))
      },
    })
    await expect(job).rejects.toThrow('enough')
    expect(seen).not.toContain('voicePrint')
    const { transcript } = await pool.transcribe(at('children.wav'))
    expect(transcript.text.toLowerCase()).toContain('children')
  },
)
