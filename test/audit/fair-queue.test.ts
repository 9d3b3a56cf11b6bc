import { expect, test } from 'vitest'
import { FairQueue } from '../../src/audit/fair-queue.js'

const takeAll = (line: FairQueue<string>) => {
  const taken: string[] = []
  for (let item = line.take(); item; item = line.take()) taken.push(item)
  return taken
}

test('one caller alone is served in order', () => {
  const line = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) line.put(item, 'a')
  expect(takeAll(line)).toEqual(['a1', 'a2', 'a3'])
})

test('two items pass five hundred', () => {
  const line = new FairQueue<string>()
  for (let at = 1; at <= 500; at++) line.put(`a${at}`, 'a')
  for (let at = 1; at <= 100; at++) line.take()
  line.put('b1', 'b')
  line.put('b2', 'b')
  expect(takeAll(line).slice(0, 4)).toEqual(['b1', 'b2', 'a101', 'a102'])
})

test('two callers with many items each take turns', () => {
  const line = new FairQueue<string>()
  for (let at = 1; at <= 100; at++) line.put('a', 'a')
  for (let at = 1; at <= 50; at++) line.take()
  for (let at = 1; at <= 50; at++) line.put('b', 'b')
  const served = takeAll(line).slice(0, 40)
  // Half of the forty, and the head start.
  expect(served.filter((item) => item === 'b').length).toBeGreaterThanOrEqual(20)
  expect(served.filter((item) => item === 'b').length).toBeLessThanOrEqual(24)
})

test('the five hundred move on, however many small callers come', () => {
  const line = new FairQueue<string>()
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
  const line = new FairQueue<string>()
  for (let at = 1; at <= 10; at++) line.put(`a${at}`, 'a')
  for (let at = 1; at <= 10; at++) line.put(`b${at}`, 'b')
  for (let at = 2; at <= 10; at++) line.remove(`a${at}`)
  line.put('again', 'a')
  expect(takeAll(line).slice(0, 4)).toEqual(['a1', 'b1', 'b2', 'again'])
  line.remove('never there')
  expect(line.size).toBe(0)
})

test('who may not go yet is passed', () => {
  const line = new FairQueue<string>()
  line.put('a1', 'a')
  line.put('b1', 'b')
  expect(line.take((item) => item !== 'a1')).toBe('b1')
  expect(line.take((item) => item !== 'a1')).toBeUndefined()
  expect(line.clear()).toEqual(['a1'])
})

test('what is put back comes before the rest of its caller, and costs them a rank', () => {
  const line = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) line.put(item, 'a')
  for (const item of ['b1', 'b2', 'b3', 'b4']) line.put(item, 'b')
  expect(line.take()).toBe('a1')
  line.putBack('a1', 'a')
  expect(takeAll(line)).toEqual(['b1', 'a1', 'b2', 'a2', 'b3', 'a3', 'b4'])
})

test('one long item is served in turns with many short ones', () => {
  const line = new FairQueue<string>()
  line.put('long', 'a')
  for (let at = 1; at <= 50; at++) line.put('short', 'b')
  let turns = 0
  for (let served = 0; served < 40; served++) {
    if (line.take() === 'long') {
      turns++
      line.putBack('long', 'a')
    }
  }
  expect(turns).toBe(20)
})

test('who comes anew passes one that has been served for long, also when nobody else waits', () => {
  const line = new FairQueue<string>()
  line.put('long', 'a')
  for (let turn = 0; turn < 20; turn++) {
    line.take()
    line.putBack('long', 'a')
  }
  line.take()
  expect(line.size).toBe(0)
  line.put('new', 'b')
  line.putBack('long', 'a')
  for (let turn = 0; turn < 3; turn++) {
    expect(line.take()).toBe('new')
    line.putBack('new', 'b')
  }
})

test('who was served while nobody else was there stands no worse for it', () => {
  const line = new FairQueue<string>()
  for (let at = 1; at <= 50; at++) {
    line.put('a', 'a')
    line.take()
  }
  line.forget()
  for (const caller of ['b', 'b', 'b', 'a', 'a', 'a']) line.put(caller, caller)
  expect(takeAll(line)).toEqual(['b', 'a', 'b', 'a', 'b', 'a'])
})

test('callers of the past are forgotten', () => {
  const line = new FairQueue<string>()
  for (let at = 0; at < 10_000; at++) {
    line.put('only', `caller ${at}`)
    line.take()
  }
  const { lastRanks } = line as unknown as { lastRanks: Map<string, number> }
  expect(lastRanks.size).toBeLessThan(200)
})
