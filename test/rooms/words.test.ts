import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { replacedWords, replacedWordsIn, replacedWordsInTitles } from '../../scripts/rooms/words.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = replacedWords(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))
const rooms = [
  'audio',
  'audit',
  'billing',
  'checks',
  'cli',
  'library',
  'mcp',
  'queue',
  'report',
  'server',
  'speech',
  'store',
  'text',
]

test('the glossary names the words that it replaces', () => {
  expect(words).toEqual(expect.arrayContaining(['hear', 'make again', 'remembered', 'wish']))
})

test('no replaced word is left in code, pages and documents', () => {
  const places = [
    ...rooms.map((room) => `src/${room}`),
    'packages/client/src',
    ...['client', 'models', 'runtime'].map((name) => `packages/${name}/README.md`),
    'clients/python/README.md',
    'web/src',
    'eval',
    'bench',
    'docs',
    'lab',
    'README.md',
  ]
  expect(replacedWordsIn(root, places, words)).toEqual([])
})

test('no replaced word is left in the names of tests', () => {
  const places = [...rooms, 'client', 'web'].map((room) => `test/${room}`)
  expect(replacedWordsInTitles(root, places, words)).toEqual([])
})

const folder = mkdtempSync(path.join(tmpdir(), 'words-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['a.ts', 'const a = 1\nfunction hearAll() {}', [['hear', 2]]],
  ['a.ts', '/** What is\n * heard. */', [['heard', 2]]],
  ['a.ts', 'const HEARD_PREFIX = 1', [['heard', 1]]],
  ['a.ts', "throw new Error('a wish failed')", [['wish', 1]]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a file holds
  ['a.ts', 'const told = `${count} files should be made again`', [['made again', 1]]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a file holds
  ['a.ts', 'const told = `${[{}].length} were ${() => { return 1 }} heard`', [['heard', 1]]],
  ['a.tsx', '<p>\n  Files to make again: {count}\n</p>', [['make again', 2]]],
  ['a.ts', "const told = 'to be made again'", [['made again', 1]]],
  ['a.ts', "const step = 'heard'\nconst { heard } = difference", []],
  ['a.ts', '// What a person would hear.', []],
  ['a.ts', '// What the ear hears. An ear of ours.', [['ear', 1]]],
  ['a.ts', "import { a } from './hear.js'", []],
  ['a.md', 'The command `hear` and\nwhat was heard.', [['heard', 2]]],
])('%s: %j', (name, text, found) => {
  writeFileSync(path.join(folder, name), text)
  expect(replacedWordsIn(folder, [name], words).map(({ word, line }) => [word, line])).toEqual(found)
})

test('names of tests are read, what they do is not', () => {
  const text =
    "test('is heard', () => hear())\n\ntest.each([1])('%i is heard', hear)\n\n])('heard', hear)\nexpect('heard')"
  writeFileSync(path.join(folder, 'b.ts'), text)
  expect(replacedWordsInTitles(folder, ['b.ts'], words).map(({ line }) => line)).toEqual([1, 3, 5])
})
