import { createPool, type Pool } from '../src/audit/pool.js'
import type { TranscriberModel, Word } from '../src/speech/speech-data.js'

export interface ClipTranscript {
  text: string
  words: Word[]
  durationSec: number
}

/** How the harness transcribes: the only place that knows the real pipeline, so that a section can be tested with another. */
export interface ClipTranscriber {
  transcribe(path: string, model: TranscriberModel): Promise<ClipTranscript>
  /** Opens the models, so that the first clip is not charged for it. */
  warmUp(path: string, model: TranscriberModel): Promise<void>
  /** CPU seconds of this process so far, worker threads included. */
  cpuSec(): number
  readonly workers: number
  close(): Promise<void>
}

/** Transcribes through the worker pool, one pool a model. A model's pool is closed when another model is asked for. */
export function pooledTranscriber(workers?: number): ClipTranscriber {
  let open: { model: TranscriberModel; pool: Pool } | undefined
  const poolFor = async (model: TranscriberModel): Promise<Pool> => {
    if (open?.model === model) return open.pool
    const previous = open
    open = { model, pool: createPool({ model, ...(workers === undefined ? {} : { workers }) }) }
    await previous?.pool.close()
    return open.pool
  }
  return {
    get workers() {
      return open?.pool.workers ?? workers ?? 0
    },
    async transcribe(path, model) {
      const { transcript, format } = await (await poolFor(model)).transcribe(path)
      return { text: transcript.text, words: transcript.words, durationSec: format.durationSec }
    },
    async warmUp(path, model) {
      const pool = await poolFor(model)
      await Promise.all(Array.from({ length: pool.workers }, () => pool.transcribe(path)))
    },
    cpuSec() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    async close() {
      await open?.pool.close()
      open = undefined
    },
  }
}
