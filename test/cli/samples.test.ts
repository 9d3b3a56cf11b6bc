import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showInReadme, shownInReadme, wordsAndNumbers } from './readme-sample.js'
import { runCli } from './run-cli.js'

const samples = fileURLToPath(new URL('../../samples', import.meta.url))
/** Of percents and words per minute, which have no decimals. */
const LAST_DIGIT = 1
let cache: string
// On as many threads as a newcomer has, who sets nothing.
const run = (...options: string[]) =>
  runCli(['run', samples, '--quiet', ...options], {
    env: { AUDIO_AUDIT_CACHE: cache, AUDIO_AUDIT_WORKERS: '' },
  })

beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'samples-'))
})
afterAll(() => rm(cache, { recursive: true, force: true }))

interface Regenerate {
  file: string
  reasons: { check: string; message: string }[]
}

describe("a newcomer's first audit", () => {
  test('names the planted faults and nothing else, and the same again when it is kept', async () => {
    const first = await run('--json')
    expect(first.status).toBe(1)
    const audit = JSON.parse(first.stdout)
    const found = audit.tracksToRegenerate.map(({ file, reasons }: Regenerate) => [
      file,
      ...reasons.map(({ check, message }) => `${check}: ${message}`),
    ])
    expect(found).toEqual([
      ['03-letter.mp3', 'comparison: a different voice from the rest of the batch'],
      ['04-storm.mp3', expect.stringMatching(/^pace: spoken 4\d % faster/)],
      ['05-kitchen.mp3', expect.stringMatching(/^comparison: 8\.\d dB louder/)],
      ['06-morning.mp3', expect.stringMatching(/^quality: static at 0:0[12]-0:03/)],
      ['07-visitor.mp3', expect.stringMatching(/^quality: a pause of [45]\.\d s at 0:02/)],
      ['08-question.mp3', expect.stringMatching(/^scriptAccuracy: the tag \[whispering\] is spoken/)],
      [
        '09-supper.mp3',
        'quality: the file stops inside a word',
        expect.stringMatching(/^scriptAccuracy: stops before the end/),
      ],
    ])
    const again = JSON.parse((await run('--json')).stdout)
    const { auditId: _, timing: __, ...kept } = again
    const { auditId: ___, timing: ____, ...fresh } = audit
    expect(kept).toEqual(fresh)
  }, 300_000)

  test('looks as README.md shows it (else: UPDATE_README=1 npx vitest run test/cli/samples.test.ts)', async () => {
    const { stdout } = await run()
    if (process.env.UPDATE_README === '1') showInReadme(stdout)
    const [shown, printed] = [shownInReadme(), stdout].map(wordsAndNumbers)
    expect(shown.words).toBe(printed.words)
    for (const [at, number] of shown.numbers.entries()) {
      expect(Math.abs(number - printed.numbers[at]), `${number} at ${at}`).toBeLessThanOrEqual(LAST_DIGIT)
    }
  }, 300_000)

  test('writes captions that say what the files say, in time with them', async () => {
    const folder = path.join(cache, 'new', 'captions')
    const { status, stderr } = await run('--csv', '--srt', folder, '--vtt', folder)
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    const written = await readdir(folder)
    expect(written).toHaveLength(20)
    expect(written).toEqual(expect.arrayContaining(['01-harbour.srt', '01-harbour.vtt', '10-spring.vtt']))
    const vtt = await readFile(path.join(folder, '01-harbour.vtt'), 'utf8')
    const [head, ...cues] = vtt.trimEnd().split('\n\n')
    expect(head).toBe('WEBVTT')
    const texts = cues.map((cue) => cue.split('\n').slice(1).join(' '))
    expect(texts[0]).toBe('The boats came home before the rain.')
    expect(texts.join(' ')).toMatch(/had settled along the wall .* would bring them\.$/)
    const begins = cues.map((cue) => Number(/^00:00:(\d\d\.\d{3}) --> 00:00:\d\d\.\d{3}\n/.exec(cue)![1]))
    expect(begins).toEqual(begins.toSorted((one, other) => one - other))
    expect(begins[0]).toBeLessThan(1)
    // The tag that the voice reads aloud is said, and so it is shown.
    expect(await readFile(path.join(folder, '08-question.srt'), 'utf8')).toContain('Whispering,')
    await run('--srt', folder, '--captions-level', 'word')
    const words = await readFile(path.join(folder, '01-harbour.srt'), 'utf8')
    expect(words).toMatch(/^1\r\n00:00:00,\d{3} --> 00:00:00,\d{3}\r\nThe\r\n\r\n2\r\n.*\r\nboats\r\n/)
  }, 300_000)
})
