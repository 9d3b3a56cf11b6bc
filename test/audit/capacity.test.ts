import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import {
  SECOND_RECOGNISER_MEMORY_MB,
  spareCount,
  WORKER_MEMORY_MB,
  workerCount,
} from '../../src/audit/capacity.js'
import { SettingError } from '../../src/audit/errors.js'

const plenty = { memoryMb: 1e6 }

describe('the number of workers', () => {
  test('is one per core unless told otherwise', () => {
    expect(workerCount(plenty, {})).toBe(Math.min(availableParallelism(), 256))
  })

  test('is what was asked for, in code before in the environment', () => {
    expect(workerCount(plenty, { AUDIO_AUDIT_WORKERS: '3' })).toBe(3)
    expect(workerCount({ ...plenty, workers: 5 }, { AUDIO_AUDIT_WORKERS: '3' })).toBe(5)
  })

  test('never exceeds what the memory holds, but is at least one', () => {
    expect(workerCount({ workers: 8, memoryMb: 2.5 * WORKER_MEMORY_MB }, {})).toBe(2)
    expect(workerCount({ workers: 8, memoryMb: 1 }, {})).toBe(1)
    expect(workerCount({ workers: 8 }, { AUDIO_AUDIT_MEMORY_MB: String(3 * WORKER_MEMORY_MB) })).toBe(3)
  })

  test('is smaller where each has a second recogniser', () => {
    const memoryMb = 4 * WORKER_MEMORY_MB
    expect(workerCount({ workers: 8, memoryMb, model: 'tiny' }, {})).toBe(4)
    const held = Math.floor(memoryMb / (WORKER_MEMORY_MB + SECOND_RECOGNISER_MEMORY_MB))
    expect(held).toBeLessThan(4)
    expect(workerCount({ workers: 8, memoryMb, model: 'base+whisper' }, {})).toBe(held)
  })

  test.each(['0', '-1', '1.5', 'many', '257', '1e2'])('refuses "%s" and names the variable', (text) => {
    expect(() => workerCount(plenty, { AUDIO_AUDIT_WORKERS: text })).toThrow(SettingError)
    expect(() => workerCount(plenty, { AUDIO_AUDIT_WORKERS: text })).toThrow('AUDIO_AUDIT_WORKERS')
  })

  test('an empty variable counts as not set', () => {
    expect(workerCount({ ...plenty }, { AUDIO_AUDIT_WORKERS: ' ' })).toBe(workerCount(plenty, {}))
  })

  test.each([0, 1.5, Number.NaN, 1000])('refuses workers: %s', (workers) => {
    expect(() => workerCount({ workers }, {})).toThrow('workers must be a whole number from 1 to 256')
  })
})

describe('the spare threads', () => {
  test('are two for each worker, where the memory holds them and the service itself', () => {
    expect(spareCount(4, plenty, {})).toBe(8)
    expect(spareCount(4, { memoryMb: 6 * WORKER_MEMORY_MB + 1000 }, {})).toBe(2)
    expect(spareCount(4, { memoryMb: 4 * WORKER_MEMORY_MB }, {})).toBe(0)
    expect(spareCount(200, plenty, {})).toBe(56)
  })
})
