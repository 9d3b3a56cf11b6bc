import type { Reaction } from '../../lab/service/webhook-receiver.js'

/** Longer than the service waits in this bench: see `SERVICE` in trial.ts. */
export const PATIENCE_SEC = 2

/** How a receiver that cannot be relied on answers, and how often of a hundred times. */
const moods: [percent: number, react: (random: () => number) => Reaction][] = [
  [35, () => ({ status: 200 })],
  [10, (random) => ({ status: 204, afterMs: 100 + 1200 * random() })],
  [15, () => ({ status: 500 })],
  [5, () => ({ status: 503, headers: { 'retry-after': '1' } })],
  [5, () => ({ status: 404 })],
  [5, () => 'never'],
  // It takes it, but says so too late.
  [5, () => ({ status: 200, afterMs: 1000 * (PATIENCE_SEC + 1) })],
  [10, () => 'redirect'],
  [10, () => 'break'],
]

export function moodBy(random: () => number): Reaction {
  let left = 100 * random()
  for (const [percent, react] of moods) {
    left -= percent
    if (left < 0) return react(random)
  }
  return { status: 200 }
}
