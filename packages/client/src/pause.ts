/** Fails with the reason of the signal. */
export async function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}
