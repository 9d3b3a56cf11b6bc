import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOUND_TODAY } from './today.js'

const numberWords = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')

test('README.md tells the counts that the gate holds', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const sum = (rows: string[]) =>
    rows
      .map((row) => FOUND_TODAY[row])
      .reduce((all, { found, of }) => ({ found: all.found + found, of: all.of + of }), { found: 0, of: 0 })
  const rows = Object.keys(FOUND_TODAY)
  const gross = rows.filter((row) => row.endsWith(', gross'))
  const told = ({ found, of }: { found: number; of: number }) => `${found} of ${of} found`
  expect(readme).toContain(`faults of ${numberWords[gross.length]} kinds`)
  expect(readme).toContain(`gross ones ${told(sum(gross))}`)
  const clear = sum(rows.filter((row) => row.endsWith(', clear')))
  expect(readme).toContain(`clear ones ${clear.found} of ${clear.of};`)
  expect(readme).toContain(told(sum(rows.filter((row) => row.startsWith('script: ')))))
})
