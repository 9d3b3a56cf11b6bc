/** Of playing; browsers keep the pitch. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

export function nextSpeed(speed: number, direction: 1 | -1): number {
  const at = speeds.indexOf(speed)
  return speeds[at + direction] ?? speed
}
