import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { onThisHost } from '../../settings.js'

/** An issue is played from this long before, so that a person knows what comes. */
export const LEAD_IN_SEC = 1

export interface Playback {
  /** To be put on an <audio> element. */
  audio: { current: HTMLAudioElement | null }
  isPlaying: boolean
  isBroken: boolean
  toggle: () => void
  seek: (timeSec: number) => void
  /** From there. */
  playAt: (timeSec: number) => void
  /** From a second before. */
  playFrom: (timeSec: number) => void
  /** Told the time at every picture while it plays, and whenever it jumps. Gives what ends it. */
  follow: (onTime: (timeSec: number) => void) => () => void
}

export function usePlayback(audioUrl: string | undefined): Playback {
  const audio = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const followers = useMemo(() => new Set<(timeSec: number) => void>(), [])
  const tell = useMemo(
    () => () => {
      for (const follower of followers) follower(audio.current?.currentTime ?? 0)
    },
    [followers],
  )
  useEffect(() => {
    const element = audio.current
    if (!element || !audioUrl) return
    element.src = onThisHost(audioUrl)
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
  }, [audioUrl, tell])
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
    const seek = (timeSec: number) => {
      if (audio.current) audio.current.currentTime = Math.max(0, timeSec)
    }
    return {
      audio,
      isPlaying,
      isBroken,
      seek,
      toggle: () => (audio.current?.paused ? play() : audio.current?.pause()),
      playAt: (timeSec) => {
        seek(timeSec)
        play()
      },
      playFrom: (timeSec) => {
        seek(timeSec - LEAD_IN_SEC)
        play()
      },
      follow: (onTime) => {
        followers.add(onTime)
        return () => followers.delete(onTime)
      },
    }
  }, [isPlaying, isBroken, followers])
}
