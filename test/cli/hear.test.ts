import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { runCli } from './run-cli.js'

const sentence = 'The committee met on Tuesday to discuss the new harbour.'
let folder: string
let durationSec: number
const at = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hear-'))
  const spoken = await voice('flite:slt').speak(sentence)
  durationSec = spoken.samples.length / spoken.sampleRateHz
  await writeWav(at('speech.wav'), spoken.samples, spoken.sampleRateHz)
  await writeWav(at('silence.wav'), new Float32Array(16_000), 16_000)
  const { samples, sampleRateHz } = joinUtterances(Array(60).fill(spoken))
  await mkdir(at('apart'))
  await writeWav(at('apart/long.wav'), samples, sampleRateHz)
  await writeFile(at('letter.mp3'), 'Dear Sir or Madam, this is no sound at all.\n'.repeat(20))
})

afterAll(() => rm(folder, { recursive: true }))

test('--srt and --vtt write captions of the files that could be transcribed', async () => {
  const files = ['speech.wav', 'letter.mp3', 'silence.wav', 'speech.wav'].map(at)
  const captions = at('captions')
  const { status } = await runCli(['hear', '--quiet', '--srt', captions, '--vtt', captions, ...files])
  expect(status).toBe(2)
  expect((await readdir(captions)).toSorted()).toEqual([
    'silence.srt',
    'silence.vtt',
    'speech.srt',
    'speech.vtt',
  ])
  expect(await readFile(path.join(captions, 'silence.vtt'), 'utf8')).toBe('WEBVTT\n')
  const [number, times, ...lines] = (await readFile(path.join(captions, 'speech.srt'), 'utf8')).split('\r\n')
  expect(number).toBe('1')
  expect(times).toMatch(/^00:00:00,\d{3} --> 00:00:0[2-4],\d{3}$/)
  expect(lines.join(' ')).toMatch(/^The committee met on Tuesday .*harb/)
})

describe('--json', () => {
  test('one object per file in the order given; failures are told and the others transcribed', async () => {
    const files = ['speech.wav', 'letter.mp3', 'missing.wav', 'silence.wav'].map(at)
    const { status, stdout } = await runCli(['hear', '--json', '--model', 'tiny', ...files])
    expect(status).toBe(2)
    const heard = JSON.parse(stdout)
    expect(heard.map(({ file }: { file: string }) => file)).toEqual(files)
    const [speech, letter, missing, silence] = heard
    expect(letter).toEqual({ file: files[1], error: { code: 'unsupported', message: expect.any(String) } })
    expect(missing).toEqual({
      file: files[2],
      error: { code: 'not_found', message: 'There is no such file.' },
    })
    expect(silence).toMatchObject({
      transcript: '',
      words: [],
      durationSec: 1,
      speech: { speechSec: 0, share: 0 },
    })
    expect(silence.loudness.integratedLufs).toBeNull()
    expect(speech).toMatchObject({
      format: 'wav',
      codec: 'pcm',
      sampleRateHz: 16_000,
      channels: 1,
      bitsPerSample: 16,
      durationSec: Number(durationSec.toFixed(3)),
    })
    expect(speech.bitRateKbps).toBeCloseTo(256, 0)
    expect(speech).not.toHaveProperty('voicePrint')
    expect(speech).not.toHaveProperty('tokens')
  })

  test('the words are those that were said, with times inside the file', async () => {
    const { status, stdout, stderr } = await runCli(['hear', '--json', '--voice-print', at('speech.wav')])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [{ transcript, words, speech, voicePrint }] = JSON.parse(stdout)
    expect(transcript.toLowerCase()).toMatch(/committee met on tuesday to discuss the new harb/)
    expect(words.map(({ text }: { text: string }) => text).join(' ')).toBe(transcript)
    let last = 0
    for (const { startSec, endSec, confidence } of words) {
      expect(startSec).toBeGreaterThanOrEqual(last)
      expect(endSec).toBeGreaterThan(startSec)
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
      last = startSec
    }
    expect(words.at(-1).endSec).toBeLessThanOrEqual(durationSec + 0.001)
    expect(speech.share).toBeGreaterThan(0.6)
    expect(voicePrint).toHaveLength(128)
  })
})

test('as text, a folder is transcribed file by file in the order of the names', async () => {
  const { status, stdout, stderr } = await runCli(['hear', '--model', 'tiny', '.', 'silence.wav'], {
    cwd: folder,
  })
  expect(status).toBe(2)
  expect(stdout.match(/^\S.*$/gm)).toEqual(['letter.mp3', 'silence.wav', 'speech.wav', 'silence.wav'])
  expect(stdout).toContain('not read    ')
  expect(stdout).toMatch(/transcript {2}0:0\d\.\d\d {2}.*Tuesday/)
  expect(stdout).toContain('(no words recognised)')
  expect(stderr).toBe('1 of 4 could not be transcribed\n')
})

describe('when it is stopped', () => {
  const hear = (...names: string[]) => ['hear', '--model', 'tiny', '--workers', '1', ...names.map(at)]

  test('by a signal: it cleans up and says so in its status', async () => {
    const args = hear('silence.wav', 'apart/long.wav', 'apart/long.wav')
    const { status, stdout, stderr } = await runCli(args, { onOutput: (child) => child.kill('SIGINT') })
    expect({ status, stderr }).toEqual({ status: 130, stderr: '' })
    expect(stdout).not.toContain('long.wav')
  })

  test('by a reader that goes away: it ends without a word', async () => {
    const args = hear('silence.wav', 'speech.wav', 'speech.wav', 'speech.wav')
    const { status, stderr } = await runCli(args, { onOutput: (child) => child.stdout!.destroy() })
    expect({ status, stderr }).toEqual({ status: 141, stderr: '' })
  })
})
