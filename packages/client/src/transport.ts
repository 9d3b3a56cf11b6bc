// Sends requests, again where that is safe, and turns refusals into errors.
import { ApiError, apiErrorIn } from './api-error.js'
import { pause } from './pause.js'
import type { ClientOptions } from './types.js'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Opened anew each time that it is sent. */
  body?: (() => Blob | AsyncIterable<Uint8Array>) | undefined
  signal?: AbortSignal | undefined
  /** Statuses that are no failure for this call. */
  expected?: readonly number[]
}

const RETRIES = 4
const FIRST_WAIT_MS = 500
/** Nobody waits longer between two tries, whatever the service says. */
const LONGEST_WAIT_MS = 60_000
/** The service or a proxy in front of it cannot take the request now. None of them has begun any work. */
const passingStatuses = [429, 502, 503, 504]
const NOT_FOUND = 404

export class Transport {
  private readonly base: string
  private readonly retries: number

  constructor(private readonly options: ClientOptions) {
    this.base = new URL(options.baseUrl).href.replace(/\/+$/, '')
    this.retries = options.retries ?? RETRIES
  }

  /**
   * Only for calls that may be sent twice: those that change nothing, deleting, deciding, and audits with an Idempotency-Key or a payment.
   * Fails with an ApiError, with the reason of the signal, or with that of the network.
   */
  async send(path: string, call: Call = {}): Promise<Response> {
    const headers = this.headersOf(call)
    for (let attempts = 1; ; attempts++) {
      call.signal?.throwIfAborted()
      const mayRetry = attempts <= this.retries
      let waitMs = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.5 + Math.random())
      try {
        const response = await this.fetch(path, call, headers)
        const isExpected = response.ok || call.expected?.includes(response.status)
        if (isExpected || isGoneAlready(response, call, attempts)) return response
        const isPassing = passingStatuses.includes(response.status)
        if (!mayRetry || !isPassing) throw await apiErrorIn(response)
        waitMs = Math.max(waitMs, 1000 * Number(response.headers.get('retry-after') ?? 0) || 0)
        await response.body?.cancel()
      } catch (error) {
        if (call.signal?.aborted || !mayRetry || !isOfTheNetwork(error)) throw error
      }
      await pause(Math.min(waitMs, LONGEST_WAIT_MS), call.signal)
    }
  }

  async json<Body>(path: string, call: Call = {}): Promise<Body> {
    return bodyOf<Body>(await this.send(path, call))
  }

  /** For the few answers that are no JSON; refusals still are. */
  async text(path: string, call: Call = {}): Promise<string> {
    const response = await this.send(path, { ...call, headers: { accept: '*/*', ...call.headers } })
    return response.text()
  }

  /** Fails where one of them cannot be a header, which no other try would mend. */
  private headersOf({ headers }: Call): Headers {
    return new Headers({
      accept: 'application/json',
      ...(this.options.apiKey !== undefined && { 'x-api-key': this.options.apiKey }),
      ...headers,
    })
  }

  private fetch(path: string, { method = 'GET', body, signal }: Call, headers: Headers): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers,
      ...(body && sent(body())),
      signal: signal ?? null,
    })
  }
}

/**
 * Node takes any stream as a body, which the types do not say. Without "window" and "redirect" it would keep a copy of all
 * that was sent, in case that it has to be sent elsewhere (Fetch standard, "HTTP-network-or-cache fetch", step 8).
 */
function sent(body: Blob | AsyncIterable<Uint8Array>): object {
  if (body instanceof Blob) return { body, redirect: 'error' }
  return { body, duplex: 'half', window: null, redirect: 'error' }
}

/** A deletion that worked though its answer was lost. */
function isGoneAlready({ status }: Response, { method }: Call, attempts: number): boolean {
  return method === 'DELETE' && attempts > 1 && status === NOT_FOUND
}

/** Not of the caller: neither a file that cannot be read, nor an address that is none. Browsers tell no cause. */
function isOfTheNetwork(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } }
  return error instanceof TypeError && (cause === undefined || typeof cause.code === 'string')
}

async function bodyOf<Body>(response: Response): Promise<Body> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return (await response.json()) as Body
  await response.body?.cancel()
  throw new ApiError({
    code: 'unexpected_response',
    message: `Not an answer of this service, but "${type}".`,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}
