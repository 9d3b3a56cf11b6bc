import type { Interval, PieceTranscript, Transcript, VoiceActivity } from './speech-data.js'

/** Beyond this the recogniser was not trained, and its cost grows with the square of the length. */
export const LONGEST_PIECE_SEC = 25
/** Once a piece is this long, the next real pause ends it. */
const COMFORTABLE_PIECE_SEC = 12
const REAL_PAUSE_SEC = 0.3

/**
 * Groups the speech of a file into pieces for the recogniser, cut in pauses: at the first real pause once a piece is
 * long enough, else at the longest pause before it would grow too long. Speech without any pause is cut hard.
 */
export function piecesOf({ speech }: VoiceActivity): Interval[] {
  const pieces: Interval[] = []
  let open: Interval[] = []
  const close = (count: number) => {
    pieces.push({ startSec: open[0].startSec, endSec: open[count - 1].endSec })
    open = open.slice(count)
  }
  for (const interval of speech.flatMap(shortened)) {
    while (open.length > 0 && interval.endSec - open[0].startSec > LONGEST_PIECE_SEC) {
      close(beforeLongestPause([...open, interval]))
    }
    const last = open.at(-1)
    if (
      last &&
      last.endSec - open[0].startSec >= COMFORTABLE_PIECE_SEC &&
      interval.startSec - last.endSec >= REAL_PAUSE_SEC
    ) {
      close(open.length)
    }
    open.push(interval)
  }
  if (open.length > 0) close(open.length)
  return pieces
}

/** What is said in all pieces of a file. */
export function joinedTranscript(pieces: PieceTranscript[]): Transcript {
  const words = pieces.flatMap((piece) => piece.words)
  const tokens = pieces.flatMap((piece) => piece.tokens)
  return { text: words.map(({ text }) => text).join(' '), words, tokens }
}

/** How many of the intervals come before the longest pause between them, a pause further on preferred to an equal one. */
function beforeLongestPause(intervals: Interval[]): number {
  let best = 1
  let longest = -1
  for (let index = 1; index < intervals.length; index++) {
    const pauseSec = intervals[index].startSec - intervals[index - 1].endSec
    if (pauseSec >= longest) {
      longest = pauseSec
      best = index
    }
  }
  return best
}

function shortened({ startSec, endSec }: Interval): Interval[] {
  const parts = Math.ceil((endSec - startSec) / LONGEST_PIECE_SEC)
  const lengthSec = (endSec - startSec) / parts
  return Array.from({ length: parts }, (_, part) => ({
    startSec: startSec + part * lengthSec,
    endSec: startSec + (part + 1) * lengthSec,
  }))
}
