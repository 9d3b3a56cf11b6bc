// Sends what is due, a few at a time, on as many processes as there are. All that must survive a crash is in the database.
import type { IncomingMessage } from 'node:http'
import { OutboundError } from '../outbound/outbound-error.js'
import type { OutboundPolicy } from '../outbound/policy.js'
import { outboundRequest } from '../outbound/request.js'
import type { Store } from '../store/store.js'
import type { ClaimedDelivery, DeliveryAttempt } from '../store/webhook-deliveries.js'
import type { DisablingReason } from '../store/webhook-names.js'
import { messageBody, messageId } from './message.js'
import { pauseSec } from './schedule.js'
import { signatureHeaders } from './signature.js'

export interface WebhookSettings {
  retrySec: readonly number[]
  /** For one attempt. */
  timeoutSec: number
}

export interface WebhookMeans {
  store: Pick<Store, 'webhookDeliveries' | 'webhookEndpoints'>
  policy: OutboundPolicy
  settings: WebhookSettings
  auditUrl: (auditId: string) => string
  /** Told of every attempt, for metrics. */
  onAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void
  onDisabled?: (endpointId: string, because: DisablingReason) => void
  onFault?: (error: unknown) => void
}

/** Of this process. */
const AT_ONCE = 32
/** So that endpoints of one account that answer slowly do not hold up those of others. */
const AT_ONCE_FOR_ACCOUNT = 4
const LOOK_EVERY_MS = 1_000
/** Beyond the time of an attempt, for the database: then whoever has claimed a delivery is held for dead. */
const LEASE_MARGIN_SEC = 30
/** Of an answer nothing is kept; so much of it is read, and for so long, as a courtesy to who sends it. */
const MOST_ANSWER_BYTES = 64 * 1024
const MOST_ANSWER_MS = 2_000
/** What is under way when the service stops has so long to come to its end. */
const LAST_ATTEMPTS_MS = 3_000

const GONE = 410
const TOO_MANY = 429
const UNAVAILABLE = 503

interface Outcome extends Pick<DeliveryAttempt, 'status' | 'fault'> {
  /** What the receiver has asked for. */
  pauseSec?: number | undefined
}

export class WebhookSender {
  private readonly underWay = new Map<Promise<void>, string>()
  private readonly stopping = new AbortController()
  private readonly cutting = new AbortController()
  private running: Promise<void> = Promise.resolve()
  /** Whether an attempt has ended since it was looked for more. */
  private isStale = false
  private wake = () => {}

  constructor(private readonly means: WebhookMeans) {}

  /** Looks from now on for what is due. */
  start(): void {
    this.running = this.run()
  }

  /** Takes no more. What is under way has a moment to come to its end; the rest is left to whoever sends next. */
  async stop(graceMs = LAST_ATTEMPTS_MS): Promise<void> {
    this.stopping.abort()
    this.wake()
    await this.running
    const timer = setTimeout(() => this.cutting.abort(), graceMs)
    await Promise.all(this.underWay.keys())
    clearTimeout(timer)
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.isStale = false
      await this.fill().catch((error) => this.means.onFault?.(error))
      if (!this.isStale && !this.stopping.signal.aborted) await this.aWhile()
    }
  }

  /** Until it is time to look again, one has ended, or the service stops. */
  private aWhile(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS).unref()
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Sends all that is due, and what becomes due meanwhile. Gives the number of attempts. */
  async sendDue(): Promise<number> {
    let begun = 0
    for (;;) {
      begun += await this.fill()
      if (this.underWay.size === 0) return begun
      await Promise.race(this.underWay.keys())
    }
  }

  /** As many as may be under way at the same time. Gives how many were begun. */
  private async fill(): Promise<number> {
    let begun = 0
    while (!this.stopping.signal.aborted && this.underWay.size < AT_ONCE) {
      const { timeoutSec } = this.means.settings
      const leaseSec = timeoutSec + LEASE_MARGIN_SEC
      const claimed = await this.means.store.webhookDeliveries.claim(this.busyAccounts(), leaseSec)
      if (!claimed) break
      begun++
      const attempt = this.attempt(claimed)
        .catch((error) => this.means.onFault?.(error))
        .finally(() => {
          this.underWay.delete(attempt)
          this.isStale = true
          this.wake()
        })
      this.underWay.set(attempt, claimed.accountId)
    }
    return begun
  }

  private busyAccounts(): string[] {
    const counts = new Map<string, number>()
    for (const account of this.underWay.values()) counts.set(account, (counts.get(account) ?? 0) + 1)
    return [...counts].filter(([, busy]) => busy >= AT_ONCE_FOR_ACCOUNT).map(([account]) => account)
  }

  private async attempt(claimed: ClaimedDelivery): Promise<void> {
    const { store, settings, onAttempt } = this.means
    const beganAt = new Date()
    const began = performance.now()
    const sent = await this.sent(claimed, beganAt)
    if (!sent) return store.webhookDeliveries.release(claimed)
    const { pauseSec: askedSec, ...outcome } = sent
    const made = { beganAt, durationMs: Math.round(performance.now() - began), ...outcome }
    const isDelivered = outcome.fault === null
    const pause = pauseSec(claimed.attemptsMade + 1, { retrySec: settings.retrySec, askedSec })
    const isOver = isDelivered || pause === undefined || outcome.status === GONE
    const then = isDelivered ? 'delivered' : isOver ? 'failed' : { retryAfterSec: pause }
    onAttempt?.(isDelivered ? 'delivered' : isOver ? 'failed' : 'retried')
    await store.webhookDeliveries.note(claimed, made, then)
    if (then === 'failed' && !claimed.isOfRequest) await this.disableIfHopeless(claimed, outcome.status)
  }

  private async disableIfHopeless(
    { endpointId, createdAt }: ClaimedDelivery,
    status: number | null,
  ): Promise<void> {
    const { webhookDeliveries, webhookEndpoints } = this.means.store
    const because = status === GONE ? 'gone' : 'failing'
    // All attempts at one message have failed. Others may have arrived meanwhile.
    if (because === 'failing' && (await webhookDeliveries.hasArrivedSince(endpointId, createdAt))) return
    if (await webhookEndpoints.disable(endpointId, because)) this.means.onDisabled?.(endpointId, because)
  }

  /** Undefined when it was cut off by ourselves. */
  private async sent(claimed: ClaimedDelivery, sentAt: Date): Promise<Outcome | undefined> {
    const { policy, settings, auditUrl } = this.means
    const body = messageBody(claimed, auditUrl)
    const signed = signatureHeaders({ id: messageId(claimed), sentAt, body }, claimed.secrets)
    try {
      const answer = await outboundRequest(policy, {
        url: claimed.url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
        answerWithinMs: settings.timeoutSec * 1000,
        signal: this.cutting.signal,
      })
      letGo(answer)
      const status = answer.statusCode ?? 0
      if (status >= 200 && status <= 299) return { status, fault: null }
      const retryAfter = Number(answer.headers['retry-after'])
      const isAsked = (status === TOO_MANY || status === UNAVAILABLE) && retryAfter > 0
      return { status, fault: 'refused', pauseSec: isAsked ? retryAfter : undefined }
    } catch (error) {
      if (this.cutting.signal.aborted) return undefined
      if (!(error instanceof OutboundError)) throw error
      return { status: error.status ?? null, fault: error.fault }
    }
  }
}

/** Its status is all that counts. */
function letGo(answer: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => answer.destroy(), MOST_ANSWER_MS).unref()
  answer.on('error', () => {}).on('close', () => clearTimeout(timer))
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > MOST_ANSWER_BYTES) answer.destroy()
  })
}
