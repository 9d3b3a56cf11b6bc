import { useEffect, useRef, useState } from 'preact/hooks'
import { type Playback, usePlayback } from '../track/use-playback.js'
import type { TrackView } from '../tracks.js'

const NONE: never[] = []

export interface RowPlayer {
  playback: Playback
  /** Place of the file that plays, or that was played last; null before the first. */
  index: number | null
  /** Plays the file, from a time or from its beginning; pauses it when it plays and no time is given. */
  play: (index: number, timeSec?: number) => void
}

/** Plays one file of the list at a time, without opening it. */
export function useRowPlayer(tracks: TrackView[]): RowPlayer {
  const [index, setIndex] = useState<number | null>(null)
  const playback = usePlayback(index === null ? NONE : tracks[index].pieces)
  const dueSec = useRef<number | null>(null)
  useEffect(() => {
    if (dueSec.current !== null) playback.playAt(dueSec.current)
    dueSec.current = null
  }, [index])
  return {
    playback,
    index,
    play: (wanted, timeSec) => {
      if (wanted === index && timeSec === undefined) return playback.toggle()
      const fromSec = timeSec ?? tracks[wanted].pieces[0].startSec
      if (wanted === index) return playback.playAt(fromSec)
      dueSec.current = fromSec
      setIndex(wanted)
    },
  }
}
