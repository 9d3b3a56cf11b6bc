import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { faultsOf } from '../../scripts/rooms/house.js'
import { readRules, roomOf } from '../../scripts/rooms/rules.js'

test('no import breaks the table of rooms, and no files run in a circle', () => {
  const { files, imports, ...faults } = faultsOf(fileURLToPath(new URL('../..', import.meta.url)))
  expect(faults).toEqual({ roomless: [], forbidden: [], circles: [] })
  // Else nothing was looked at.
  expect(files).toBeGreaterThan(500)
  expect(imports).toBeGreaterThan(files)
})

const table = (...rows: string[]) =>
  ['# House', '## Rooms', 'In words.', '', '| room | holds | may use |', '|---|---|---|', ...rows].join('\n')

describe('the rules', () => {
  test('are read from the table', () => {
    const rules = readRules(
      table(
        '| `src/audio/` | sound | nothing |',
        '| `src/server/` | service | audio |',
        '| `web/`, `app/` | pages | types of server, audio |',
        '| `eval/plant/` | faults | src |',
        '| `test/` | tests | everything |',
      ),
    )
    expect(rules.get('src/server')).toMatchObject({ mayUse: new Set(['src/audio']) })
    expect(rules.get('app')).toMatchObject({
      mayUse: new Set(['src/audio']),
      mayUseTypesOf: new Set(['src/server']),
    })
    expect(rules.get('eval/plant')!.mayUse).toEqual(new Set(['src/audio', 'src/server']))
    expect(rules.get('test')!.mayUse.size).toBe(5)
    expect(roomOf('eval/plant/click.ts', rules)).toBe('eval/plant')
    expect(roomOf('eval/main.ts', rules)).toBeUndefined()
  })

  test.each([
    ['a room that is not there', ['| `src/audio/` | sound | music |'], '"music"'],
    ['a row without a folder', ['| audio | sound | nothing |'], 'names no folder'],
    ['two rows for one room', ['| `a/` | . | nothing |', '| `a/` | . | nothing |'], 'two rows'],
    ['rooms that use each other', ['| `a/` | . | b |', '| `b/` | . | types of a |'], 'a -> b -> a'],
  ])('refuse %s', (_, rows, message) => {
    expect(() => readRules(table(...rows))).toThrow(message)
  })
})

describe('a house', () => {
  let root = ''
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function house(files: Record<string, string>) {
    root = mkdtempSync(path.join(tmpdir(), 'rooms-'))
    const rules = table(
      '| `src/low/` | . | nothing |',
      '| `src/high/` | . | low |',
      '| `web/` | . | types of high |',
    )
    for (const [name, text] of Object.entries({ ...files, 'CONTRIBUTING.md': rules })) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
      writeFileSync(path.join(root, name), text)
    }
    const { roomless, forbidden, circles } = faultsOf(root)
    return { roomless, forbidden, circles }
  }

  const sound = {
    'src/low/a.ts': 'export const a = 1\nexport type A = number\n',
    'src/high/b.ts': "import { a } from '../low/a.js'\nexport const b = a\nexport type B = number\n",
    'web/c.tsx': "import type { B } from '../src/high/b.js'\nexport type C = B\n",
  }

  test('in order has no fault', () => {
    expect(house(sound)).toEqual({ roomless: [], forbidden: [], circles: [] })
  })

  test.each([
    ['a value', "import { b } from '../high/b.js'"],
    ['a type', "import type { B } from '../high/b.js'"],
    ['a type in one place', "type B = import('../high/b.js').B"],
    ['what is loaded later', "const b = await import('../high/b.js')"],
    ['what is handed on', "export * from '../high/b.js'"],
    ['a worker by its address', "const b = new URL('../high/b.js', import.meta.url)"],
  ])('is told of an import against the rules, of %s', (_, line) => {
    const { forbidden } = house({ ...sound, 'src/low/d.ts': `\n${line}\n` })
    expect(forbidden).toEqual(['src/low/d.ts:2 uses src/high/b.ts: src/low may not use src/high'])
  })

  test('gives only its types where the table says so', () => {
    const { forbidden } = house({ ...sound, 'web/d.ts': "import { b, type B } from '../src/high/b.js'\n" })
    expect(forbidden).toEqual(['web/d.ts:1 uses src/high/b.ts: web may use only types of src/high'])
  })

  test('is told of a circle, also of types alone', () => {
    const { circles } = house({
      ...sound,
      'src/low/d.ts': "import { e } from './e.js'\n",
      'src/low/e.ts': "// The way back.\nimport type { F } from './f.js'\n",
      'src/low/f.ts': "import { type D } from './d.js'\n",
    })
    expect(circles).toEqual(['src/low/d.ts:1 -> src/low/e.ts:2 -> src/low/f.ts:1'])
  })

  test('is told of a file in no room', () => {
    expect(house({ ...sound, 'src/main.ts': '' }).roomless).toEqual(['src/main.ts is in no room'])
  })
})
