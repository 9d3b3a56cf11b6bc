// The line of jobs between those who wait and those who hear, on a real Redis and a bucket; both ends in this process, and
// with ears that need no models.

import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RedisEngine, type S3Engine, startRedis, startS3 } from '../../lab/service/engines.js'
import { DecodeError } from '../../src/audio/decode/error.js'
import { FileError, ListenersUnavailable } from '../../src/audit/errors.js'
import type { Listened } from '../../src/audit/listen-task.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import type { Pool } from '../../src/audit/pool.js'
import { callerOf, listenJobOf } from '../../src/queue/job.js'
import { ListenWorker } from '../../src/queue/listen-worker.js'
import { QueuePool, type QueuePoolOptions } from '../../src/queue/queue-pool.js'
import { S3Blobs } from '../../src/store/s3-blobs.js'
import { type WorkObjects, workObjects } from '../../src/store/work-objects.js'
import { describeWith } from '../machine/needing.js'

const PACE = [{ check: 'pace' as const, options: null }]
const CALLER = 'account:one'
const OTHER = 'account:two'

/** What the ears of a test find depends on the content alone. */
const heardIn = (content: string): Listened => ({
  findings: [packFindings({ said: content, print: Float32Array.from([content.length, 0.1]) })],
  stageSec: { decode: 0.5 },
  totalSec: 1,
  durationSec: 2,
})

describeWith(['Redis'], 'files listened to through Redis', () => {
  let redis: RedisEngine
  let s3: S3Engine
  let objects: WorkObjects
  let blobs: S3Blobs
  let folder: string
  let look: Redis
  let prefix = ''
  let tests = 0
  const open: { close(graceMs: number): Promise<void> }[] = []

  beforeAll(async () => {
    redis = await startRedis()
    s3 = await startS3()
    objects = workObjects(s3.settings)
    blobs = new S3Blobs(s3.settings)
    folder = await mkdtemp(path.join(tmpdir(), 'queue-'))
    look = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    look.on('error', () => {})
    prefix = `test-${tests}`
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close(0)))
    prefix = `test-${++tests}`
  })
  afterAll(async () => {
    look?.disconnect()
    objects?.close()
    blobs?.close()
    await s3?.stop()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function asker(options: Partial<QueuePoolOptions> = {}): Promise<QueuePool> {
    const pool = new QueuePool({ redisUrl: redis.url, model: 'base', objects, prefix, ...options })
    open.push(pool)
    return pool.open()
  }

  /** Hears what it is told to; in its own time, if it is given some. */
  async function worker(
    listen: (content: string, signal: AbortSignal) => Promise<Listened> = async (content) => heardIn(content),
    { lostAfterSec = 20, workers = 1 } = {},
  ): Promise<ListenWorker> {
    const pool: Pick<Pool, 'listen' | 'workers' | 'model'> = {
      workers,
      model: 'base',
      listen: async (file, _requests, options) => {
        return listen(await readFile(file, 'utf8'), options!.signal!)
      },
    }
    const made = new ListenWorker({
      redisUrl: redis.url,
      objects,
      pool,
      prefix,
      lostAfterSec,
      folder: path.join(folder, `work-${Math.random()}`),
    })
    open.push(made)
    return made.open()
  }

  /** In the bucket, as an audit puts it before it is heard. */
  async function stored(content: string, caller = CALLER): Promise<{ caller: string; sha256: string }> {
    const file = path.join(folder, 'upload')
    await writeFile(file, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    await blobs.put({ caller, sha256 }, file)
    return { caller, sha256 }
  }

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it did not fail'),
      (error) => error,
    )
  const jobsLeft = () => look.zcard(`${prefix}:listen:prioritized`)
  const until = async (isTrue: () => boolean | Promise<boolean>) => {
    while (!(await isTrue())) await sleep(20)
  }
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  test('come back as if they had been listened to here, and leave nothing behind', async () => {
    const pool = await asker()
    await worker()
    const steps: string[] = []
    const kept = await stored('hello')
    const listened = await pool.listen('', PACE, { ...kept, onStage: (stage) => steps.push(stage) })
    expect(listened).toEqual(heardIn('hello'))
    expect(steps).toEqual(['decode'])
    await until(async () => (await s3.objects()).every((name) => !name.startsWith('heard/')))
  })

  test('are counted by caller while they wait, whoever put them', async () => {
    const [one, another] = [await asker(), await asker()]
    const heard: Promise<unknown>[] = []
    for (let at = 0; at < 6; at++) {
      heard.push((at % 2 ? one : another).listen('', PACE, await stored(`mine ${at}`)))
    }
    for (let at = 0; at < 2; at++) heard.push(one.listen('', PACE, await stored(`other ${at}`, OTHER)))
    await until(() => one.jobsWaiting === 8 && another.jobsWaiting === 8)
    for (const pool of [one, another]) {
      expect([CALLER, OTHER, 'account:nobody'].map((caller) => pool.jobsWaitingOf(caller))).toEqual([6, 2, 0])
      expect([pool.jobsWaitingUpTo(3), pool.jobsWaitingUpTo(100)]).toEqual([5, 8])
    }
    await worker()
    await Promise.all(heard)
    await until(() => one.jobsWaiting === 0 && one.jobsWaitingOf(CALLER) === 0)
    expect(one.jobsWaitingUpTo(100)).toBe(0)
  })

  test('faults of a file come back as what they are', async () => {
    const pool = await asker()
    await worker(async (content) => {
      throw content === 'cut'
        ? new DecodeError('truncated', 'It is cut short.')
        : new FileError('not_analysable', 'It cannot be analysed.')
    })
    const cut = await failure(pool.listen('', PACE, await stored('cut')))
    expect(cut).toBeInstanceOf(DecodeError)
    expect(cut).toMatchObject({ fault: 'truncated', message: 'It is cut short.' })
    const poison = await failure(pool.listen('', PACE, await stored('poison')))
    expect(poison).toBeInstanceOf(FileError)
    expect(poison).toMatchObject({ fault: 'not_analysable' })
  })

  test('two files pass thirty', async () => {
    const pool = await asker()
    const order: string[] = []
    const started = withResolvers()
    const contents = Array.from({ length: 30 }, (_, at) => `many ${at}`)
    const many = []
    for (const content of contents) many.push(await stored(content))
    const few = [await stored('few 0', OTHER), await stored('few 1', OTHER)]
    const waiting = many.map((kept) => pool.listen('', PACE, kept))
    await until(async () => (await jobsLeft()) === 30)
    await worker(async (content) => {
      order.push(content)
      if (order.length === 1) await started.promise
      return heardIn(content)
    })
    await until(() => order.length === 1)
    waiting.push(...few.map((kept) => pool.listen('', PACE, kept)))
    await until(async () => (await jobsLeft()) === 31)
    started.resolve(undefined)
    await Promise.all(waiting)
    expect(order.indexOf('few 0')).toBeLessThanOrEqual(3)
    expect(order.indexOf('few 1')).toBeLessThanOrEqual(5)
    expect(order).toHaveLength(32)
  })

  test('the same work for the same caller is done once, and again when it is asked for again', async () => {
    const pools = [await asker(), await asker()]
    let heard = 0
    const go = withResolvers()
    await worker(async (content) => {
      heard++
      await go.promise
      return heardIn(content)
    })
    const kept = await stored('twins')
    const both = [pools[0], pools[0]].map((pool) => pool.listen('', PACE, kept))
    await until(() => heard === 1)
    go.resolve(undefined)
    expect(await Promise.all(both)).toEqual([heardIn('twins'), heardIn('twins')])
    expect(heard).toBe(1)
    await pools[1].listen('', PACE, kept)
    expect(heard).toBe(2)
  })

  test('who stops waiting takes their files back, also the one in hand', async () => {
    const pool = await asker()
    const controller = new AbortController()
    const { signal } = controller
    const first = await stored('first')
    const rest = [await stored('second'), await stored('third')]
    let isStopped = false
    await worker(async (_, given) => {
      given.addEventListener('abort', () => {
        isStopped = true
      })
      return untilAborted(given)
    })
    const running = pool.listen('', PACE, { ...first, signal })
    const waiting = rest.map((kept) => pool.listen('', PACE, { ...kept, signal }))
    await until(async () => (await jobsLeft()) === 2 && (await look.llen(`${prefix}:listen:active`)) === 1)
    controller.abort(new Error('enough'))
    for (const each of [running, ...waiting]) expect((await failure(each)).message).toBe('enough')
    await until(async () => (await jobsLeft()) === 0)
    await until(() => isStopped)
  })

  test('a worker that stops gives back what it has in hand, and another takes it', async () => {
    const pool = await asker()
    let begun = 0
    const leaving = await worker(async (_, signal) => {
      begun++
      return untilAborted(signal)
    })
    const waiting = pool.listen('', PACE, await stored('handed on'))
    await until(() => begun === 1)
    await leaving.close(0)
    await worker()
    expect(await waiting).toEqual(heardIn('handed on'))
  })

  test('a worker that vanishes loses its file to another; one that two vanish with is given up by name', async () => {
    const pool = await asker()
    const vanish = async () => {
      let isBegun = false
      const lost = await worker(
        async (_, signal) => {
          isBegun = true
          return untilAborted(signal)
        },
        { lostAfterSec: 1 },
      )
      await until(() => isBegun)
      // As a machine that is switched off: nothing more is heard of it.
      ;(lost as unknown as { redis: Redis }).redis.disconnect()
    }
    const once = pool.listen('', PACE, await stored('lost once'))
    await vanish()
    const able = await worker(undefined, { lostAfterSec: 1 })
    expect(await once).toEqual(heardIn('lost once'))
    await able.close(0)

    const twice = failure(pool.listen('', PACE, await stored('lost twice')))
    await vanish()
    await vanish()
    let heardAgain = false
    await worker(
      async (content) => {
        heardAgain = true
        return heardIn(content)
      },
      { lostAfterSec: 1 },
    )
    const error = await twice
    expect(error).toBeInstanceOf(FileError)
    expect(error.fault).toBe('not_analysable')
    expect(heardAgain).toBe(false)
  }, 60_000)

  test('jobs of another version are left alone, and do not hold up others', async () => {
    const pool = await asker()
    const kept = await stored('of the future')
    const job = listenJobOf({ ...kept, model: 'base', requests: PACE, asker: 'x' })
    const queue = new Queue('listen', { connection: look, prefix })
    const heard: string[] = []
    await queue.add('listen', { ...job, version: 99 }, { jobId: 'future', priority: 1 })
    await queue.add('listen', { ...job, findingsKeys: ['0'] }, { jobId: 'other analyser', priority: 1 })
    await queue.add('listen', { ...job, model: 'tiny' }, { jobId: 'other model', priority: 1 })
    await worker(async (content) => {
      heard.push(content)
      return heardIn(content)
    })
    await pool.listen('', PACE, await stored('of today'))
    await until(async () => (await queue.getDelayedCount()) === 3)
    expect(heard).toEqual(['of today'])
    await queue.close()
  })

  test('what nobody waits for any more is not listened to', async () => {
    const kept = await stored('orphan')
    const job = listenJobOf({ ...kept, model: 'base', requests: PACE, asker: 'long dead' })
    const queue = new Queue('listen', { connection: look, prefix })
    await queue.add('listen', job, { jobId: 'orphan', priority: 1 })
    let heard = 0
    await worker(async (content) => {
      heard++
      return heardIn(content)
    })
    await until(async () => (await queue.getJob('orphan'))?.finishedOn !== undefined)
    expect(heard).toBe(0)
    expect((await queue.getJob('orphan'))!.returnvalue).toMatchObject({ dropped: true })
    await queue.close()
  })

  test('a job says neither who nor what', async () => {
    const kept = await stored('secret')
    const job = listenJobOf({ ...kept, model: 'base', requests: PACE, asker: 'x' })
    expect(JSON.stringify(job)).not.toContain(CALLER)
    expect(callerOf(job)).toMatch(/^[0-9a-f]{32}$/)
    const other = listenJobOf({ ...kept, caller: OTHER, model: 'base', requests: PACE, asker: 'x' })
    expect(callerOf(other)).not.toBe(callerOf(job))
  })

  test('Redis that comes back with nothing is told everything again', async () => {
    const pool = await asker()
    const go = withResolvers()
    let begun = 0
    await worker(async (content) => {
      begun++
      await go.promise
      return heardIn(content)
    })
    const kept = []
    for (let at = 0; at < 4; at++) kept.push(await stored(`forgotten ${at}`))
    const waiting = kept.map((each) => pool.listen('', PACE, each))
    await until(async () => begun === 1 && (await jobsLeft()) === 3)
    await redis.kill()
    await redis.start()
    go.resolve(undefined)
    expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3].map((at) => heardIn(`forgotten ${at}`)))
  }, 60_000)

  test('while Redis is away, those who wait are told so in the end, and nobody new is let in', async () => {
    const pool = await asker({ patienceSec: 1 })
    const kept = await stored('in vain')
    const waiting = failure(pool.listen('', PACE, kept))
    await until(async () => (await jobsLeft()) === 1)
    await redis.kill()
    try {
      expect(await waiting).toBeInstanceOf(ListenersUnavailable)
      expect(pool.isAvailable).toBe(false)
      expect(await failure(pool.listen('', PACE, kept))).toBeInstanceOf(ListenersUnavailable)
    } finally {
      await redis.start()
    }
    await worker()
    await until(() => pool.isAvailable)
    expect(await pool.listen('', PACE, kept)).toEqual(heardIn('in vain'))
  }, 60_000)

  test('a bucket that fails for a while holds things up, no more', async () => {
    const pool = await asker()
    await worker()
    const kept = await stored('patience')
    s3.break()
    const waiting = pool.listen('', PACE, kept)
    await until(async () => (await look.llen(`${prefix}:listen:active`)) === 1)
    await sleep(500)
    s3.heal()
    expect(await waiting).toEqual(heardIn('patience'))
  })
})

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve!: (value: unknown) => void
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
