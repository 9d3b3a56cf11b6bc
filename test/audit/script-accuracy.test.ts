import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { defaultOptions } from '../../src/checks/check.js'
import type { ScriptTrack } from '../../src/checks/script-accuracy/report.js'
import { scriptAccuracy } from '../../src/checks/script-accuracy/script-accuracy.js'
import { Track } from '../../src/speech/track.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { models } from '../opened-models.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'script-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function spoken(text: string): Promise<{ track: Track; tagSec: number }> {
  const { samples, sampleRateHz, words } = await voice('flite:slt').speak(text)
  const file = path.join(folder, 'said.wav')
  await writeWav(file, [samples], sampleRateHz, 'pcm16')
  return { track: new Track(bytesInMemory(await readFile(file)), models), tagSec: words![0].startSec }
}

/** The recogniser takes this voice's "gate" for "bait". */
const blamed = ({ differences }: ScriptTrack) => differences.filter(({ cause }) => cause === 'voice')

test('speech is held against scripts: its own, one with a word more, one with another word', async () => {
  const { track, tagSec } = await spoken('Sarcastically. The old gate was painted green last summer.')
  const judge = async (script: string) => {
    const findings = await scriptAccuracy.listen(track, scriptAccuracy.listenOptions(defaultOptions, script))
    return scriptAccuracy.judge([{ file: 'said.wav', findings, script }], defaultOptions).report.tracks[0]
  }
  expect(await judge('Sarcastically. The old gate was painted green last summer.')).toMatchObject({
    flagged: false,
    wordErrorRate: 0,
    accuracy: 100,
  })

  const tagged = await judge('[sarcastically] The old gate was painted green last summer.')
  expect(tagged).toMatchObject({ flagged: true, tags: { found: 1, spoken: [{ tag: '[sarcastically]' }] } })
  expect(Math.abs(tagged.tags.spoken[0].timeSec - tagSec)).toBeLessThan(0.15)

  const skipped = await judge('Sarcastically. The old wooden gate was painted green last summer.')
  expect(skipped.flagged).toBe(true)
  expect(blamed(skipped)).toMatchObject([{ kind: 'missing', written: 'wooden' }])

  const changed = await judge('Sarcastically. The old gate was painted purple last summer.')
  expect(changed.flagged).toBe(true)
  expect(blamed(changed)).toMatchObject([{ kind: 'changed', written: 'purple', heard: 'green' }])
})

test('a direction before a greeting is known without a script, one that a story may begin with is left alone', async () => {
  const heardIn = async (text: string) => {
    const findings = await scriptAccuracy.listen((await spoken(text)).track, { script: null })
    return scriptAccuracy.judge([{ file: 'said.wav', findings }], defaultOptions).report.tracks[0]
  }
  expect(await heardIn('Sarcastically. Welcome back, everyone.')).toMatchObject({
    flagged: true,
    tags: { spoken: [{ content: 'sarcastically' }] },
  })
  expect(await heardIn('Sarcastically, he thanked the driver.')).toMatchObject({
    flagged: false,
    tags: { spoken: [] },
  })
})

test('silence says nothing of its script, and is a fault without one too', async () => {
  const file = path.join(folder, 'silence.wav')
  await writeWav(file, [new Float32Array(16_000)], 16_000, 'pcm16')
  const track = new Track(bytesInMemory(await readFile(file)), models)
  const findings = await scriptAccuracy.listen(track, { script: 'Open the gate.' })
  const batch = [{ file: 'silence.wav', findings, script: 'Open the gate.' }]
  const { report, reasons } = scriptAccuracy.judge(batch, defaultOptions)
  expect(report.tracks[0]).toMatchObject({ flagged: true, transcript: '', accuracy: 0, truncated: true })
  expect(reasons[0]).toEqual([{ message: 'nothing is said: the whole script is missing' }])
  const free = await scriptAccuracy.listen(track, { script: null })
  const unscripted = scriptAccuracy.judge([{ file: 'a', findings: free }], defaultOptions)
  expect(unscripted.report.tracks[0]).toMatchObject({ flagged: true, accuracy: 0, wordErrorRate: 1 })
  expect(unscripted.reasons[0]).toEqual([{ message: 'nothing is said: no word is recognised' }])
})
