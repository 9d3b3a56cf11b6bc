import { expect, test } from 'vitest'
import { Turns } from '../../src/server/audit/turns.js'

const never = new AbortController().signal

test('turns are taken in order, and no more at once than there are', async () => {
  const turns = new Turns(2)
  const order: number[] = []
  let running = 0
  await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const end = await turns.take(never)
      order.push(at)
      expect(++running).toBeLessThanOrEqual(2)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      end()
      end()
    }),
  )
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('one caller has half of the turns at most, and the next free one goes to another', async () => {
  const turns = new Turns(4)
  const taken: string[] = []
  const take = (caller: string) =>
    turns.take(never, caller).then((end) => {
      taken.push(caller)
      return end
    })
  const first = [take('a'), take('a'), take('a'), take('a')]
  const others = [take('b'), take('c'), take('d')]
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken).toEqual(['a', 'a', 'b', 'c'])
  ;(await first[0])()
  ;(await others[0])()
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken.slice(4).sort()).toEqual(['a', 'd'])
})

test('two busy callers do not keep a third out', async () => {
  const turns = new Turns(8)
  const taken: string[] = []
  const take = (caller: string) => turns.take(never, caller).then(() => taken.push(caller))
  for (let at = 0; at < 20; at++) for (const caller of ['a', 'b']) take(caller)
  await new Promise((resolve) => setImmediate(resolve))
  // One each, and three more.
  expect(taken).toHaveLength(5)
  for (const caller of ['c', 'd', 'e']) await take(caller)
  expect(taken.slice(5)).toEqual(['c', 'd', 'e'])
})

test('who leaves the queue takes no turn', async () => {
  const told: [number, number][] = []
  const turns = new Turns(1, (running, waiting) => told.push([running, waiting]))
  const end = await turns.take(never)
  const leaver = new AbortController()
  const left = turns.take(leaver.signal)
  const stayed = turns.take(never)
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  end()
  ;(await stayed)()
  expect(told.at(-1)).toEqual([0, 0])
  ;(await turns.take(never))()
  await expect(turns.take(leaver.signal)).rejects.toThrow('gone')
})
