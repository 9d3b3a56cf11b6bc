import { clock } from '../../parts/numbers.js'

/** Steps that people count in. */
const STEPS_SEC = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
/** On a phone more of them would touch. */
const MOST_TICKS = 6

/** Times under a picture of the whole file, as wide as it. */
export function TimeAxis({ durationSec }: { durationSec: number }) {
  if (durationSec <= 0) return null
  const stepSec = STEPS_SEC.find((step) => durationSec / step <= MOST_TICKS) ?? durationSec / MOST_TICKS
  const ticks = Array.from({ length: Math.floor(durationSec / stepSec) + 1 }, (_, at) => at * stepSec)
  return (
    <div class="time-axis" aria-hidden="true">
      {ticks.map((timeSec) => (
        <span key={timeSec} style={{ left: `${(100 * timeSec) / durationSec}%` }}>
          {clock(timeSec)}
        </span>
      ))}
    </div>
  )
}
