import { expect, test } from 'vitest'
import { printable, printableJson } from '../../src/cli/printable.js'

test('ordinary text of any script stays as it is', () => {
  for (const text of ['naïve café.mp3', '日本語.wav', 'שלום', '😀', 'a\\u001b'])
    expect(printable(text)).toBe(text)
})

test('what a terminal would obey is spelled out', () => {
  expect(printable('\u0007a\u001b[31mb\u009bc\rd')).toBe('\\u0007a\\u001b[31mb\\u009bc\\u000dd')
})

test('JSON stays the same value, with nothing left that a terminal would obey', () => {
  const value = { file: 'a\u009b\u202e\n\u0000.wav', list: [1, null] }
  const json = printableJson([value])
  expect(JSON.parse(json)).toEqual([value])
  expect(json.replaceAll('\n', '')).toMatch(/^[\u0020-\u007e]*$/)
})
