import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { BOUNDARY } from '../../lab/service/multipart.js'
import { checks } from '../../lab/service/test-service.js'

export interface SlowUploadOptions {
  headers?: Record<string, string>
  /** What it says of its length; nothing when left out, and the body comes in chunks. */
  contentLength?: number
}

/** An upload that has begun and comes no further unless it is told to. */
export class SlowUpload {
  private received = ''
  private isClosed = false

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text) => {
      this.received += text
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
    })
  }

  static async begin(
    port: number,
    { headers = {}, contentLength }: SlowUploadOptions = {},
  ): Promise<SlowUpload> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const upload = new SlowUpload(socket)
    const head = [
      `POST /v1/audit?${new URLSearchParams(checks('quality'))} HTTP/1.1`,
      'host: localhost',
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      contentLength === undefined ? 'transfer-encoding: chunked' : `content-length: ${contentLength}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="a.wav"\r\n\r\nRIFF`
    socket.write(contentLength === undefined ? `${part.length.toString(16)}\r\n${part}\r\n` : part)
    return upload
  }

  /** More of a body whose length was told. */
  send(bytes: number): void {
    this.socket.write(Buffer.alloc(bytes))
  }

  /** Undefined while there is no answer. */
  get status(): number | undefined {
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(this.received) ?? []
    return status === undefined ? undefined : Number(status)
  }

  get answer(): string {
    return this.received
  }

  get closed(): boolean {
    return this.isClosed
  }

  end(): void {
    this.socket.destroy()
  }
}
