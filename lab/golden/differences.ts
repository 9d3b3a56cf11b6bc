// Where findings differ by more than machines and versions of Node make them.
import type { Coarse, Golden, Stretch, Versioned } from './findings.js'
import { versioned } from './findings.js'

/** The models run on other instructions on other machines: what is placed by a frame may move by one or two. */
const TIME_SEC = 0.08
const STRENGTH = 0.07
/** Whether so faint a fault is listed may hang on the last bit. */
const FAINT = 0.15
/** One word in ten, and one in the shortest text: a quantised recogniser does not round alike everywhere. */
const WORD_SHARE = 0.1

/** By the end of a figure's name: how far it may lie off, and as a share of itself. */
const tolerances: [RegExp, number, number][] = [
  [/Sec$/, TIME_SEC, 0.02],
  [/[dD]b$/, 1.5, 0],
  [/Semitones$/, 0.5, 0],
  [/Hz$/, 50, 0.05],
  [/^similarityTo /, 0.06, 0],
  [/^wordCount$|Words$/, 1, 0],
  [/Percentage$/, 0.01, 0.1],
  [/Count$/, 0, 0],
]

/** What a check or part of the listening finds otherwise, in words. */
export function differencesOf(recorded: Golden, found: Golden): Map<Versioned, string[]> {
  const all = new Map<Versioned, string[]>()
  for (const name of versioned) {
    const lines = Object.keys({ ...recorded.findings, ...found.findings }).flatMap((file) =>
      coarseDifferences(recorded.findings[file]?.[name] ?? [], found.findings[file]?.[name] ?? []).map(
        (line) => `${file}: ${line}`,
      ),
    )
    if (lines.length > 0) all.set(name, lines)
  }
  return all
}

export function coarseDifferences(recorded: Coarse[], found: Coarse[]): string[] {
  if (recorded.length !== found.length) return ['another number of things is told']
  return recorded.flatMap((was, index) => {
    const is = found[index]
    if ('words' in was && 'words' in is) return wordDifferences(was.words, is.words)
    if ('stretches' in was && 'stretches' in is) return stretchDifferences(was.stretches, is.stretches)
    if ('figures' in was && 'figures' in is) return figureDifferences(was.figures, is.figures)
    return ['something else is told']
  })
}

function wordDifferences(was: string[], is: string[]): string[] {
  const allowed = Math.max(1, Math.floor(WORD_SHARE * was.length))
  return editDistance(was, is) <= allowed ? [] : [`"${was.join(' ')}" is now "${is.join(' ')}"`]
}

function editDistance(one: string[], other: string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [n, word] of one.entries()) {
    const next = [n + 1]
    for (const [k, otherWord] of other.entries())
      next.push(Math.min(row[k + 1] + 1, next[k] + 1, row[k] + (word === otherWord ? 0 : 1)))
    row = next
  }
  return row[other.length]
}

function stretchDifferences(was: Stretch[], is: Stretch[]): string[] {
  const isSame = (one: Stretch, other: Stretch) =>
    one.what === other.what &&
    Math.abs(one.startSec - other.startSec) <= TIME_SEC &&
    Math.abs(one.endSec - other.endSec) <= TIME_SEC &&
    Math.abs(one.strength - other.strength) <= STRENGTH
  const without = (some: Stretch[], others: Stretch[]) =>
    some.filter((each) => each.strength >= FAINT && !others.some((other) => isSame(each, other)))
  return [
    ...without(was, is).map((each) => `no longer ${written(each)}`),
    ...without(is, was).map((each) => `new: ${written(each)}`),
  ]
}

function written({ what, startSec, endSec, strength }: Stretch): string {
  return `${what} at ${startSec.toFixed(2)} to ${endSec.toFixed(2)} s (${strength.toFixed(2)})`
}

type Figures = Record<string, number | string | null>

function figureDifferences(was: Figures, is: Figures): string[] {
  return Object.keys({ ...was, ...is }).flatMap((name) => {
    const [before, now] = [was[name], is[name]]
    if (typeof before !== 'number' || typeof now !== 'number')
      return before === now ? [] : [`${name} was ${before}, is ${now}`]
    const [, most, share] = tolerances.find(([pattern]) => pattern.test(name)) ?? [/./, 0, 0]
    return Math.abs(now - before) <= Math.max(most, share * Math.abs(before))
      ? []
      : [`${name} was ${before}, is ${now.toFixed(2)}`]
  })
}

/** Coarse enough to be read, fine enough for the tolerances above. */
export function rounded(golden: Golden): Golden {
  return JSON.parse(
    JSON.stringify(golden, (_, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)),
  ) as Golden
}
