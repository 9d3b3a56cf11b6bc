import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptsBeside, strayScripts } from '../../src/cli/scripts.js'

let folder: string
const audio = (name: string) => ({ name, path: path.join(folder, name) })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scripts-'))
  for (const name of ['intro.txt', 'intor.txt', 'a.b.txt', '.hidden.txt', 'notes.md'])
    await writeFile(path.join(folder, name), `The text of ${name}.`)
  await mkdir(path.join(folder, 'bare'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a text belongs to the file that is called the same', async () => {
  expect(await scriptsBeside([audio('intro.wav'), audio('a.b.mp3'), audio('end.wav')])).toEqual({
    'intro.wav': 'The text of intro.txt.',
    'a.b.mp3': 'The text of a.b.txt.',
  })
})

test('a text in a folder that belongs to no file is found, however the folder is written', async () => {
  const files = [audio('intro.wav'), audio('a.b.mp3')]
  expect(await strayScripts([folder], files)).toEqual(new Map([[folder, ['intor.txt']]]))
  const dotted = `${folder}/./`
  expect(await strayScripts([dotted], files)).toEqual(new Map([[dotted, ['intor.txt']]]))
  expect(await strayScripts([folder, path.join(folder, 'bare')], [audio('intro.wav')])).toEqual(
    new Map([[folder, ['a.b.txt', 'intor.txt']]]),
  )
})

test('files that are named outright say nothing about the texts around them', async () => {
  const files = [audio('intro.wav')]
  expect(
    await strayScripts(
      files.map((file) => file.path),
      files,
    ),
  ).toEqual(new Map())
})
