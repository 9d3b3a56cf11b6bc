// Requests as one party sends them: from an address and with a key of its own, its bytes counted.
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FormPart, field, file, multipart } from '../../lab/service/multipart.js'
import { checks } from '../../lab/service/test-service.js'

export interface Answer {
  /** 0 when the connection broke or patience ended before there was one. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** From asking to the last byte. */
  ms: number
}

export interface Asking {
  headers?: Record<string, string>
  body?: Buffer
  /** Hangs up after so long without an answer. */
  patienceMs?: number
  signal?: AbortSignal
}

export interface Order {
  files: Record<string, Buffer>
  on: string[]
  scripts?: Record<string, string>
  fields?: Record<string, string>
  query?: Record<string, string>
  isAsync?: boolean
}

export type ErrorBody = { error?: { code: string; message: string; details?: { field?: string }[] } }

const PATIENCE_MS = 600_000

export class Client {
  bytesSent = 0

  constructor(
    readonly address: string,
    readonly key?: string | undefined,
    /** Where the connections come from: limits go by address. */
    readonly from?: string | undefined,
    /** Where it is known. */
    readonly accountId?: string,
  ) {}

  private get credentials(): Record<string, string> {
    return this.key ? { 'x-api-key': this.key } : {}
  }

  async ask(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const { headers, body, patienceMs = PATIENCE_MS, signal } = asking
    const started = performance.now()
    const whole = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])])
    this.bytesSent += body?.length ?? 0
    const sent = request(new URL(path, this.address), {
      method,
      agent: false,
      signal: whole,
      ...(this.from && { localAddress: this.from }),
      headers: {
        ...this.credentials,
        ...(body && { 'content-length': String(body.length) }),
        ...headers,
      },
    })
    const answer = await answerTo(sent, body)
    return { ...answer, ms: performance.now() - started }
  }

  audit(order: Order, asking: Omit<Asking, 'body'> = {}): Promise<Answer> {
    const form = multipart(partsOf(order))
    return this.ask('POST', pathOf(order), {
      ...asking,
      headers: {
        ...form.headers,
        ...(order.isAsync && { prefer: 'respond-async' }),
        ...asking.headers,
      },
      body: form.body,
    })
  }

  /** The head of a request, and then whatever is written to the socket. */
  open(head: string[]): Socket {
    const { hostname, port } = new URL(this.address)
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...(this.from && { localAddress: this.from }),
    })
    const credentials = Object.entries(this.credentials).map(([name, value]) => `${name}: ${value}`)
    const message = [head[0], `host: ${hostname}`, ...credentials, ...head.slice(1), '', ''].join('\r\n')
    this.bytesSent += message.length
    socket.write(message)
    socket.on('error', () => {})
    return socket
  }

  async credits(): Promise<number> {
    const { text: body } = await this.ask('GET', '/v1/balance')
    return JSON.parse(body).credits
  }
}

export function pathOf({ on, query }: Order): string {
  return `/v1/audit?${new URLSearchParams({ ...checks(...on), ...query })}`
}

export function partsOf({ files, scripts, fields = {} }: Order): FormPart[] {
  return [
    ...Object.entries(files).map(([name, bytes]) => file(name, bytes)),
    ...(scripts ? [field('scripts', JSON.stringify(scripts))] : []),
    ...Object.entries(fields).map(([name, value]) => field(name, value)),
  ]
}

export function jsonOf<Body>({ text: body }: Answer): Body {
  try {
    return JSON.parse(body) as Body
  } catch {
    return {} as Body
  }
}

/** In a few words, for a report. */
export function told(answer: Answer): string {
  if (answer.status === 0) return `no answer within ${(answer.ms / 1000).toFixed(1)} s`
  const { error } = jsonOf<ErrorBody>(answer)
  return error ? `${answer.status} ${error.code}: ${error.message.slice(0, 160)}` : String(answer.status)
}

function answerTo(sent: ClientRequest, body: Buffer | undefined): Promise<Omit<Answer, 'ms'>> {
  return new Promise((resolve) => {
    const nothing = { status: 0, headers: {}, text: '' }
    sent.on('error', () => resolve(nothing))
    sent.on('response', (answer) => {
      text(answer).then(
        (said) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: said }),
        () => resolve(nothing),
      )
    })
    sent.end(body)
  })
}
