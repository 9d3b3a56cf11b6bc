// Where files lie that the service is to fetch: on loopback, with every way to disappoint it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export class FileServer {
  /** Paths that were asked for, with their queries. */
  readonly asked: string[] = []
  private readonly answers = new Map<string, Answer>()

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<FileServer> {
    const server = createServer((request, response) => {
      files.asked.push(String(request.url))
      const answer = files.answers.get(new URL(String(request.url), files.origin).pathname)
      if (answer) answer(request, response)
      else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const files = new FileServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return files
  }

  /** Gives the address. */
  put(path: string, content: Buffer | Answer): string {
    this.answers.set(path, typeof content === 'function' ? content : (_, response) => response.end(content))
    return this.origin + path
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
