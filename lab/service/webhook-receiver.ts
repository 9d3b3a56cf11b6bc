// Who is told of events: on loopback, verifies every message by the published package, and answers as it is told to.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface ReceivedMessage {
  id: string
  /** The header webhook-timestamp, in seconds. */
  sentAtSec: number
  type: string
  timestamp: string
  data: Record<string, unknown>
  /** Of every secret that the receiver has, whether the message verifies by it. */
  verified: boolean[]
  isTaken: boolean
}

/** With a status, after a while; with a redirect to the trap; never; or by breaking off the connection. */
export type Reaction =
  | { status: number; afterMs?: number; headers?: Record<string, string> }
  | 'redirect'
  | 'never'
  | 'break'

export class WebhookReceiver {
  readonly received: ReceivedMessage[] = []
  /** Messages that came while an earlier attempt at the same one was still being answered. */
  overlaps = 0
  /** Requests that no message was: somebody has followed a redirect. */
  strays = 0
  secrets: string[] = []
  private readonly open = new Map<string, number>()
  private port = 0
  private server!: Server

  private constructor(public react: (message: ReceivedMessage) => Reaction) {}

  static async start(react: WebhookReceiver['react'] = () => ({ status: 204 })): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(react)
    await receiver.revive()
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  of(id: string): ReceivedMessage[] {
    return this.received.filter((message) => message.id === id)
  }

  /** From now on nobody answers, and whoever is being answered is cut off. */
  async die(): Promise<void> {
    const closed = once(this.server, 'close')
    this.server.close()
    this.server.closeAllConnections()
    await closed
  }

  async revive(): Promise<void> {
    this.server = createServer(
      (request, response) => void this.take(request, response).catch(() => response.destroy()),
    )
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers['webhook-id'])
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/hook') {
      this.strays++
      return void response.end()
    }
    if ((this.open.get(id) ?? 0) > 0) this.overlaps++
    this.open.set(id, (this.open.get(id) ?? 0) + 1)
    response.once('close', () => this.open.set(id, this.open.get(id)! - 1))
    const headers = request.headers as Record<string, string>
    const message: ReceivedMessage = {
      id,
      sentAtSec: Number(headers['webhook-timestamp']),
      ...JSON.parse(body),
      verified: this.secrets.map((secret) => isVerified(secret, body, headers)),
      isTaken: false,
    }
    this.received.push(message)
    const reaction = this.react(message)
    if (reaction === 'never') return
    if (reaction === 'break') return void request.socket.destroy()
    if (reaction === 'redirect') return void response.writeHead(302, { location: '/trap' }).end()
    const { status, afterMs = 0, headers: more = {} } = reaction
    const answer = () => {
      if (response.destroyed) return
      message.isTaken = status >= 200 && status <= 299
      response.writeHead(status, more).end('thanks')
    }
    if (afterMs === 0) answer()
    else setTimeout(answer, afterMs).unref()
  }
}

function isVerified(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
