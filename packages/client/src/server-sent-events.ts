export interface ServerSentEvent {
  kind: string
  data: string
}

/** Events of a stream (HTML standard, 9.2.6), as far as a service without reconnection needs them. */
export async function* serverSentEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    rest += decoder.decode(piece, { stream: true })
    // A line may end in the middle of "\r\n": what stands behind the last blank line is kept for later.
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop()!
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}

function eventIn(block: string): ServerSentEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^([a-z]+): ?(.*)$/.exec(line) ?? [])
  const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value)
  const kind = fields.findLast(([, name]) => name === 'event')?.[2] ?? 'message'
  return data.length > 0 ? { kind, data: data.join('\n') } : undefined
}
