// Somebody who sends an audit every few seconds under an Idempotency-Key, and again when the connection breaks.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MOST_TIMES_IDLE } from '../hostile/attack.js'
import { type Client, jsonOf, type Order, told } from '../hostile/client.js'
import { speech } from '../hostile/sounds.js'

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

interface HonestCallerOptions {
  name: string
  client: Client
  /** Checks that are on. */
  on: string[]
  /** Of the first sentence that is said. */
  at: number
  /** Of a file, about 4.5 s each. */
  sentences: number
  say: (text: string) => void
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

  readonly name: string
  readonly client: Client
  private readonly on: string[]
  private readonly at: number
  private readonly sentences: number
  private readonly say: (text: string) => void

  constructor({ name, client, on, at, sentences, say }: HonestCallerOptions) {
    this.name = name
    this.client = client
    this.on = on
    this.at = at
    this.sentences = sentences
    this.say = say
  }

  get creditsEach(): number {
    return this.on.length
  }

  private async order(): Promise<Order> {
    const { bytes, text } = await speech(this.at, this.sentences)
    const scripts = this.on.includes('scriptAccuracy') ? { 'take.wav': text } : undefined
    return { files: { 'take.wav': bytes }, on: this.on, ...(scripts && { scripts }) }
  }

  async measureIdle(): Promise<void> {
    const seconds: number[] = []
    for (let at = 0; at < WARM_UPS + IDLE_AUDITS; at++) {
      const { sec } = await this.one()
      if (at >= WARM_UPS) seconds.push(sec)
    }
    this.idleSec = seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)]
  }

  /** Until told to stop; the last one is waited for. */
  async goOn(clock: Clock, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const reign = clock.reign()
      const isFair = clock.isFair()
      const { sec, auditSec } = await this.one()
      if (isFair && clock.isFair() && clock.reign() === reign) this.hold(sec, auditSec)
      else this.uncounted++
      const { least, most } = PAUSE_MS
      await sleep(least + Math.random() * (most - least), undefined, { signal: stop }).catch(() => {})
    }
  }

  private hold(sec: number, auditSec: number): void {
    const ratio = sec / this.idleSec
    this.ratios.push(ratio)
    if (ratio > MOST_TIMES_IDLE)
      this.say(
        `${this.name}: ${ratio.toFixed(2)} times idle, ${sec.toFixed(2)} s, of which ${auditSec.toFixed(2)} s from the upload's end to the result`,
      )
  }

  /** Sends the same until there is a result; `sec` since it was sent first, `auditSec` as the service tells. */
  private async one(): Promise<{ sec: number; auditSec: number }> {
    const order = await this.order()
    const headers = { 'idempotency-key': `${this.name}-${++this.turn}-${randomUUID()}` }
    const started = performance.now()
    this.orders++
    for (;;) {
      const answer = await this.client.audit(order, { headers })
      if (answer.status === 200) {
        const { auditId, creditsUsed, timing } = jsonOf<{
          auditId: string
          creditsUsed: number
          timing: { total: number }
        }>(answer)
        if (this.audits.has(auditId)) this.oddities.push(`${auditId} is the answer to two orders`)
        if (creditsUsed > this.creditsEach) this.oddities.push(`${auditId} cost ${creditsUsed} credits`)
        this.audits.add(auditId)
        return { sec: (performance.now() - started) / 1000, auditSec: timing.total }
      }
      if (answer.status !== 0) {
        const what = told(answer)
        this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1)
      }
      await sleep(RETRY_MS)
    }
  }
}
