import { MOST_WORKERS, wholeNumber } from '../audit/capacity.js'
import type { PoolOptions } from '../audit/pool.js'
import { UsageError } from './exit.js'

/** The pool that `--model` and `--workers` ask for. */
export function poolOptions({
  model,
  workers,
}: {
  model: string
  workers?: string | undefined
}): PoolOptions {
  if (model !== 'base' && model !== 'tiny')
    throw new UsageError(`--model must be base or tiny, not "${model}"`)
  if (workers === undefined) return { model }
  const count = /^\d+$/.test(workers) ? Number(workers) : workers
  return { model, workers: wholeNumber(count, '--workers', MOST_WORKERS) }
}
