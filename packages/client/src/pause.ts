import { setTimeout as sleep } from 'node:timers/promises'

/** Fails with the reason of the signal. */
export async function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
}
