// Captions on the disk: which are asked for, where they go, and that no two files share one.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CaptionValues,
  captionRequest,
  distinctCaptionNames,
  makeFolders,
  writeCaptions,
} from '../../src/cli/caption-files.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'captions-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('what is asked for', () => {
  test('is nothing, one kind or both', () => {
    expect(captionRequest({})).toBeUndefined()
    expect(captionRequest({ srt: 'a' })).toEqual({
      level: 'sentence',
      folders: [{ format: 'srt', folder: 'a' }],
    })
    expect(captionRequest({ srt: 'a', vtt: 'b', 'captions-level': 'word' })).toEqual({
      level: 'word',
      folders: [
        { format: 'vtt', folder: 'b' },
        { format: 'srt', folder: 'a' },
      ],
    })
  })

  test.each<[CaptionValues, string]>([
    [{ srt: 'a', 'captions-level': 'words' }, 'one of sentence, word, not "words". Did you mean "word"?'],
    [{ 'captions-level': 'word' }, 'with --srt or --vtt'],
    [{ vtt: '' }, '--vtt needs the folder'],
  ])('%j is refused', (values, message) => {
    expect(() => captionRequest(values)).toThrow(message)
  })
})

describe('names', () => {
  test.each([
    [
      ['one.wav', 'two.mp3'],
      ['one.srt', 'two.srt'],
    ],
    [
      ['one.wav', 'one.mp3', 'two.wav'],
      ['one.wav.srt', 'one.mp3.srt', 'two.srt'],
    ],
    [
      ['a/one.wav', 'b/one.wav'],
      ['a-one.wav.srt', 'b-one.wav.srt'],
    ],
    [
      ['One.wav', 'one.mp3'],
      ['One.wav.srt', 'one.mp3.srt'],
    ],
    [
      ['one.wav', 'one.mp3', 'one.wav.flac'],
      ['one.wav.srt', 'one.mp3.srt', 'one.wav-2.srt'],
    ],
    [
      ['a/b.wav', 'b.wav', 'a-b.wav'],
      ['a-b.wav.srt', 'b.wav.srt', 'a-b.srt'],
    ],
  ])('of %j', (files, names) => {
    expect(distinctCaptionNames(files, 'srt')).toEqual(names)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(files.length)
  })
})

const tracks = [
  { file: 'one.wav', words: [{ text: 'Hello.', startSec: 0, endSec: 0.5 }] },
  { file: 'one.mp3', words: [] },
]
const { signal } = new AbortController()

test('are written into folders that are made for them, over older ones, and leave nothing else', async () => {
  const into = path.join(folder, 'made', 'here')
  const request = captionRequest({ srt: into, vtt: into })!
  for (let time = 0; time < 2; time++) {
    await makeFolders(request)
    await writeCaptions(tracks, request, signal)
  }
  expect((await readdir(into)).toSorted()).toEqual([
    'one.mp3.srt',
    'one.mp3.vtt',
    'one.wav.srt',
    'one.wav.vtt',
  ])
  expect(await readFile(path.join(into, 'one.wav.srt'), 'utf8')).toContain('Hello.')
  expect(await readFile(path.join(into, 'one.mp3.srt'), 'utf8')).toBe('')
  expect(await readFile(path.join(into, 'one.mp3.vtt'), 'utf8')).toBe('WEBVTT\n')
})

test('a folder that cannot be made is told before the work', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  await expect(makeFolders(captionRequest({ srt: file })!)).rejects.toThrow(
    `captions cannot be written to ${file} (EEXIST)`,
  )
})

test('a folder that is gone by the end is told as well', async () => {
  const gone = path.join(folder, 'gone')
  const writing = writeCaptions(tracks, captionRequest({ vtt: gone })!, signal)
  await expect(writing).rejects.toThrow(/one\.wav\.vtt cannot be written \(ENOENT\)$/)
})
