// The parts of a form, until it ends or nothing can come of it any more.
import type { Readable } from 'node:stream'
import { ApiError } from '../api-error.js'

/**
 * A part whose headers have no end is one that the parser (dicer, inside of @fastify/busboy 4) never finishes, so that it
 * never says that the form is over. But once the whole request has been read, all parts are in memory, and whatever is to
 * be told of them is told within a few turns of the event loop; a second is plenty.
 */
const LAST_PART_MS = 1_000

/** Fails with "invalid_request" when the form cannot be read to its end, and with the reason of the signal. */
export async function* formParts<Part>(
  parts: AsyncIterator<Part>,
  body: Readable,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  for (;;) {
    const { done, value } = await nextOf(parts, body, signal)
    if (done) return
    yield value
  }
}

async function nextOf<Part>(
  parts: AsyncIterator<Part>,
  body: Readable,
  signal: AbortSignal,
): Promise<IteratorResult<Part>> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let stopWatching = () => {}
  const nothingMore = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason)
    const onEnd = () => {
      timer = setTimeout(() => reject(malformed()), LAST_PART_MS)
    }
    signal.addEventListener('abort', onAbort)
    if (body.readableEnded) onEnd()
    else body.once('end', onEnd)
    stopWatching = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      body.off('end', onEnd)
    }
  })
  try {
    return await Promise.race([parts.next(), nothingMore])
  } finally {
    stopWatching()
  }
}

function malformed(): ApiError {
  return new ApiError(
    'invalid_request',
    'The form data is malformed: a part has no end of its headers. Send it again.',
  )
}
