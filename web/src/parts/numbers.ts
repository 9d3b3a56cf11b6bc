// Numbers as people read them.
import { clock } from '../../../src/report/clock.js'

export { clock }

/** With tenths: "0:07.4". */
export function fineClock(timeSec: number): string {
  const tenths = Math.max(0, Math.round(timeSec * 10))
  return `${clock(tenths / 10)}.${tenths % 10}`
}

export function score(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** A true minus sign, which does not part from its number at the end of a line. */
export function decibels(db: number, unit = 'dB'): string {
  return `${db < 0 ? '\u2212' : ''}${Math.abs(db).toFixed(1)} ${unit}`
}

export function duration(timeSec: number): string {
  if (timeSec < 10) return `${timeSec.toFixed(1)} s`
  if (timeSec < 120) return `${Math.round(timeSec)} s`
  return `${Math.round(timeSec / 60)} min`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export function dateTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

export function median(values: number[]): number | null {
  return quantile(values, 0.5)
}

/** By linear interpolation; null of nothing. */
export function quantile(values: number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}
