import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { Choice, Decision, NewDecision } from '../../api/decisions.js'
import type { TrackView } from '../tracks.js'
import type { Desk } from './desk.js'
import { type Flag, keyOf } from './flags.js'
import { type DecisionMap, flagsByTrack, type ReviewedTrack, reviewedTracks } from './review.js'

export interface Review {
  decisions: DecisionMap
  /** Of the flagged files, by their place in the batch. */
  tracks: ReadonlyMap<number, ReviewedTrack>
  /** Shows at once, and is taken back when it cannot be kept. */
  decide: (flags: Flag[], choice: Choice, note?: string) => void
  /** Why the last ones could not be kept; empty where they could. */
  fault: string
  promise: string
}

/** Undefined where nobody may decide: without a desk, or before it has answered. */
export function useReview(tracks: TrackView[], desk: Desk | undefined): Review | undefined {
  const [decisions, setDecisions] = useState<DecisionMap>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    setDecisions(undefined)
    desk?.load().then(
      (loaded) => setDecisions(new Map(loaded.map((each) => [keyOf(each), each]))),
      // A key that may not read them: the report is there without.
      () => {},
    )
  }, [desk])
  const put = useCallback((changes: [string, Decision | undefined][]) => {
    setDecisions((before) => {
      const after = new Map(before)
      for (const [key, decision] of changes) {
        if (decision) after.set(key, decision)
        else after.delete(key)
      }
      return after
    })
  }, [])
  const decide = useCallback(
    (flags: Flag[], choice: Choice, note?: string) => {
      if (!desk || !decisions || flags.length === 0) return
      const made = flags.map((flag) => madeOf(flag, choice, note ?? decisions.get(keyOf(flag))?.note ?? ''))
      const keys = flags.map(keyOf)
      put(flags.map((flag, at) => [keys[at], asKept(flag, made[at])]))
      desk.keep(made).then(
        (all) => {
          setFault('')
          put(all.filter((each) => keys.includes(keyOf(each))).map((each) => [keyOf(each), each]))
        },
        (error: Error) => {
          setFault(error.message)
          put(keys.map((key) => [key, decisions.get(key)]))
        },
      )
    },
    [desk, decisions, put],
  )
  const flags = useMemo(() => flagsByTrack(tracks), [tracks])
  return useMemo(
    () =>
      desk && decisions
        ? { decisions, tracks: reviewedTracks(flags, decisions), decide, fault, promise: desk.promise }
        : undefined,
    [desk, decisions, flags, decide, fault],
  )
}

function madeOf({ file, check, kind, timeSec }: Flag, decision: Choice, note: string): NewDecision {
  return { file, check, kind, timeSec, decision, ...(note !== '' && { note }) }
}

/** Until the service has answered. */
function asKept({ endSec, confidence }: Flag, { note = '', ...made }: NewDecision): Decision {
  return { ...made, endSec, confidence, note, auditId: null, createdAt: new Date().toISOString() }
}
