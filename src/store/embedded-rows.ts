import { type PGlite, protocol } from '@electric-sql/pglite'

const DATA_ROW = 'D'.charCodeAt(0)
/** One byte for the kind of a message, then its length in four, themselves included. */
const HEADER_BYTES = 5
const LENGTH_AT = 1
const LENGTH_BYTES = 4
/** The number of fields stands before them; the length of the row tells it as well. */
const FIELDS_AT = 2

/**
 * What a query gives, each field as the bytes of its text; none may be null. The `query` of the embedded database makes
 * strings of them, which for megabytes that are only handed on costs as much as reading them.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function rowsAsBytes(client: PGlite, query: string, values: unknown[]): Promise<Buffer[][]> {
  const { parse, bind, execute, sync } = protocol.serialize
  const asked = Buffer.concat([
    parse({ text: query }),
    bind({ values: values.map(String) }),
    execute({}),
    sync(),
  ])
  const rows: Buffer[][] = []
  const messages = new Messages((kind, body) => {
    if (kind === DATA_ROW) rows.push(fieldsIn(body))
  })
  // There is one connection: outside a transaction of its own, the query could fall into somebody else's. It is also
  // what fails when the query does.
  await client.transaction(() =>
    client.execProtocolRawStream(asked, { onRawData: (piece) => messages.add(piece) }),
  )
  return rows
}

/** Cuts what comes in pieces of any length into messages. Every byte is copied, once: the pieces are not ours to keep. */
class Messages {
  private readonly header = Buffer.alloc(HEADER_BYTES)
  private headerBytes = 0
  private body = Buffer.alloc(0)
  private bodyBytes = 0

  constructor(private readonly onMessage: (kind: number, body: Buffer) => void) {}

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      if (this.headerBytes < HEADER_BYTES) {
        this.header[this.headerBytes++] = piece[at++]
        if (this.headerBytes < HEADER_BYTES) continue
        this.body = Buffer.allocUnsafe(this.header.readInt32BE(LENGTH_AT) - LENGTH_BYTES)
        this.bodyBytes = 0
      } else {
        const part = piece.subarray(at, at + this.body.length - this.bodyBytes)
        this.body.set(part, this.bodyBytes)
        this.bodyBytes += part.length
        at += part.length
      }
      if (this.bodyBytes < this.body.length) continue
      this.onMessage(this.header[0], this.body)
      this.headerBytes = 0
    }
  }
}

function fieldsIn(row: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let at = FIELDS_AT; at < row.length; ) {
    const start = at + LENGTH_BYTES
    at = start + row.readInt32BE(at)
    fields.push(row.subarray(start, at))
  }
  return fields
}
