// What of a file can be played: all of it, or excerpts where a report carries its sounds within itself.

export interface Piece {
  /** Where in the file it begins. */
  startSec: number
  /** Null where that is the end of the file. */
  endSec: number | null
  url: string
}

/** The one that has this time; between two of them the next, behind the last the last. */
export function pieceAt(pieces: Piece[], timeSec: number): Piece | undefined {
  return pieces.find(({ endSec }) => endSec === null || timeSec < endSec) ?? pieces.at(-1)
}

/** Whether there is sound at this time. */
export function isPlayableAt(pieces: Piece[], timeSec: number): boolean {
  return pieces.some(({ startSec, endSec }) => startSec <= timeSec && (endSec === null || timeSec < endSec))
}
