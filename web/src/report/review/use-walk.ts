import { useEffect, useState } from 'preact/hooks'
import type { Choice } from '../../api/decisions.js'
import type { TrackView } from '../tracks.js'
import { type Flag, keyOf } from './flags.js'
import type { Review } from './use-review.js'

/** Before a fault, so that a person knows what comes, and after it, so that its end is noticed. */
const AROUND_SEC = 1
/** Of a file that is flagged as a whole: as long as it takes to know a voice or a pace. */
const OF_WHOLE_SEC = 5

export interface Walk {
  /** Place of the flag that the keys are about, among those of the open file. */
  at: number
  /** Another number each time the flag is to be played; 0 when it is not. */
  cue: number
  /** All faults are played, one after the other. */
  isInRow: boolean
  choose: (at: number) => void
  /** Then on to the next one that is open, and plays it. */
  decide: (at: number, choice: Choice, note?: string) => void
  /** All flags of the open file that are still open. */
  decideRest: (choice: Choice, note?: string) => void
  step: (direction: 1 | -1) => void
  /** To the next one that is open. */
  goOn: () => void
  toggleRow: () => void
  /** Told when a fault was played in the row. */
  rowNext: () => void
}

interface WalkProps {
  /** In the order of the list, without those that a filter hides. */
  shown: TrackView[]
  flags: ReadonlyMap<number, Flag[]>
  review: Review | undefined
  openIndex: number | null
  onOpen: (index: number) => void
}

/** From flag to flag through the batch, in the order of the list. */
export function useWalk({ shown, flags, review, openIndex, onOpen }: WalkProps): Walk {
  const [place, setPlace] = useState<{ index: number; at: number }>()
  const [cue, setCue] = useState({ index: -1, count: 0 })
  const [isInRow, setInRow] = useState(false)
  // Whoever comes back to a file later has not asked for its sound.
  useEffect(() => {
    if (openIndex !== cue.index) setCue(({ count }) => ({ index: -1, count }))
    if (openIndex === null) setInRow(false)
  }, [openIndex])

  const flagsAt = (index: number) => flags.get(index) ?? []
  const isOpen = (flag: Flag, decided: ReadonlySet<string> = new Set()) =>
    !review?.decisions.has(keyOf(flag)) && !decided.has(keyOf(flag))
  const own = openIndex === null ? [] : flagsAt(openIndex)
  const at =
    place && place.index === openIndex
      ? place.at
      : Math.max(
          0,
          own.findIndex((flag) => isOpen(flag)),
        )

  /** Flagged files behind the open one (before it, going backwards), then round the end of the list. */
  const others = (direction: 1 | -1) => {
    const indices = shown.map(({ index }) => index).filter((index) => flags.has(index) || index === openIndex)
    const ordered = direction === 1 ? indices : indices.toReversed()
    const here = openIndex === null ? -1 : ordered.indexOf(openIndex)
    return [...ordered.slice(here + 1), ...ordered.slice(0, Math.max(0, here))]
  }
  const move = (index: number, at: number) => {
    setPlace({ index, at })
    setCue(({ count }) => ({ index, count: count + 1 }))
    if (index !== openIndex) onOpen(index)
  }
  /** False when nothing is left to decide. */
  const toNextOpen = (from: number, decided?: ReadonlySet<string>): boolean => {
    const places = own.map((_, step) => (from + step) % own.length)
    const here = places.find((each) => isOpen(own[each], decided))
    if (openIndex !== null && here !== undefined) {
      move(openIndex, here)
      return true
    }
    for (const index of others(1)) {
      const first = flagsAt(index).findIndex((flag) => isOpen(flag, decided))
      if (first === -1) continue
      move(index, first)
      return true
    }
    return false
  }
  const decideAll = (made: Flag[], choice: Choice, note: string | undefined, from: number) => {
    if (!review || made.length === 0) return
    review.decide(made, choice, note)
    if (!toNextOpen(from, new Set(made.map(keyOf)))) setInRow(false)
  }
  return {
    at,
    cue: cue.index === openIndex ? cue.count : 0,
    isInRow,
    choose: (at) => openIndex !== null && setPlace({ index: openIndex, at }),
    decide: (at, choice, note) => own[at] && decideAll([own[at]], choice, note, at + 1),
    decideRest: (choice, note) =>
      decideAll(
        own.filter((flag) => isOpen(flag)),
        choice,
        note,
        at + 1,
      ),
    step: (direction) => {
      if (openIndex !== null && own[at + direction]) return move(openIndex, at + direction)
      const [index] = others(direction).filter((each) => flagsAt(each).length > 0)
      if (index !== undefined) move(index, direction === 1 ? 0 : flagsAt(index).length - 1)
    },
    goOn: () => {
      toNextOpen(at)
    },
    toggleRow: () => {
      setInRow(!isInRow)
      if (isInRow) return setCue(({ count }) => ({ index: -1, count }))
      if (openIndex !== null && own.length > 0) return move(openIndex, at)
      const [index] = others(1)
      if (index === undefined) setInRow(false)
      else move(index, 0)
    },
    rowNext: () => {
      if (openIndex !== null && own[at + 1]) return move(openIndex, at + 1)
      const indices = shown.map(({ index }) => index)
      const next = indices.slice(indices.indexOf(openIndex ?? -1) + 1).find((index) => flags.has(index))
      if (next === undefined) setInRow(false)
      else move(next, 0)
    },
  }
}

/** What is played of a flag. */
export function stretchOf({ timeSec, endSec }: Flag): { fromSec: number; toSec: number } {
  if (timeSec === null) return { fromSec: 0, toSec: OF_WHOLE_SEC }
  return { fromSec: Math.max(0, timeSec - AROUND_SEC), toSec: (endSec ?? timeSec) + AROUND_SEC }
}
