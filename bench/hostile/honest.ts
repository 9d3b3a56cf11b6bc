// Somebody who sends a small audit now and then, and what it takes: alone, and beside an attack.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client } from './client.js'
import { speech } from './sounds.js'

const IDLE_AUDITS = 3
/** Between two audits of somebody who has no part in the crowd. */
const PAUSE_MS = 2_000

export interface Beside {
  /** Seconds of each audit that was answered with a result. */
  seconds: number[]
  /** Answers other than a result, by status. */
  refused: Record<number, number>
}

export class Honest {
  idleSec = Number.NaN
  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** Opens the models, then measures. */
  async measureIdle(audits = IDLE_AUDITS): Promise<void> {
    await this.one()
    const seconds: number[] = []
    for (let at = 0; at < audits; at++) seconds.push((await this.one()).ms / 1000)
    this.idleSec = seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)]
  }

  /** One audit after the other until the work is done, at least one. */
  async beside<Result>(work: Promise<Result>): Promise<{ result: Result; beside: Beside }> {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    done.catch(() => {})
    const beside: Beside = { seconds: [], refused: {} }
    do {
      const { status, ms } = await this.one()
      if (status === 200) beside.seconds.push(ms / 1000)
      else beside.refused[status] = (beside.refused[status] ?? 0) + 1
      await sleep(this.pauseMs)
    } while (!isOver && !this.signal.aborted)
    return { result: await done, beside }
  }

  /** Two short files that the service has not met before, though they say the same as always. */
  async one(): Promise<Answer> {
    const files = { 'one.wav': (await speech(0)).bytes, 'two.wav': (await speech(1)).bytes }
    return this.client.audit({ files, on: ['quality'] }, { signal: this.signal })
  }
}
