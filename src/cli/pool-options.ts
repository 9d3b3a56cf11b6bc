import { MOST_WORKERS, wholeNumber } from '../audit/capacity.js'
import { type PoolOptions, type TranscriberModel, transcriberModels } from '../audit/pool.js'
import { UsageError } from './exit.js'

/** The pool that `--model` and `--workers` ask for. */
export function poolOptions({
  model,
  workers,
}: {
  model: string
  workers?: string | undefined
}): PoolOptions {
  if (!isModel(model))
    throw new UsageError(`--model must be one of ${transcriberModels.join(', ')}, not "${model}"`)
  if (workers === undefined) return { model }
  const count = /^\d+$/.test(workers) ? Number(workers) : workers
  return { model, workers: wholeNumber(count, '--workers', MOST_WORKERS) }
}

function isModel(name: string): name is TranscriberModel {
  return (transcriberModels as readonly string[]).includes(name)
}
