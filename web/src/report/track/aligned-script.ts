// Script and transcript word by word: what was recognised for which words of the script, and what became of them.
import type { Difference, ScriptTrack } from '../../api/audit.js'

export interface TimedWord {
  text: string
  /** Null where it is not said. */
  timeSec: [startSec: number, endSec: number] | null
}

/**
 * Said as written; missing, added or said otherwise; cut off inside the word; a spoken tag; recognised as something else and
 * held to be said as written; or doubtful, where a person should listen.
 */
export type CellMark =
  | 'plain'
  | 'missing'
  | 'added'
  | 'changed'
  | 'cut'
  | 'tag'
  | 'misrecognised'
  | 'doubtful'

/** Words of the script and what was recognised for them; one of the two may be empty. */
export interface Cell {
  written: TimedWord[]
  said: TimedWord[]
  mark: CellMark
  /** Where it is in the file, for the ear; null where nobody knows. */
  startSec: number | null
  endSec: number | null
}

/** A sentence of the script beside what was recognised for it. */
export type Line = Cell[]

/** Null when the audit does not tell when the words of both are said. */
export function alignedLines(track: ScriptTrack): Line[] | null {
  const { script, scriptTimesSec, transcript, wordTimesSec } = track
  if (script === undefined || !scriptTimesSec || !wordTimesSec) return null
  const written = timed(script, scriptTimesSec)
  const said = timed(transcript, wordTimesSec)
  if (!written || !said) return null
  return linesOf(cellsOf(written, said).map((cell) => placed(cell, track)))
}

function timed(text: string, timesSec: readonly (readonly number[] | null)[]): TimedWord[] | null {
  const texts = text.split(' ').filter(Boolean)
  if (texts.length !== timesSec.length) return null
  return texts.map((each, index) => {
    const time = timesSec[index]
    return { text: each, timeSec: time && [time[0], time[1]] }
  })
}

type Pair = Pick<Cell, 'written' | 'said'>

/** Both in their order: words at one time belong together, and so do those that stand between the same neighbours. */
function cellsOf(written: TimedWord[], said: TimedWord[]): Pair[] {
  const cells: Pair[] = []
  let waiting: TimedWord[] = []
  let next = 0
  const flush = (to: number) => {
    const between = said.slice(next, to)
    if (waiting.length + between.length > 0) cells.push({ written: waiting, said: between })
    waiting = []
    next = to
  }
  for (const word of written) {
    const last = cells.at(-1)
    // Several words of the script that were recognised as one divide its time.
    if (
      waiting.length === 0 &&
      last &&
      last.written.length > 0 &&
      last.said.some((each) => meet(word, each))
    ) {
      if (!said[next] || !meet(word, said[next])) {
        last.written.push(word)
        continue
      }
    }
    const first = firstMeeting(word, said, next)
    if (first === -1) {
      waiting.push(word)
      continue
    }
    flush(first)
    let end = first + 1
    while (end < said.length && meet(word, said[end])) end++
    cells.push({ written: [word], said: said.slice(first, end) })
    next = end
  }
  flush(said.length)
  return cells
}

function firstMeeting(word: TimedWord, said: TimedWord[], from: number): number {
  if (!word.timeSec) return -1
  for (let at = from; at < said.length && said[at].timeSec![0] <= word.timeSec[1]; at++)
    if (meet(word, said[at])) return at
  return -1
}

/** The middle of one is inside the other: times are rounded. */
function meet({ timeSec: one }: TimedWord, { timeSec: other }: TimedWord): boolean {
  if (!one || !other) return false
  return isInside((one[0] + one[1]) / 2, other) || isInside((other[0] + other[1]) / 2, one)
}

function isInside(timeSec: number, [startSec, endSec]: readonly [number, number]): boolean {
  return timeSec > startSec && timeSec < endSec
}

function placed({ written, said }: Pair, track: ScriptTrack): Cell {
  const times = [...said, ...written].flatMap(({ timeSec }) => (timeSec ? [timeSec] : []))
  const difference = track.differences.find((each) => isAbout(each, { written, said }))
  const known = times.length > 0
  return {
    written,
    said,
    mark: markOf({ written, said }, difference, track),
    startSec: known ? Math.min(...times.map(([start]) => start)) : (difference?.timeSec ?? null),
    endSec: known ? Math.max(...times.map(([, end]) => end)) : (difference?.endSec ?? null),
  }
}

function markOf(cell: Pair, difference: Difference | undefined, { tags }: ScriptTrack): CellMark {
  const { written, said } = cell
  const isTag = said.some((word) =>
    tags.spoken.some(({ timeSec, endSec }) => overlaps(word, timeSec, endSec)),
  )
  if (isTag && written.length === 0) return 'tag'
  if (!difference) {
    // What was not recognised and is no difference is held to be said.
    if (said.length === 0) return written.some(({ timeSec }) => timeSec) ? 'misrecognised' : 'missing'
    return 'plain'
  }
  const { verdict, kind, cause } = difference
  if (verdict === 'doubtful') return 'doubtful'
  if (verdict === 'cut') return 'cut'
  if (verdict === 'said' || (verdict === undefined && cause === 'recogniser')) return 'misrecognised'
  return kind
}

/** By what it says and where: words that are left out have no time of their own. */
function isAbout(difference: Difference, { written, said }: Pair): boolean {
  const { heard, timeSec, endSec } = difference
  if (heard !== '' && said.length > 0) {
    const words = heard.split(' ')
    return said.some((word) => words.includes(word.text) && overlaps(word, timeSec, endSec))
  }
  if (heard === '' && written.length > 0 && said.length === 0) {
    const words = difference.written.split(' ')
    return words.includes(written[0].text)
  }
  return false
}

function overlaps({ timeSec }: TimedWord, fromSec: number, toSec: number): boolean {
  if (!timeSec) return false
  const middleSec = (timeSec[0] + timeSec[1]) / 2
  return middleSec >= fromSec && middleSec <= toSec
}

const ENDS_SENTENCE = /[.!?…]["'”’)\]]*$/u
/** Lines of more words drift apart on the two sides. */
const MOST_CELLS = 24

function linesOf(cells: Cell[]): Line[] {
  const lines: Line[] = []
  let line: Line = []
  for (const cell of cells) {
    line.push(cell)
    const last = cell.written.at(-1)
    if ((last && ENDS_SENTENCE.test(last.text)) || line.length === MOST_CELLS) {
      lines.push(line)
      line = []
    }
  }
  return line.length > 0 ? [...lines, line] : lines
}
