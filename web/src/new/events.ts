/** Server-sent events, as far as the service uses them. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ kind: string; data: unknown }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let unread = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      unread += value
      const blocks = unread.split('\n\n')
      unread = blocks.pop()!
      for (const block of blocks) {
        const kind = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (kind && data) yield { kind, data: JSON.parse(data) }
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
