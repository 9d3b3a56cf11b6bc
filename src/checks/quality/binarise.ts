// From a curve in time to stretches with a start and an end.

/** Frames; `to` is exclusive. */
export interface Stretch {
  from: number
  to: number
}

export interface BinariseOptions {
  /** A stretch holds the frames from here on. */
  offset: number
  /** A stretch is kept where one of its frames reaches this; every stretch is when left out. */
  onset?: number
  /** Up to so many lower frames in between do not split it. */
  join?: number
  /** The fewest frames that it may have. */
  shortest?: number
}

/** Where a curve is high, in order. */
export function binarise(
  curve: ArrayLike<number>,
  { offset, onset = offset, join = 0, shortest = 1 }: BinariseOptions,
): Stretch[] {
  const stretches: (Stretch & { most: number })[] = []
  for (let frame = 0; frame < curve.length; frame++) {
    if (!(curve[frame] >= offset)) continue
    const last = stretches.at(-1)
    if (last && frame - last.to <= join) {
      last.to = frame + 1
      last.most = Math.max(last.most, curve[frame])
    } else stretches.push({ from: frame, to: frame + 1, most: curve[frame] })
  }
  return stretches
    .filter(({ from, to, most }) => most >= onset && to - from >= shortest)
    .map(({ from, to }) => ({ from, to }))
}

/** Items in the order of time, those that lie no further apart than `withinSec` made into one. */
export function merged<Item extends { startSec: number; endSec: number }>(
  items: readonly Item[],
  withinSec: number,
  add: (whole: Item, next: Item) => void,
): Item[] {
  const whole: Item[] = []
  for (const item of items.toSorted(
    (one, other) => one.startSec - other.startSec || one.endSec - other.endSec,
  )) {
    const last = whole.at(-1)
    if (last && item.startSec - last.endSec <= withinSec) {
      last.endSec = Math.max(last.endSec, item.endSec)
      add(last, item)
    } else whole.push({ ...item })
  }
  return whole
}
