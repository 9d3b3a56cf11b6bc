import type { Span } from '../track/batch-range.js'

interface RangeBarProps {
  name: string
  value: number
  span: Span
  format: (value: number) => string
}

/** One value in the span of its batch, with the median marked. */
export function RangeBar({ name, value, span, format }: RangeBarProps) {
  const width = span.high - span.low || 1
  const place = (at: number) => `${Math.min(100, Math.max(0, (100 * (at - span.low)) / width))}%`
  return (
    <div class="range-bar">
      <div class="range-head">
        <span>{name}</span>
        <strong>{format(value)}</strong>
      </div>
      <div class="range-track" aria-hidden="true">
        <span class="range-middle" style={{ left: place(span.middle) }} />
        <span class="range-value" style={{ left: place(value) }} />
      </div>
      <p class="quiet">
        Batch: {format(span.low)} to {format(span.high)}, median {format(span.middle)}
      </p>
    </div>
  )
}
