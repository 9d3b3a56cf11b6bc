import { FileError, WorkerCrash } from './errors.js'
import type { Listen } from './listen.js'

/** A worker may die of something else; one that dies of the same file again has died of the file. */
const TRIES = 2

/**
 * A file that ends its worker is tried once more and then called not analysable, as is one that is listened to for longer
 * than it may be. The time that it waits for its turns does not count.
 */
export function listenTwice(listen: Listen, timeoutSec?: number): Listen {
  return async (file, requests, options = {}) => {
    for (let attempt = 1; ; attempt++) {
      const tooLong = new AbortController()
      const countdown = new Countdown(timeoutSec === undefined ? undefined : timeoutSec * 1000, () =>
        tooLong.abort(),
      )
      let hasBegun = false
      try {
        return await listen(file, requests, {
          ...options,
          signal: options.signal ? AbortSignal.any([options.signal, tooLong.signal]) : tooLong.signal,
          onStage: (stage) => {
            hasBegun = true
            countdown.goOn()
            options.onStage?.(stage)
          },
          onRest: (isResting) => {
            if (isResting) countdown.rest()
            else if (hasBegun) countdown.goOn()
            options.onRest?.(isResting)
          },
        })
      } catch (error) {
        if (tooLong.signal.aborted && !options.signal?.aborted) {
          const limit = timeoutSec! >= 60 ? `${Math.round(timeoutSec! / 60)} min` : `${timeoutSec} s`
          throw new FileError('not_analysable', `It cannot be analysed: that took longer than ${limit}.`)
        }
        if (!(error instanceof WorkerCrash)) throw error
        // A worker that does not even come so far as to open the file has not died of it.
        if (attempt === TRIES && !hasBegun) throw error
        if (attempt === TRIES) {
          throw new FileError(
            'not_analysable',
            `It cannot be analysed: the analyser failed at it ${TRIES} times.`,
            {
              cause: error,
            },
          )
        }
      } finally {
        countdown.end()
      }
    }
  }
}

class Countdown {
  private since = 0
  private timer: NodeJS.Timeout | undefined

  constructor(
    private leftMs: number | undefined,
    private readonly onEnd: () => void,
  ) {}

  goOn(): void {
    if (this.timer || this.leftMs === undefined) return
    this.since = performance.now()
    this.timer = setTimeout(this.onEnd, this.leftMs)
  }

  /** For good. */
  end(): void {
    this.rest()
    this.leftMs = undefined
  }

  rest(): void {
    if (!this.timer || this.leftMs === undefined) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.since))
  }
}
