/** A time as players show it: "0:07", "1:02:03". */
export function clock(timeSec: number): string {
  const seconds = Math.max(0, Math.floor(timeSec))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const two = (number: number) => String(number).padStart(2, '0')
