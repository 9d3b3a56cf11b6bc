import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Piece, pieceAt } from './pieces.js'

/** An issue is played from this long before, so that a person knows what comes. */
export const LEAD_IN_SEC = 1

export interface Playback {
  /** To be put on an <audio> element. */
  audio: { current: HTMLAudioElement | null }
  isPlaying: boolean
  isBroken: boolean
  /** In the file, whichever piece of it is loaded. */
  timeSec: () => number
  toggle: () => void
  seek: (timeSec: number) => void
  /** From there. */
  playAt: (timeSec: number) => void
  /** From a second before. */
  playFrom: (timeSec: number) => void
  setSpeed: (speed: number) => void
  /** Told the time at every picture while it plays, and whenever it jumps. Gives what ends it. */
  follow: (onTime: (timeSec: number) => void) => () => void
}

export function usePlayback(pieces: Piece[]): Playback {
  const audio = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const loaded = useRef<Piece | undefined>(undefined)
  const followers = useMemo(() => new Set<(timeSec: number) => void>(), [])
  const timeSec = useMemo(() => () => (loaded.current?.startSec ?? 0) + (audio.current?.currentTime ?? 0), [])
  const tell = useMemo(
    () => () => {
      for (const follower of followers) follower(timeSec())
    },
    [followers, timeSec],
  )
  useEffect(() => {
    const element = audio.current
    if (!element || pieces.length === 0) return
    loaded.current = pieces[0]
    setBroken(false)
    element.src = pieces[0].url
    const handlers = {
      play: () => setPlaying(true),
      pause: () => setPlaying(false),
      ended: () => setPlaying(false),
      error: () => setBroken(true),
      seeking: tell,
      timeupdate: tell,
    }
    for (const [event, handler] of Object.entries(handlers)) element.addEventListener(event, handler)
    return () => {
      for (const [event, handler] of Object.entries(handlers)) element.removeEventListener(event, handler)
      // Otherwise the sound of a closed track would go on.
      element.pause()
    }
  }, [pieces, tell])
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function next() {
      tell()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, tell])
  return useMemo(() => {
    const play = () => audio.current?.play().catch(() => {})
    const seek = (wantedSec: number) => {
      const element = audio.current
      const piece = pieceAt(pieces, wantedSec)
      if (!element || !piece) return
      if (piece !== loaded.current) {
        loaded.current = piece
        element.src = piece.url
      }
      element.currentTime = Math.max(0, wantedSec - piece.startSec)
    }
    return {
      audio,
      isPlaying,
      isBroken,
      timeSec,
      seek,
      toggle: () => (audio.current?.paused ? play() : audio.current?.pause()),
      playAt: (wantedSec) => {
        seek(wantedSec)
        play()
      },
      playFrom: (wantedSec) => {
        seek(wantedSec - LEAD_IN_SEC)
        play()
      },
      setSpeed: (speed) => {
        if (!audio.current) return
        // Another piece would begin at the usual speed again.
        audio.current.defaultPlaybackRate = speed
        audio.current.playbackRate = speed
      },
      follow: (onTime) => {
        followers.add(onTime)
        return () => followers.delete(onTime)
      },
    }
  }, [isPlaying, isBroken, followers, pieces, timeSec])
}
