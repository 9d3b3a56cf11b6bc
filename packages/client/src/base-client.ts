// The client as Node and browsers have it in common: client.ts and browser.ts are its two faces.
import { ApiError } from './api-error.js'
import { auditForm, auditQuery, type OpenPath, voiceForm } from './audit-form.js'
import { newId } from './new-id.js'
import { pause } from './pause.js'
import { serverSentEvents } from './server-sent-events.js'
import { Transport } from './transport.js'
import type {
  AudioSource,
  AuditAccepted,
  AuditOptions,
  AuditPage,
  AuditProgress,
  AuditResult,
  AuditStatus,
  CaptionOptions,
  ClientOptions,
  Decision,
  FinishOptions,
  KeptVoice,
  NewDecision,
  RequestOptions,
  SentSource,
  StartOptions,
  WalletOptions,
} from './types.js'
import { type PaymentOffer, signedPayment } from './wallet-payment.js'

/** How often an audit is asked after while its events cannot be had. */
const POLL_MS = 1_000

/** As much as other x402 clients pay without being asked. */
const MOST_USDC = 1
const PAYMENT_REQUIRED = 402

export class BaseClient {
  private readonly transport: Transport

  protected constructor(
    private readonly options: ClientOptions,
    private readonly openPath: OpenPath,
  ) {
    this.transport = new Transport(options)
  }

  /** Uploads the files, waits for the audit to end and gives its result. Fails with an ApiError; then nothing was charged. */
  async audit(files: readonly AudioSource[], options: AuditOptions): Promise<AuditResult> {
    if (this.options.wallet) return this.paidAudit(this.options, files, options)
    const { auditId } = await this.start(files, options)
    try {
      return await this.finished(auditId, options)
    } catch (error) {
      // Nobody waits for it any more: stopping it gives the credits back.
      if (options.signal?.aborted) await this.delete(auditId).catch(() => {})
      throw error
    }
  }

  /** Uploads the files. The audit then goes on by itself; `finished` waits for its end. */
  async start(files: readonly AudioSource[], options: StartOptions): Promise<AuditAccepted> {
    const form = await auditForm(files, options, this.openPath)
    return this.transport.json(`/v1/audit?${auditQuery(options)}`, {
      method: 'POST',
      headers: {
        ...form.headers,
        prefer: 'respond-async',
        'idempotency-key': options.idempotencyKey ?? newId(),
      },
      body: form.read,
      signal: options.signal,
    })
  }

  /** Waits for an audit to end: follows its events, and asks from time to time where they do not come through. */
  async finished(auditId: string, { onProgress, signal }: FinishOptions = {}): Promise<AuditResult> {
    for (;;) {
      const told = await this.told(auditId, { onProgress, signal })
      const status = told ?? (await this.status(auditId, { signal }))
      if (status.status === 'done') return this.get(auditId, { signal })
      if (status.status === 'failed') throw failureIn(status)
      await pause(POLL_MS, signal)
    }
  }

  async status(auditId: string, { signal }: RequestOptions = {}): Promise<AuditStatus> {
    return this.transport.json(`${pathOf(auditId)}/status`, { signal })
  }

  async get(auditId: string, { signal }: RequestOptions = {}): Promise<AuditResult> {
    return this.transport.json(pathOf(auditId), { signal })
  }

  /** Every audit, most recent first; pages are fetched as they are needed. */
  async *list({
    pageSize,
    signal,
  }: RequestOptions & { pageSize?: number } = {}): AsyncGenerator<AuditResult> {
    let cursor: string | undefined
    do {
      const page: AuditPage = await this.page({ cursor, limit: pageSize, signal })
      yield* page.audits
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  async page({
    limit,
    cursor,
    signal,
  }: RequestOptions & { limit?: number | undefined; cursor?: string | undefined } = {}): Promise<AuditPage> {
    const query = new URLSearchParams({
      ...(limit !== undefined && { limit: String(limit) }),
      ...(cursor !== undefined && { cursor }),
    })
    return this.transport.json(`/v1/audits?${query}`, { signal })
  }

  /** Removes the result and the audio; stops the audit when it is running. */
  async delete(auditId: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.remove(pathOf(auditId), signal)
  }

  /** Makes the reportUrl of an audit useless, for good. */
  async revokeReport(auditId: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.remove(`${pathOf(auditId)}/report`, signal)
  }

  /** Says what is to become of issues. Gives all decisions about the files of the audit, as they are then. */
  async decide(
    auditId: string,
    decisions: readonly NewDecision[],
    { signal }: RequestOptions = {},
  ): Promise<Decision[]> {
    const json = new Blob([JSON.stringify({ decisions })])
    const answer = await this.transport.json<{ decisions: Decision[] }>(`${pathOf(auditId)}/decisions`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: () => json,
      signal,
    })
    return answer.decisions
  }

  /** What was decided about the files of an audit, also in other audits of the same content. */
  async decisions(auditId: string, { signal }: RequestOptions = {}): Promise<Decision[]> {
    const answer = await this.transport.json<{ decisions: Decision[] }>(`${pathOf(auditId)}/decisions`, {
      signal,
    })
    return answer.decisions
  }

  /** What a file of an audit with scriptAccuracy says, as WebVTT or SubRip; its place in the batch counts from 0. */
  async captions(
    auditId: string,
    position: number,
    { signal, ...options }: CaptionOptions = {},
  ): Promise<string> {
    const query = new URLSearchParams({
      ...(options.format !== undefined && { format: options.format }),
      ...(options.level !== undefined && { level: options.level }),
    })
    return this.transport.text(`${pathOf(auditId)}/captions/${position}?${query}`, { signal })
  }

  /** Keeps a voice, to hold the files of later audits against it: its print, not the sound. Costs as much as one check on a file. */
  async putVoice(name: string, recording: SentSource, { signal }: RequestOptions = {}): Promise<KeptVoice> {
    const { headers, read } = await voiceForm(recording, this.openPath)
    return this.transport.json(voicePath(name), { method: 'PUT', headers, body: read, signal })
  }

  /** The voices that the account keeps, the oldest first. */
  async voices({ signal }: RequestOptions = {}): Promise<KeptVoice[]> {
    const { voices } = await this.transport.json<{ voices: KeptVoice[] }>('/v1/voices', { signal })
    return voices
  }

  async deleteVoice(name: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.remove(voicePath(name), signal)
  }

  /** Credits that are free. */
  async balance({ signal }: RequestOptions = {}): Promise<number> {
    const { credits } = await this.transport.json<{ credits: number }>('/v1/balance', { signal })
    return credits
  }

  /**
   * Asks for the price, pays it and waits. The files are sent once where the service keeps them for the payment. Sent again
   * with the same payment, it is charged once.
   */
  private async paidAudit(
    { wallet, mostUsdc = MOST_USDC }: WalletOptions,
    files: readonly AudioSource[],
    options: AuditOptions,
  ): Promise<AuditResult> {
    const form = await auditForm(files, options, this.openPath)
    const path = `/v1/audit?${auditQuery(options)}`
    const whole = { headers: form.headers, body: form.read }
    const asked = await this.transport.json<PaymentOffer>(path, {
      method: 'POST',
      ...whole,
      headers: { ...form.headers, 'x-wallet': wallet.address },
      signal: options.signal,
      expected: [PAYMENT_REQUIRED],
    })
    const payment = await signedPayment(wallet, asked, mostUsdc)
    const pay = ({ headers, body }: Partial<typeof whole>) =>
      this.transport.json<{ auditId: string; reportUrl: string }>(path, {
        method: 'POST',
        headers: { ...headers, 'payment-signature': payment },
        body,
        signal: options.signal,
      })
    const { auditId, reportUrl } = asked.price?.filesKept
      ? await pay({}).catch((error) => {
          if (isWithoutFiles(error)) return pay(whole)
          throw error
        })
      : await pay(whole)
    return this.transport.json(`${pathOf(auditId)}/report`, {
      headers: { 'x-report-token': reportUrl.slice(reportUrl.indexOf('#') + 1) },
      signal: options.signal,
    })
  }

  private async remove(path: string, signal: AbortSignal | undefined): Promise<void> {
    await this.transport.send(path, { method: 'DELETE', signal })
  }

  /** The last word of the events; undefined when they broke off before it. */
  private async told(
    auditId: string,
    { onProgress, signal }: FinishOptions,
  ): Promise<AuditStatus | undefined> {
    const response = await this.transport.send(`${pathOf(auditId)}/status`, {
      headers: { accept: 'text/event-stream' },
      signal,
    })
    for await (const { kind, data } of serverSentEvents(untilLost(response.body!, signal))) {
      if (kind === 'progress') onProgress?.(JSON.parse(data) as AuditProgress)
      if (kind === 'done' || kind === 'failed') return JSON.parse(data) as AuditStatus
    }
    return undefined
  }
}

/** A line that breaks is taken for its end: what is missing is asked for. */
async function* untilLost(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  // By its reader: not every browser can walk through a stream.
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    signal?.throwIfAborted()
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function voicePath(name: string): string {
  return `/v1/voices/${encodeURIComponent(name)}`
}

function pathOf(auditId: string): string {
  return `/v1/audits/${encodeURIComponent(auditId)}`
}

/** The service has not kept the files after all. Nothing was charged, and the payment is still good. */
function isWithoutFiles(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ fault }) => fault === 'files_not_kept')
}

function failureIn({ error }: AuditStatus): ApiError {
  return new ApiError(error ?? { code: 'internal', message: 'The audit failed.' })
}
