import { useRef } from 'preact/hooks'

/** Two players, and the way to play both from their beginnings, one after the other. */
export function useInTurn() {
  const players = useRef<(HTMLAudioElement | null)[]>([null, null])
  const playInTurn = () => {
    const [first, second] = players.current
    if (!first || !second) return
    second.pause()
    first.currentTime = 0
    second.currentTime = 0
    first.onended = () => second.play()
    first.play()
  }
  return { players, playInTurn }
}
