// Places, waiting sound and waiting files, shared so that nobody can take them from all others.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seededRandom } from '../../lab/random.js'
import { flacHeader } from '../../lab/service/sounds.js'
import type { ApiError } from '../../src/server/api-error.js'
import { Admission } from '../../src/server/audit/admission.js'
import { Shares } from '../../src/server/audit/shares.js'
import { watchPace } from '../../src/server/audit/upload-pace.js'
import { UploadRoom } from '../../src/server/audit/upload-room.js'
import type { Visitor } from '../../src/server/audit/visitor.js'
import { Backlog } from '../../src/server/backlog.js'

const account = (name: string): Visitor => ({
  kind: 'account',
  caller: `account:${name}`,
  auditedAs: `account:${name}`,
})
const sender = (name: string, kind: 'payer' | 'anonymous' = 'anonymous'): Visitor => ({
  kind,
  caller: `sender:${name}`,
  auditedAs: `sender:${name}`,
})

function house(config: Partial<ConstructorParameters<typeof Admission>[0]> = {}) {
  const refused: unknown[] = []
  let inside = 0
  const admission = new Admission(
    { auditsAtOnce: 16, auditsWaiting: 60, callerSharePercent: 25, ...config },
    { refusal: () => undefined },
    { inc: (labels: unknown) => refused.push(labels) } as never,
    (now) => {
      inside = now
    },
  )
  /** Sends until the first refusal; gives how many came in, and the code of the refusal. */
  const fill = (visitor: Visitor, most = 1000) => {
    for (let count = 0; count < most; count++) {
      try {
        admission.enter(visitor)
      } catch (error) {
        return [count, (error as ApiError).code]
      }
    }
    return [most, undefined]
  }
  return { admission, fill, refused, inside: () => inside }
}

describe('shares', () => {
  test('whatever one caller does, another who has nothing yet gets something', () => {
    const random = seededRandom(16)
    for (let round = 0; round < 50; round++) {
      const shares = new Shares(2 + Math.floor(random() * 200), 1 + Math.floor(random() * 50))
      let has = 0
      for (let step = 0; step < 40; step++) {
        const change = Math.floor((random() - 0.3) * 100)
        // Also what nobody was asked about before: a batch may turn out to hold more than a share.
        const added = Math.max(-has, change)
        shares.add('greedy', added)
        has += added
        expect(shares.refusal('newcomer')).toBeUndefined()
        expect(shares.refusal('greedy')).toBe(has > 0 && has >= shares.mostOfOne ? 'own' : undefined)
      }
      shares.add('greedy', -has)
      expect(shares.of('greedy')).toBe(0)
    }
  })

  test('who has nothing may begin with more than a share, and has to wait until it is less', () => {
    const shares = new Shares(100, 25)
    expect(shares.refusal('a', 400)).toBeUndefined()
    shares.add('a', 400)
    expect(shares.refusal('a')).toBe('own')
    shares.add('a', -376)
    expect(shares.refusal('a')).toBeUndefined()
  })

  test('many callers together can take everything', () => {
    const shares = new Shares(100, 25)
    for (const caller of ['a', 'b', 'c', 'd']) shares.add(caller, 1000)
    expect(shares.refusal('e')).toBe('all')
    shares.add('d', -976)
    expect(shares.refusal('e')).toBeUndefined()
  })
})

describe('places', () => {
  test('one account gets its share and is told that it is its own doing', () => {
    const { fill, refused } = house()
    expect(fill(account('greedy'))).toEqual([19, 'rate_limited'])
    expect(fill(account('other'), 5)).toEqual([5, undefined])
    expect(refused).toEqual([{ reason: 'places', doing: 'own' }])
  })

  test('a place is free again once it is left, and leaving twice is leaving once', () => {
    const { admission, inside } = house({ auditsAtOnce: 1, auditsWaiting: 1 })
    const leave = admission.enter(account('a'))
    expect(() => admission.enter(account('a'))).toThrow('At most 1 audit of one account')
    leave()
    leave()
    expect(inside()).toBe(0)
    admission.enter(account('a'))
    expect(inside()).toBe(1)
  })

  test('when all together have filled the house, it is busy', () => {
    const { fill, refused } = house()
    for (const name of ['a', 'b', 'c', 'd']) expect(fill(account(name))).toEqual([19, 'rate_limited'])
    expect(fill(account('e'))).toEqual([0, 'busy'])
    expect(refused.at(-1)).toEqual({ reason: 'places', doing: 'all' })
  })

  test('one sender without a key keeps out no other, and all of them nobody who has a key or has asked for a price', () => {
    const { fill } = house()
    expect(fill(sender('slow'))).toEqual([4, 'rate_limited'])
    expect(fill(sender('another'), 1)).toEqual([1, undefined])
    for (let at = 0; at < 20; at++) fill(sender(`crowd ${at}`))
    expect(fill(sender('late'))).toEqual([0, 'busy'])
    expect(fill(sender('payer', 'payer'))).toEqual([9, 'rate_limited'])
    for (let at = 0; at < 20; at++) fill(sender(`paying crowd ${at}`, 'payer'))
    expect(fill(account('with a key'))).toEqual([19, 'rate_limited'])
  })
})

describe('what waits for a listener', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backlog-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Nobody begins to hear anything before `begin`. */
  async function waiting(caller: string, count: number, minutes: number, backlog: Backlog) {
    const name = path.join(folder, `${minutes}.flac`)
    await writeFile(name, flacHeader(minutes * 60, 1))
    const before = backlog.files
    for (let at = 0; at < count; at++) backlog.listen(name, [], { caller }).catch(() => {})
    await vi.waitFor(() => expect(backlog.files).toBe(before + count), { timeout: 30_000 })
  }

  function deafPool() {
    const begin: (() => void)[] = []
    const pool = {
      workers: 1,
      model: 'base' as const,
      listen: (_file: string, _requests: unknown, options: { onStage?: (stage: 'decode') => void } = {}) =>
        new Promise<never>(() => begin.push(() => options.onStage?.('decode'))),
    }
    return { pool, begin }
  }

  const limits = { mostQueuedMinutes: 2400, mostQueuedFiles: 50_000, callerSharePercent: 25 }

  test('500 files of 5 minutes are the share of who has nothing else waiting, and more is not; others do not notice', async () => {
    const { pool, begin } = deafPool()
    const backlog = new Backlog(pool, limits)
    expect(backlog.refusal('large')).toBeUndefined()
    await waiting('large', 500, 5, backlog)
    expect(backlog.refusal('large')).toMatchObject({ doing: 'own', what: 'sound' })
    expect(backlog.refusal('other')).toBeUndefined()
    // As soon as little enough waits, there is room for the next.
    for (const each of begin.splice(0, 381)) each()
    expect(backlog.seconds).toBe(119 * 300)
    expect(backlog.refusal('large')).toBeUndefined()
  })

  test('as many callers as there are shares fill it; each is told that it was not their doing', async () => {
    const { pool } = deafPool()
    const backlog = new Backlog(pool, limits)
    for (const caller of ['a', 'b', 'c', 'd']) {
      expect(backlog.refusal(caller)).toBeUndefined()
      await waiting(caller, 20, 59, backlog)
    }
    expect(backlog.refusal('e')).toMatchObject({ doing: 'all', what: 'sound' })
  })

  test('short files count by their number', async () => {
    const { pool } = deafPool()
    const backlog = new Backlog(pool, { ...limits, mostQueuedFiles: 40 })
    await waiting('a', 25, 1, backlog)
    expect(backlog.refusal('a')).toMatchObject({
      doing: 'own',
      what: 'files',
      message: expect.stringContaining('10 files'),
    })
    expect(backlog.refusal('b')).toBeUndefined()
  })
})

test('where servers share workers, the files of a caller on all of them count', () => {
  const listen = async () => Promise.reject(new Error('not asked'))
  const on = (own: number, all: number) =>
    new Backlog(
      { workers: 1, model: 'base', listen, jobsWaitingOf: () => own, jobsWaitingUpTo: () => all },
      { mostQueuedMinutes: 1, mostQueuedFiles: 40, callerSharePercent: 25 },
    ).refusal('a')?.doing
  expect(on(10, 10)).toBe('own')
  expect(on(9, 39)).toBeUndefined()
  expect(on(0, 40)).toBe('all')
})

describe('the disk, for uploads without a key', () => {
  const MIB = 2 ** 20

  test('one sender gets a share, beside the first upload of any size; another is not kept out', () => {
    const room = new UploadRoom({ anonymousUploadMb: 100, callerSharePercent: 25 }, {
      inc: () => {},
    } as never)
    const first = room.for('sender:a')
    expect(first.grow(90 * MIB)).toBeUndefined()
    expect(room.for('sender:a').grow(1)?.code).toBe('rate_limited')
    const others = ['b', 'c', 'd'].map((name) => room.for(`sender:${name}`))
    for (const other of others) expect(other.grow(25 * MIB)).toBeUndefined()
    expect(room.for('sender:e').grow(1)?.code).toBe('busy')
    first.free()
    first.free()
    expect(room.for('sender:e').grow(25 * MIB)).toBeUndefined()
  })
})

describe('the pace of an upload', () => {
  test('does not count the time in which we do not read', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      const body = new PassThrough()
      const told: string[] = []
      const limits = { leastUploadRate: 1000, uploadWindowSec: 10 }
      const end = watchPace(body, limits, ({ code }) => told.push(code))
      body.pause()
      vi.advanceTimersByTime(60_000)
      expect(told).toEqual([])
      body.resume()
      for (let sec = 0; sec < 30; sec++) {
        body.emit('data', Buffer.alloc(1500))
        vi.advanceTimersByTime(1000)
      }
      expect(told).toEqual([])
      vi.advanceTimersByTime(3000)
      expect(told).toEqual([])
      vi.advanceTimersByTime(20_000)
      expect(told).toEqual(['upload_too_slow'])
      end()
    } finally {
      vi.useRealTimers()
    }
  })
})
