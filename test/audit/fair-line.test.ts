import { expect, test } from 'vitest'
import { FairLine } from '../../src/audit/fair-line.js'

const takeAll = (line: FairLine<string>) => {
  const taken: string[] = []
  for (let item = line.take(); item; item = line.take()) taken.push(item)
  return taken
}

test('one caller alone is served in order', () => {
  const line = new FairLine<string>()
  for (const item of ['a1', 'a2', 'a3']) line.put(item, 'a')
  expect(takeAll(line)).toEqual(['a1', 'a2', 'a3'])
})

test('two items pass five hundred', () => {
  const line = new FairLine<string>()
  for (let at = 1; at <= 500; at++) line.put(`a${at}`, 'a')
  for (let at = 1; at <= 100; at++) line.take()
  line.put('b1', 'b')
  line.put('b2', 'b')
  expect(takeAll(line).slice(0, 4)).toEqual(['b1', 'b2', 'a101', 'a102'])
})

test('two callers with many items each take turns', () => {
  const line = new FairLine<string>()
  for (let at = 1; at <= 100; at++) line.put('a', 'a')
  for (let at = 1; at <= 50; at++) line.take()
  for (let at = 1; at <= 50; at++) line.put('b', 'b')
  const served = takeAll(line).slice(0, 40)
  // Half of the forty, and the head start.
  expect(served.filter((item) => item === 'b').length).toBeGreaterThanOrEqual(20)
  expect(served.filter((item) => item === 'b').length).toBeLessThanOrEqual(24)
})

test('the five hundred move on, however many small callers come', () => {
  const line = new FairLine<string>()
  for (let at = 1; at <= 500; at++) line.put(`a${at}`, 'a')
  for (let at = 1; at <= 100; at++) line.take()
  let served = 0
  for (let round = 0; round < 800; round++) {
    line.put(`small ${round}`, `caller ${round}`)
    if (line.take()!.startsWith('a')) served++
  }
  // One of eight, less the first few: the head start of the small ones.
  expect(served).toBeGreaterThanOrEqual(80)
  expect(served).toBeLessThanOrEqual(100)
})

test('what is taken out counts no more', () => {
  const line = new FairLine<string>()
  for (let at = 1; at <= 10; at++) line.put(`a${at}`, 'a')
  for (let at = 1; at <= 10; at++) line.put(`b${at}`, 'b')
  for (let at = 2; at <= 10; at++) line.remove(`a${at}`)
  line.put('again', 'a')
  expect(takeAll(line).slice(0, 4)).toEqual(['a1', 'b1', 'b2', 'again'])
  line.remove('never there')
  expect(line.size).toBe(0)
})

test('who may not go yet is passed', () => {
  const line = new FairLine<string>()
  line.put('a1', 'a')
  line.put('b1', 'b')
  expect(line.take((item) => item !== 'a1')).toBe('b1')
  expect(line.take((item) => item !== 'a1')).toBeUndefined()
  expect(line.clear()).toEqual(['a1'])
})
