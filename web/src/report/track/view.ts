// The stretch of a file that its pictures show: all of it, or what somebody has zoomed into.

export interface View {
  startSec: number
  endSec: number
}

export interface ViewLimits {
  durationSec: number
  /** Closer there is nothing more to see. */
  leastSec: number
}

/** Below 1 closer, above 1 further away; what is at `aroundSec` stays where it is. Null for the whole file. */
export function zoomed(view: View, factor: number, aroundSec: number, limits: ViewLimits): View | null {
  const { durationSec, leastSec } = limits
  const lengthSec = view.endSec - view.startSec
  const wantedSec = Math.max(Math.min(leastSec, durationSec), lengthSec * factor)
  if (wantedSec >= durationSec) return null
  const share = Math.min(1, Math.max(0, (aroundSec - view.startSec) / lengthSec))
  return within(aroundSec - share * wantedSec, wantedSec, durationSec)
}

export function moved({ startSec, endSec }: View, bySec: number, durationSec: number): View {
  return within(startSec + bySec, endSec - startSec, durationSec)
}

/** Where the sound comes to when it leaves the view: far enough from the edge that what led there is still seen. */
const ENTERS_AT = 0.1
/** The sound goes on by less than this from picture to picture; what is more is a jump. */
const JUMP_SEC = 0.5

/** Goes along when the sound leaves the view or jumps out of it; stays where somebody has moved it away from the sound. */
export function followed(view: View, beforeSec: number, timeSec: number, durationSec: number): View {
  if (isIn(view, timeSec)) return view
  const isJump = Math.abs(timeSec - beforeSec) > JUMP_SEC
  if (!isJump && !isIn(view, beforeSec)) return view
  const lengthSec = view.endSec - view.startSec
  return within(timeSec - ENTERS_AT * lengthSec, lengthSec, durationSec)
}

/** In percent of the view. */
export function placeIn({ startSec, endSec }: View, timeSec: number): number {
  return endSec > startSec ? (100 * (timeSec - startSec)) / (endSec - startSec) : 0
}

/** Where a stretch lies in the view; what reaches beyond it ends at its edge. */
export function stretchIn(view: View, { startSec, endSec }: View): { left: string; width: string } {
  const inside = (timeSec: number) => Math.min(100, Math.max(0, placeIn(view, timeSec)))
  return { left: `${inside(startSec)}%`, width: `${inside(endSec) - inside(startSec)}%` }
}

function isIn({ startSec, endSec }: View, timeSec: number): boolean {
  return timeSec >= startSec && timeSec <= endSec
}

function within(startSec: number, lengthSec: number, durationSec: number): View {
  const start = Math.min(Math.max(0, startSec), durationSec - lengthSec)
  return { startSec: start, endSec: start + lengthSec }
}
