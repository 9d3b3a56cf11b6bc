import { afterEach, describe, expect, test } from 'vitest'
import { DecodeError } from '../../src/audio/decode/error.js'
import { FileError, PoolClosed, WorkerCrash } from '../../src/audit/errors.js'
import { ThreadPool, type ThreadPoolOptions } from '../../src/audit/thread-pool.js'
import { ModelError } from '../../src/speech/models.js'

const opened: ThreadPool[] = []

function pool(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const workerFile = new URL('./trial-worker.ts', import.meta.url)
  const made = new ThreadPool({ workerFile, workers: 2, ...options })
  opened.push(made)
  return made
}

interface Echo {
  value: unknown
  threadId: number
  workerData: unknown
}

const echo = (threads: ThreadPool, value: unknown, afterMs = 0, begun?: Int32Array) =>
  threads.run<Echo>('echo', { value, afterMs, begun })

afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()))
})

describe('work', () => {
  test('results keep the order of the calls, whichever ends first', async () => {
    const threads = pool()
    const results = await Promise.all([60, 5, 40, 1, 20].map((afterMs) => echo(threads, afterMs, afterMs)))
    expect(results.map(({ value }) => value)).toEqual([60, 5, 40, 1, 20])
  })

  test('500 jobs share no more threads than there are workers, and each thread gets the data', async () => {
    const threads = pool({ workerData: { model: 'tiny' } })
    const results = await Promise.all(Array.from({ length: 500 }, (_, i) => echo(threads, i)))
    expect(results.map(({ value }) => value)).toEqual(Array.from({ length: 500 }, (_, i) => i))
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2)
    expect(results[499].workerData).toEqual({ model: 'tiny' })
  })

  test('steps arrive in order', async () => {
    const seen: unknown[] = []
    await pool().run('steps', ['decode', 'transcript'], { onStep: (step) => seen.push(step) })
    expect(seen).toEqual(['decode', 'transcript'])
  })
})

describe('errors', () => {
  test('keep their class and their fault on the way out of the thread', async () => {
    const threads = pool()
    const failing = (kind: string) => threads.run<never>('fail', kind).catch((error) => error)
    const decode = await failing('decode')
    expect(decode).toBeInstanceOf(DecodeError)
    expect(decode).toMatchObject({ fault: 'truncated', message: 'cut short' })
    const file = await failing('file')
    expect(file).toBeInstanceOf(FileError)
    expect(file).toMatchObject({ fault: 'not_found' })
    expect(await failing('model')).toBeInstanceOf(ModelError)
    const plain = await failing('plain')
    expect(plain).toMatchObject({ message: 'unforeseen' })
    expect(plain.stack).toContain('trial-worker')
  })

  test('an unknown task is an error, not a hang', async () => {
    await expect(pool().run('constructor', null)).rejects.toThrow('knows no task "constructor"')
  })

  test.each(['exit', 'throw', 'memory'])(
    'a thread that dies (%s) takes only its own job along',
    async (how) => {
      const threads = pool({ heapLimitMb: 48 })
      const before = [echo(threads, 'a', 30), echo(threads, 'b', 30)]
      const dying = threads.run('die', how).catch((error) => error)
      const after = [1, 2, 3, 4].map((value) => echo(threads, value))
      expect(await dying).toBeInstanceOf(WorkerCrash)
      const values = (await Promise.all([...before, ...after])).map(({ value }) => value)
      expect(values).toEqual(['a', 'b', 1, 2, 3, 4])
    },
  )

  test('a lone worker is replaced as well, time and again', async () => {
    const threads = pool({ workers: 1 })
    const jobs = ['exit', 'throw', 'exit'].flatMap((how) => [
      threads.run('die', how).catch((error) => error.name),
      echo(threads, 'fine').then(({ value }) => value),
    ])
    expect(await Promise.all(jobs)).toEqual(Array(3).fill(['WorkerCrash', 'fine']).flat())
  })

  test('a worker file that cannot be loaded fails every job instead of leaving them waiting', async () => {
    const threads = pool({ workerFile: new URL('./no-such-worker.js', import.meta.url) })
    const jobs = [1, 2, 3].map((value) => echo(threads, value).catch((error) => error))
    for (const error of await Promise.all(jobs)) {
      expect(error).toBeInstanceOf(WorkerCrash)
      expect(error.message).toContain('no-such-worker')
    }
  })
})

describe('cancellation', () => {
  test('a job that waits never starts', async () => {
    const threads = pool({ workers: 1 })
    const begun = new Int32Array(new SharedArrayBuffer(4))
    const controller = new AbortController()
    const first = echo(threads, 'first', 50, begun)
    const waiting = threads.run('echo', { value: 'second', afterMs: 0, begun }, { signal: controller.signal })
    const third = echo(threads, 'third', 0, begun)
    controller.abort(new Error('no longer wanted'))
    await expect(waiting).rejects.toThrow('no longer wanted')
    await Promise.all([first, third])
    expect(begun[0]).toBe(2)
  })

  test('a signal that is already aborted starts nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(pool().run('echo', { value: 1, afterMs: 0 }, { signal })).rejects.toThrow('too late')
  })

  const threadOf = async (threads: ThreadPool) => (await echo(threads, null)).threadId

  async function cancelWhenBusy(threads: ThreadPool, task: string): Promise<unknown> {
    const controller = new AbortController()
    const job = threads.run(task, null, {
      signal: controller.signal,
      onStep: () => controller.abort(new Error('no longer wanted')),
    })
    return job.catch((error) => error.message)
  }

  test.each(['heedful', 'patient'])('a %s task stops, and its thread works on', async (task) => {
    const threads = pool({ workers: 1 })
    const before = await threadOf(threads)
    expect(await cancelWhenBusy(threads, task)).toBe('no longer wanted')
    expect(await threadOf(threads)).toBe(before)
  })

  test.each(['heedless', 'modelRuns'])(
    'a task that does not listen (%s) loses its thread, the pool goes on',
    async (task) => {
      const threads = pool({ workers: 1 })
      const before = await threadOf(threads)
      expect(await cancelWhenBusy(threads, task)).toBe('no longer wanted')
      expect(await threadOf(threads)).not.toBe(before)
    },
  )

  test('who cancels is answered before the thread has noticed', async () => {
    const threads = pool({ workers: 1, killAfterMs: 1000 })
    expect(await cancelWhenBusy(threads, 'endless')).toBe('no longer wanted')
    expect(threads.busy).toBe(1)
  })

  test('an endless loop is ended from outside', async () => {
    const threads = pool({ workers: 1, killAfterMs: 100 })
    const before = await threadOf(threads)
    expect(await cancelWhenBusy(threads, 'endless')).toBe('no longer wanted')
    expect(await threadOf(threads)).not.toBe(before)
  })

  test('cancelling one job leaves its neighbours alone', async () => {
    const threads = pool()
    const neighbour = echo(threads, 'neighbour', 50)
    expect(await cancelWhenBusy(threads, 'heedful')).toBe('no longer wanted')
    expect((await neighbour).value).toBe('neighbour')
  })

  test('one signal may cancel a whole batch without a warning of a leak', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    const threads = pool()
    const controller = new AbortController()
    const jobs = Array.from({ length: 100 }, () =>
      threads.run('heedful', null, { signal: controller.signal }).catch((error) => error.name),
    )
    controller.abort()
    expect(new Set(await Promise.all(jobs))).toEqual(new Set(['AbortError']))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })
})

describe('turns', () => {
  /** Jobs that go on until the end of the test, of one caller. */
  function endlessJobs(threads: ThreadPool, caller: string, count: number) {
    const end = new AbortController()
    const begun: Promise<void>[] = []
    const rounds = Array.from({ length: count }, () => new Int32Array(new SharedArrayBuffer(4)))
    const rests: boolean[] = []
    for (const own of rounds) {
      const options = { caller, signal: end.signal, onRest: (isResting: boolean) => rests.push(isResting) }
      begun.push(
        new Promise((resolve) => {
          threads.run('counting', own, { ...options, onStep: () => resolve() }).catch(() => {})
        }),
      )
    }
    return { begun, rounds, rests, end: () => end.abort(new Error('enough')) }
  }
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const answerFor = (threads: ThreadPool, caller: string) =>
    threads.run<Echo>('echo', { value: caller, afterMs: 0 }, { caller })

  test('whoever comes need not wait for the end of jobs that hold every worker', async () => {
    const threads = pool({ workers: 2, spare: 2, turnMs: 50 })
    const greedy = endlessJobs(threads, 'greedy', 20)
    await Promise.all(greedy.begun.slice(0, 2))
    const honest = Array.from({ length: 10 }, () => answerFor(threads, 'honest'))
    expect((await Promise.all(honest)).map(({ value }) => value)).toEqual(Array(10).fill('honest'))
    expect(threads.busy).toBe(2)
    // The others of the greedy one have not used the spare threads.
    expect(greedy.rounds.filter(([rounds]) => rounds > 0)).toHaveLength(2)
    greedy.end()
  })

  test('a job that gives way stands still, and goes on when its turn comes again', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 50 })
    const end = new AbortController()
    const seen: { one: number[]; other: number[] } = { one: [], other: [] }
    const jobs = (['one', 'other'] as const).map((caller) => {
      const rounds = new Int32Array(new SharedArrayBuffer(4))
      const onRest = () => seen[caller].push(Atomics.load(rounds, 0))
      return threads.run('counting', rounds, { caller, signal: end.signal, onRest }).catch(() => {})
    })
    const turnsOf = (counts: number[]) => counts.filter((rounds) => rounds > 0).length
    const leastTurns = () => Math.min(turnsOf(seen.one), turnsOf(seen.other))
    await expect.poll(leastTurns, { timeout: 20_000 }).toBeGreaterThan(8)
    expect(threads.busy).toBe(1)
    end.abort()
    await Promise.all(jobs)
    for (const counts of Object.values(seen)) {
      for (let at = 0; at + 1 < counts.length; at += 2) {
        // The round that it was in when it was told to rest, and no other.
        expect(counts[at + 1] - counts[at]).toBeLessThanOrEqual(1)
      }
      expect(counts.at(-1)).toBeGreaterThan(counts[0] + 1000)
    }
  })

  test('who comes anew need not wait for the end of a turn, and who was interrupted goes on', async () => {
    const threads = pool({ workers: 1, spare: 2, turnMs: 300 })
    const one = endlessJobs(threads, 'one', 1)
    await one.begun[0]
    const other = endlessJobs(threads, 'other', 1)
    // After so many turns of both there is a head start for the third.
    await expect.poll(() => one.rests.length + other.rests.length, { timeout: 20_000 }).toBeGreaterThan(24)
    const resting = [one, other].find(({ rests }) => rests.at(-1))!
    const going = resting === one ? other : one
    const before = going.rests.length
    await answerFor(threads, 'third')
    expect(going.rests.slice(before, before + 2)).toEqual([true, false])
    one.end()
    other.end()
  })

  test('where all threads are taken, who has two gives one back to who has none, and begins that anew', async () => {
    const threads = pool({ workers: 2, spare: 1, turnMs: 20 })
    const greedy = endlessJobs(threads, 'greedy', 2)
    await Promise.all(greedy.begun)
    const other = endlessJobs(threads, 'other', 1)
    await other.begun[0]
    expect((await answerFor(threads, 'third')).value).toBe('third')
    const [, last] = greedy.rounds
    const stoppedAt = Atomics.load(last, 0)
    other.end()
    await expect.poll(() => Atomics.load(last, 0), { timeout: 20_000 }).toBeGreaterThan(stoppedAt)
    greedy.end()
  })

  test('a job that was sent back can be cancelled while it waits', async () => {
    const threads = pool({ workers: 2, spare: 1, turnMs: 20 })
    const greedy = endlessJobs(threads, 'greedy', 2)
    await Promise.all(greedy.begun)
    const others = ['b', 'c'].map((caller) => endlessJobs(threads, caller, 1))
    await Promise.all(others.map(({ begun }) => begun[0]))
    greedy.end()
    for (const { end } of others) end()
    await expect.poll(() => threads.busy).toBe(0)
    expect((await answerFor(threads, 'greedy')).value).toBe('greedy')
  })

  test('a job that rests can be cancelled, and its thread is free again', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 50 })
    const one = endlessJobs(threads, 'one', 1)
    await one.begun[0]
    const other = endlessJobs(threads, 'other', 1)
    await expect.poll(() => one.rests.at(-1)).toBe(true)
    one.end()
    expect((await answerFor(threads, 'third')).value).toBe('third')
    other.end()
    expect((await answerFor(threads, 'fourth')).value).toBe('fourth')
    await expect.poll(() => threads.busy).toBe(0)
  })

  test('a cancelled job takes no more turns', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 20, killAfterMs: 500 })
    const end = new AbortController()
    const rests: boolean[] = []
    const options = {
      caller: 'one',
      signal: end.signal,
      onRest: (isResting: boolean) => rests.push(isResting),
    }
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const one = threads.run('endless', null, { ...options, onStep: begun }).catch(() => {})
    await hasBegun
    const other = endlessJobs(threads, 'other', 1)
    await expect.poll(() => rests.length).toBeGreaterThan(2)
    end.abort(new Error('enough'))
    await one
    const before = rests.length
    await sleep(100)
    expect(rests).toHaveLength(before)
    other.end()
  })

  test('a job that rests ends with the pool', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 50 })
    const one = endlessJobs(threads, 'one', 1)
    await one.begun[0]
    endlessJobs(threads, 'other', 1)
    await expect.poll(() => one.rests.at(-1)).toBe(true)
    await threads.close()
    await expect(answerFor(threads, 'third')).rejects.toBeInstanceOf(PoolClosed)
  })

  test('a caller alone gives way to nobody', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 20 })
    const alone = endlessJobs(threads, 'alone', 3)
    await alone.begun[0]
    await sleep(100)
    expect(alone.rests).toEqual([])
    expect(alone.rounds.filter(([rounds]) => rounds > 0)).toHaveLength(1)
    alone.end()
  })

  test('short jobs of many callers share the threads of the workers', async () => {
    const threads = pool({ workers: 1, spare: 1, turnMs: 60_000 })
    const answers = await Promise.all(['a', 'b', 'a', 'b', 'c'].map((caller) => answerFor(threads, caller)))
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1)
  })

  test('without a spare thread a job that has begun goes on to its end', async () => {
    const threads = pool({ workers: 1, turnMs: 20 })
    const one = endlessJobs(threads, 'one', 1)
    await one.begun[0]
    const answer = answerFor(threads, 'other')
    await sleep(100)
    expect(one.rests).toEqual([])
    one.end()
    expect((await answer).value).toBe('other')
  })
})

describe('help', () => {
  const sharedInt = () => new Int32Array(new SharedArrayBuffer(4))

  /** A job that asks for help and goes on until `end`; `rounds` is what its helpers have done. */
  function askingJob(threads: ThreadPool, help: string) {
    const [rounds, isOver] = [sharedInt(), sharedInt()]
    const ended = threads
      .run('asking', { help, rounds, isOver }, { caller: 'long' })
      .catch((error) => error.message)
    return {
      ended,
      roundsNow: () => Atomics.load(rounds, 0),
      end: () => Atomics.store(isOver, 0, 1),
    }
  }

  test('comes from a worker that has nothing to do, and ends with the job', async () => {
    const threads = pool({ workers: 2 })
    const job = askingJob(threads, 'counting')
    await expect.poll(job.roundsNow, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(threads.busy).toBe(2)
    job.end()
    expect(await job.ended).toBe('done')
    await expect.poll(() => threads.busy).toBe(0)
  })

  test.each([0, 2])('leaves when somebody comes (%i spare threads), and comes back after', async (spare) => {
    const threads = pool({ workers: 2, spare, turnMs: 20 })
    const job = askingJob(threads, 'counting')
    await expect.poll(job.roundsNow, { timeout: 60_000 }).toBeGreaterThan(0)
    const answers = ['other', 'long', 'third'].map((caller) =>
      threads.run<Echo>('echo', { value: caller, afterMs: 0 }, { caller }),
    )
    expect((await Promise.all(answers)).map(({ value }) => value)).toEqual(['other', 'long', 'third'])
    const before = job.roundsNow()
    await expect.poll(job.roundsNow, { timeout: 60_000 }).toBeGreaterThan(before)
    job.end()
    expect(await job.ended).toBe('done')
  })

  test('is not there where one worker does everything', async () => {
    const threads = pool({ workers: 1, spare: 1 })
    const job = askingJob(threads, 'counting')
    expect((await threads.run<Echo>('echo', { value: 1, afterMs: 0 }, { caller: 'other' })).value).toBe(1)
    job.end()
    expect(await job.ended).toBe('done')
    expect(job.roundsNow()).toBe(0)
  })

  test.each(['dyingHelp', 'idleHelp'])('that ends by itself (%s) is not asked for again', async (help) => {
    const threads = pool({ workers: 2 })
    const job = askingJob(threads, help)
    await expect.poll(job.roundsNow, { timeout: 60_000 }).toBe(1)
    await expect.poll(() => threads.busy).toBe(1)
    expect((await echo(threads, 'beside')).value).toBe('beside')
    job.end()
    expect(await job.ended).toBe('done')
    expect(job.roundsNow()).toBe(1)
  })
})

describe('closing', () => {
  test('rejects what waits and what runs, then takes nothing more', async () => {
    const threads = pool({ workers: 1 })
    const outcome = (job: Promise<unknown>) =>
      job.then(
        () => 'done',
        (error) => error,
      )
    const jobs = [outcome(threads.run('heedful', null)), outcome(echo(threads, 1))]
    await threads.close()
    for (const error of await Promise.all(jobs)) expect(error).toBeInstanceOf(PoolClosed)
    await expect(echo(threads, 2)).rejects.toBeInstanceOf(PoolClosed)
  })

  test('closing twice, or a pool never used, is fine', async () => {
    const threads = pool()
    await Promise.all([threads.close(), threads.close()])
  })
})
