import { clock, fineClock } from '../../parts/numbers.js'
import { placeIn, type View } from './view.js'

/** Steps that people count in. */
const STEPS_SEC = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
/** On a phone more of them would touch. */
const MOST_TICKS = 6

/** Times under a picture of a file, as wide as it. */
export function TimeAxis({ view }: { view: View }) {
  const lengthSec = view.endSec - view.startSec
  if (lengthSec <= 0) return null
  const stepSec = STEPS_SEC.find((step) => lengthSec / step <= MOST_TICKS) ?? lengthSec / MOST_TICKS
  const first = Math.ceil(view.startSec / stepSec - 1e-6)
  const last = Math.floor(view.endSec / stepSec + 1e-6)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * stepSec)
  return (
    <div class="time-axis" aria-hidden="true">
      {ticks.map((timeSec) => (
        <span key={timeSec} style={{ left: `${placeIn(view, timeSec)}%` }}>
          {stepSec < 1 ? fineClock(timeSec) : clock(timeSec)}
        </span>
      ))}
    </div>
  )
}
