import { expect, it } from 'vitest'
import { fixed, percent, table } from '../../eval/table.js'

it('lines columns up and shows what is missing as a dash', () => {
  const rows = [
    { name: 'a', count: 5 },
    { name: 'longer', count: null },
  ]
  const text = table<(typeof rows)[number]>(
    [
      { title: 'set', value: (row) => row.name, align: 'left' },
      { title: 'clips', value: (row) => row.count },
    ],
    rows,
  )
  expect(text).toBe('set     clips\n------  -----\na           5\nlonger      -')
})

it('writes shares and numbers', () => {
  expect(percent(0.0734, 2)).toBe('7.34 %')
  expect(percent(null)).toBeNull()
  expect(fixed(0.1, 3)).toBe('0.100')
  expect(fixed(Number.NaN)).toBeNull()
})
