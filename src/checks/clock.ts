/** A time to jump to, as players show it: "1:07". */
export function clock(timeSec: number): string {
  const whole = Math.floor(timeSec)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
