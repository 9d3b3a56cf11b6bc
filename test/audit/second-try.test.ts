import { expect, test } from 'vitest'
import { DecodeError } from '../../src/audio/decode/error.js'
import { FileError, WorkerCrash } from '../../src/audit/errors.js'
import type { Listened } from '../../src/audit/listen-task.js'
import type { Pool } from '../../src/audit/pool.js'
import { listenTwice } from '../../src/audit/second-try.js'

const listened: Listened = { findings: [], stageSec: {}, totalSec: 1, durationSec: 1 }

/** Fails in the given ways, one after the other, and then hears; `begins` as a real one does. */
function faulty(faults: unknown[], begins = true): { listen: Pool['listen']; tries: () => number } {
  let tries = 0
  return {
    tries: () => tries,
    listen: async (_file, _requests, options) => {
      if (begins) options?.onStage?.('decode')
      const fault = faults[tries++]
      if (fault) throw fault
      return listened
    },
  }
}

test('a worker that dies once is no fault of the file', async () => {
  const { listen, tries } = faulty([new WorkerCrash('dead')])
  expect(await listenTwice(listen)('a.wav', [])).toBe(listened)
  expect(tries()).toBe(2)
})

test('a file that ends its worker twice cannot be analysed, and is not tried again', async () => {
  const { listen, tries } = faulty([new WorkerCrash('dead'), new WorkerCrash('dead')])
  const error = await listenTwice(listen)('a.wav', []).catch((failed) => failed)
  expect(error).toBeInstanceOf(FileError)
  expect(error.fault).toBe('not_analysable')
  expect(tries()).toBe(2)
})

test('workers that do not even start are not the fault of the file', async () => {
  const { listen } = faulty([new WorkerCrash('dead'), new WorkerCrash('dead')], false)
  await expect(listenTwice(listen)('a.wav', [])).rejects.toBeInstanceOf(WorkerCrash)
})

test('other faults are told at once', async () => {
  const { listen, tries } = faulty([new DecodeError('empty', 'It is empty.')])
  await expect(listenTwice(listen)('a.wav', [])).rejects.toThrow('It is empty.')
  expect(tries()).toBe(1)
})

const endless: Pool['listen'] = (_file, _requests, options) =>
  new Promise((_, reject) => {
    options?.onStage?.('decode')
    options?.signal?.addEventListener('abort', () => reject(options.signal!.reason))
  })

test('a file that takes too long is stopped and named so', async () => {
  const error = await listenTwice(endless, 0.01)('a.wav', []).catch((failed) => failed)
  expect(error).toBeInstanceOf(FileError)
  expect(error.message).toContain('longer than 0.01 s')
})

test('who cancels gets their own reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  const waiting: Pool['listen'] = async (_file, _requests, options) => {
    options?.signal?.throwIfAborted()
    return listened
  }
  await expect(listenTwice(waiting, 10)('a.wav', [], { signal })).rejects.toThrow('enough')
})

test('the time in which a file gives way to others does not count', async () => {
  const giving: Pool['listen'] = async (_file, _requests, options) => {
    options?.onStage?.('decode')
    options?.onRest?.(true)
    await new Promise((resolve) => setTimeout(resolve, 150))
    options?.signal?.throwIfAborted()
    options?.onRest?.(false)
    return listened
  }
  expect(await listenTwice(giving, 0.1)('a.wav', [])).toBe(listened)
  const goingOn: Pool['listen'] = async (file, requests, options) => {
    await giving(file, requests, options)
    return endless(file, requests, options)
  }
  await expect(listenTwice(goingOn, 0.1)('a.wav', [])).rejects.toThrow('longer than 0.1 s')
})

test('nothing is waited for once it is over, whatever is told of it later', async () => {
  let later: Parameters<Pool['listen']>[2]
  const quick: Pool['listen'] = async (_file, _requests, options) => {
    later = options
    options?.onStage?.('decode')
    options?.onRest?.(true)
    return listened
  }
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await listenTwice(quick, 60)('a.wav', [])
  later!.onRest!(false)
  expect(timers()).toBe(before)
})
