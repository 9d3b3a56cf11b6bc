import type { ChildProcess } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { runCli } from './run-cli.js'

const texts = [
  'The committee met on Tuesday to discuss the new harbour and the road that leads to it from the station.',
  'She opened the window, listened for a while, and then went back to her book without saying a word.',
  'Please leave your message after the tone, and we will call you back within the next two days.',
  'Seven children played behind the garden wall until their mother called them in for supper at six.',
]
let folder: string
let env: Record<string, string>
const at = (name: string) => path.join(folder, name)
const run = (args: string[], options: Parameters<typeof runCli>[1] = {}) =>
  runCli(['run', '--model', 'tiny', '--checks', 'pace', ...args], { env, ...options })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'run-'))
  env = { AUDIO_AUDIT_CACHE: at('cache') }
  await mkdir(at('batch'))
  await mkdir(at('apart'))
  const speaker = voice('flite:slt')
  for (const [index, text] of texts.entries()) {
    const { samples, sampleRateHz } = await speaker.speak(text)
    await writeWav(at(`batch/${index}.wav`), samples, sampleRateHz)
  }
  const fast = await speaker.speak(texts[1], { speed: 1.6 })
  await writeWav(at('batch/fast.wav'), fast.samples, fast.sampleRateHz)
  const long = joinUtterances(Array(40).fill(await speaker.speak(texts[0])))
  await writeWav(at('apart/long.wav'), long.samples, long.sampleRateHz)
  await writeWav(at('apart/silence.wav'), new Float32Array(16_000), 16_000)
  await writeFile(at('apart/letter.mp3'), 'Dear Sir or Madam, this is no sound at all.\n'.repeat(20))
  await writeFile(at('apart/empty.wav'), '')
})

afterAll(() => rm(folder, { recursive: true }))

describe('a folder with one file that is too fast', () => {
  let first: Record<string, unknown>

  test('--json prints the audit and nothing else, and the status says that there is something', async () => {
    const { status, stdout, stderr } = await run(['--json', at('batch')])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    first = JSON.parse(stdout)
    expect(first).toMatchObject({
      fileCount: 5,
      tracksToRegenerate: [{ file: 'fast.wav', reasons: [{ check: 'pace' }] }],
      checks: {
        pace: { tracks: [{ file: '0.wav' }, { file: '1.wav' }, { file: '2.wav' }, { file: '3.wav' }, {}] },
      },
    })
    expect(Object.keys(first.checks as object)).toEqual(['pace'])
  })

  test('a second time it is the same, from what was kept', async () => {
    const kept = (await readdir(at('cache'), { recursive: true })).filter(
      (name) => path.basename(name).length === 64,
    )
    expect(kept).toHaveLength(5)
    const { stdout } = await run(['--json', at('batch')])
    const { auditId, timing, ...second } = JSON.parse(stdout)
    expect(first).toMatchObject(second)
    expect(auditId).not.toBe(first.auditId)
    // Nothing was decoded.
    expect(timing.decode).toBe(0)
  })

  test('--no-cache listens again, and caches nothing', async () => {
    const before = await readdir(at('cache'), { recursive: true })
    const { stdout } = await run(['--json', '--no-cache', at('batch/0.wav'), at('batch/1.wav')])
    expect(JSON.parse(stdout).timing.decode).toBeGreaterThan(0)
    expect(await readdir(at('cache'), { recursive: true })).toEqual(before)
  })

  test('as text: a table, and what to regenerate', async () => {
    const { status, stdout, stderr } = await run([at('batch')])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(/^1 of 5 files should be regenerated; score \d+\.\d of 100$/m)
    expect(stdout).toMatch(/^0\.wav +[−+]?\d+ %$/m)
    expect(stdout).toMatch(/^fast\.wav +\+\d+ % !$/m)
    expect(stdout).toMatch(/^To regenerate:\n {2}fast\.wav\n {4}pace: spoken \d+ % faster than the batch$/m)
  })

  test('a lax threshold leaves nothing to regenerate', async () => {
    const { status, stdout } = await run(['--threshold', '1', at('batch')])
    expect(status).toBe(0)
    expect(stdout).toContain('No reason was found to regenerate any of the 5 files; score')
  })

  test('--csv prints one line per file', async () => {
    const { status, stdout } = await run(['--csv', at('batch')])
    expect(status).toBe(1)
    const lines = stdout.split('\r\n')
    expect(lines[0]).toMatch(/^file,regenerate,reasons,pace\.wordsPerMinute,/)
    expect(lines).toHaveLength(7)
    expect(lines[1]).toMatch(/^0\.wav,false,,\d/)
    expect(lines[5]).toMatch(/^fast\.wav,true,pace: spoken \d+ % faster than the batch,\d/)
  })
})

describe('when it cannot run, it says why and its status is 2', () => {
  test.each<[string, string[], RegExp]>([
    ['no files', [], /name at least one file or folder/],
    ['one file', ['batch/0.wav'], /at least 2 files/],
    ['a path that is not there', ['/nonexistent'], /^ {2}\/nonexistent: There is no such file or folder\.$/m],
    ['the same file twice', ['batch/0.wav', 'batch/0.wav'], /Two files are called/],
    ['a check of another kind', ['--checks', 'taste', 'batch'], /no check "taste"/],
    ['two kinds of output', ['--json', '--csv', 'batch'], /one of --json and --csv/],
    ['captions without words', ['--srt', 'captions', 'batch'], /scriptAccuracy reads: add it to --checks/],
    ['a level of no captions', ['--captions-level', 'word', 'batch'], /with --srt or --vtt/],
    ['a threshold out of range', ['--threshold', '2', 'batch'], /from 0 to 1/],
    ['an unknown accuracy', ['--accuracy', 'best', 'batch'], /standard, high, highest/],
    ['an unknown quality check', ['--quality-checks', 'smell=false', 'batch'], /"smell"/],
    ['scripts that are none', ['--scripts', 'batch/0.wav', 'batch'], /is not JSON/],
    ['voices that are none', ['--voices', 'batch/0.wav', 'batch'], /is not JSON/],
    [
      'a reference of nobody',
      ['--checks', 'comparison', '--reference', 'batch/0.wav', 'batch'],
      /takes NAME=FILE/,
    ],
    [
      'one reference twice',
      ['--checks', 'comparison', '--reference', 'Mara=m.wav', '--reference', 'Mara=m.wav', 'batch'],
      /gives "m.wav" twice for the voice "Mara"/,
    ],
    ['a reference without comparison', ['--reference', 'Mara=batch/0.wav', 'batch'], /is for comparison/],
    [
      'a reference that is not there',
      ['--checks', 'comparison', '--reference', 'Mara=gone.wav', 'batch/0.wav', 'batch/1.wav'],
      /gone\.wav: There is no such file/,
    ],
    ['an empty folder', ['cache/none', 'batch'], /no such file/],
  ])('%s', async (_, args, message) => {
    const { status, stdout, stderr } = await run(args, { cwd: folder })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
  })

  test('every file that cannot be analysed is named', async () => {
    const { status, stdout, stderr } = await run(['letter.mp3', '../batch/0.wav', 'empty.wav', 'gone.wav'], {
      cwd: at('apart'),
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.match(/^ {2}[\w.]+(?=: )/gm)).toEqual(['  letter.mp3', '  empty.wav', '  gone.wav'])
  })
})

test('a file that is there under two names fails the run, although neither is flagged', async () => {
  await mkdir(at('twins'))
  for (const name of ['one.wav', 'other.wav']) await copyFile(at('batch/0.wav'), at(`twins/${name}`))
  const { status, stdout } = await run([at('twins')])
  expect(status).toBe(1)
  expect(stdout).toContain('The same file is there twice: one.wav and other.wav.')
  expect(stdout).toContain(
    'Failed: 0 of 2 files should be regenerated, and something is wrong with the batch',
  )
  expect((await run(['--fail-on', 'pace', at('twins')])).status).toBe(0)
})

test('a script for a stranger is told, and does no harm', async () => {
  await writeFile(at('scripts.json'), JSON.stringify({ '0.wav': texts[0], 'typo.wav': 'Nothing.' }))
  const { status, stderr } = await run([
    '--scripts',
    at('scripts.json'),
    at('batch/0.wav'),
    at('batch/1.wav'),
  ])
  expect(status).toBe(0)
  expect(stderr).toContain('"typo.wav", which is not among the files')
})

test('a cast says which file should have which voice', async () => {
  const cast = { '0.wav': 'Narrator', '1.wav': 'Narrator', 'typo.wav': 'Mara' }
  await writeFile(at('cast.json'), JSON.stringify(cast))
  const files = ['--voices', at('cast.json'), at('batch/0.wav'), at('batch/1.wav')]
  const { stdout, stderr } = await run(['--checks', 'comparison', '--json', ...files])
  expect(stderr).toContain('has a voice for "typo.wav", which is not among the files')
  const { checks } = JSON.parse(stdout)
  expect(checks.comparison.cast).toEqual([{ voice: 'Narrator', files: ['0.wav', '1.wav'], sameAs: [] }])
})

test('a reference says how a voice should sound, and is not audited itself', async () => {
  const stranger = await voice('flite:rms').speak(texts[2])
  await writeWav(at('apart/rms.wav'), stranger.samples, stranger.sampleRateHz)
  const compared = async (reference: string) => {
    const { stdout } = await run([
      ...['--checks', 'comparison', '--json', '--reference', `Mara=${at(reference)}`],
      ...[at('batch/0.wav'), at('batch/1.wav')],
    ])
    return JSON.parse(stdout)
  }
  const right = await compared('batch/2.wav')
  expect(right.tracksToRegenerate).toEqual([])
  expect(right.checks.comparison.tracks[0].referenceSimilarity).toBeGreaterThan(0.9)
  const wrong = await compared('apart/rms.wav')
  expect(wrong.fileCount).toBe(2)
  expect(wrong.checks.comparison.summary).toBe('No file sounds like the reference of Mara.')
  expect(wrong.tracksToRegenerate.map(({ file }: { file: string }) => file)).toEqual(['0.wav', '1.wav'])
})

test('a text in a folder that belongs to no file is told, where scripts matter', async () => {
  await mkdir(at('texts'))
  await writeFile(at('texts/empty.wav'), '')
  await writeFile(at('texts/empty.txt'), texts[0])
  for (const name of ['emtpy', 'b', 'c', 'd', 'e', 'f']) await writeFile(at(`texts/${name}.txt`), texts[1])
  // Nothing is listened to: the file is empty.
  const told = async (...args: string[]) => (await run([...args, at('texts')])).stderr.split('\n')[0]
  expect(await told('--checks', 'scriptAccuracy')).toBe(
    `"b.txt", "c.txt", "d.txt", "e.txt", "emtpy.txt" and 1 more in ${at('texts')} are the scripts of no file: there are no audio files of those names`,
  )
  expect(await told('--checks', 'scriptAccuracy', '--quiet')).not.toContain('of no file')
  expect(await told('--checks', 'quality')).not.toContain('of no file')
})

test('Ctrl-C stops it in the middle of a file and leaves nothing unfinished', async () => {
  const cache = at('stopped')
  const keptFiles = () => readdir(cache, { recursive: true }).catch(() => [] as string[])
  // The first file has been heard when it is kept; the second takes minutes.
  const stopWhenOneIsKept = async (child: ChildProcess) => {
    while (!(await keptFiles()).some((name) => path.basename(name).length === 64)) await sleep(50)
    child.kill('SIGINT')
  }
  const stopped = await run(['--workers', '1', at('batch/0.wav'), at('apart/long.wav')], {
    env: { AUDIO_AUDIT_CACHE: cache },
    onStart: stopWhenOneIsKept,
  })
  expect(stopped).toEqual({ status: 130, stdout: '', stderr: '' })
  expect((await keptFiles()).map((name) => path.basename(name).length).sort()).toEqual([2, 64])
})
