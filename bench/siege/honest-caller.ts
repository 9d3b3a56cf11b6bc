// Somebody who sends an audit every few seconds under an Idempotency-Key, and again when the connection breaks.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, jsonOf, type Order, told } from '../hostile/client.js'
import { speech } from '../hostile/sounds.js'

/** About 18 s of speech: long beside what the machine does by chance, short beside the life of a service. */
const SENTENCES = 4
/** Such that three of them alone ask for about a third of two cores. */
const PAUSE_MS = { least: 6_000, most: 12_000 }
const RETRY_MS = 500
const WARM_UPS = 1
const IDLE_AUDITS = 5

/** When an audit may be held against the clock. */
export interface Clock {
  /** Changes when the service is killed or has not yet found itself again; an audit within one reign is counted. */
  reign(): number
  /** False while kills go on, and until everybody was answered after the last. */
  isFair(): boolean
}

export class HonestCaller {
  idleSec = Number.NaN
  /** Of audits that no kill came near: seconds in times of the idle ones. */
  readonly ratios: number[] = []
  /** Answered, but not held against the clock. */
  uncounted = 0
  /** The audits that were answered, each once. */
  readonly audits = new Set<string>()
  orders = 0
  /** Answers that were no result and no broken connection, by what they said. */
  readonly refusals = new Map<string, number>()
  readonly oddities: string[] = []
  private turn = 0

  constructor(
    readonly name: string,
    readonly client: Client,
    private readonly on: string[],
    private readonly at: number,
  ) {}

  get creditsEach(): number {
    return this.on.length
  }

  private async order(): Promise<Order> {
    const { bytes, text } = await speech(this.at, SENTENCES)
    const scripts = this.on.includes('scriptAccuracy') ? { 'take.wav': text } : undefined
    return { files: { 'take.wav': bytes }, on: this.on, ...(scripts && { scripts }) }
  }

  async measureIdle(): Promise<void> {
    const seconds: number[] = []
    for (let at = 0; at < WARM_UPS + IDLE_AUDITS; at++) {
      const sec = await this.one()
      if (at >= WARM_UPS) seconds.push(sec)
    }
    this.idleSec = seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)]
  }

  /** Until told to stop; the last one is waited for. */
  async goOn(clock: Clock, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const reign = clock.reign()
      const isFair = clock.isFair()
      const seconds = await this.one()
      if (isFair && clock.isFair() && clock.reign() === reign) this.ratios.push(seconds / this.idleSec)
      else this.uncounted++
      const { least, most } = PAUSE_MS
      await sleep(least + Math.random() * (most - least), undefined, { signal: stop }).catch(() => {})
    }
  }

  /** Sends the same until there is a result; resolves with the seconds since it was sent first. */
  private async one(): Promise<number> {
    const order = await this.order()
    const headers = { 'idempotency-key': `${this.name}-${++this.turn}-${randomUUID()}` }
    const started = performance.now()
    this.orders++
    for (;;) {
      const answer = await this.client.audit(order, { headers })
      if (answer.status === 200) {
        const { auditId, creditsUsed } = jsonOf<{ auditId: string; creditsUsed: number }>(answer)
        if (this.audits.has(auditId)) this.oddities.push(`${auditId} is the answer to two orders`)
        if (creditsUsed > this.creditsEach) this.oddities.push(`${auditId} cost ${creditsUsed} credits`)
        this.audits.add(auditId)
        return (performance.now() - started) / 1000
      }
      if (answer.status !== 0) {
        const what = told(answer)
        this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1)
      }
      await sleep(RETRY_MS)
    }
  }
}
