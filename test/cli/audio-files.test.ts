import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileError } from '../../src/audit/errors.js'
import { namedFiles } from '../../src/cli/audio-files.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audio-files-'))
  for (const name of ['b.wav', 'a.MP3', 'c.m4a', 'notes.txt', '.hidden.mp3', 'none']) {
    await writeFile(path.join(folder, name), '')
  }
  await mkdir(path.join(folder, 'empty'))
})

afterAll(() => rm(folder, { recursive: true }))

test('a folder stands for its audio files by name, in the place where it was named', async () => {
  const inFolder = ['a.MP3', 'b.wav', 'c.m4a'].map((name) => path.join(folder, name))
  const files = await namedFiles(['z.wav', folder, 'y.txt'])
  expect(files.map(({ file }) => file)).toEqual(['z.wav', ...inFolder, 'y.txt'])
})

test('a folder without audio is a failure of its own', async () => {
  const [{ file, error }] = await namedFiles([path.join(folder, 'empty')])
  expect(file).toBe(path.join(folder, 'empty'))
  expect(error).toBeInstanceOf(FileError)
})
