// Two long texts are not held against each other whole, which would take work that grows with the product of their lengths.
// They are cut where they surely meet, and each stretch is aligned by itself.
import type { WordGraph } from './word-graph.js'

/** Nodes `[refFrom, refTo]` of one graph that are held against `[recognisedFrom, recognisedTo]` of the other. */
export interface Stretch {
  refFrom: number
  refTo: number
  recognisedFrom: number
  recognisedTo: number
}

/**
 * Pairs of words within one stretch: 2,000 words a side, so that a text of a quarter of an hour is aligned whole, in about
 * 30 ms and 32 MB. All stretches together take at most the square root of this times the product of both lengths.
 */
const MOST_PAIRS = 4_000_000

/**
 * Words in a row that both texts have once, in turn: the first that serves is taken. In the middle of eight words that agree
 * no better alignment is cut through; single words are used only where nothing longer agrees.
 */
const ANCHOR_WORDS = [8, 4, 2, 1]

/** The stretches of two texts, in order; together they are all of both. */
export function stretchesOf(reference: WordGraph, recognised: WordGraph): Stretch[] {
  const ref = measured(reference)
  const other = measured(recognised)
  const pairs = (stretch: Stretch) =>
    ref.edgesBetween(stretch.refFrom, stretch.refTo) *
    other.edgesBetween(stretch.recognisedFrom, stretch.recognisedTo)
  const done: Stretch[] = []
  const whole = {
    refFrom: 0,
    refTo: reference.nodeCount - 1,
    recognisedFrom: 0,
    recognisedTo: recognised.nodeCount - 1,
  }
  const todo = [{ stretch: whole, round: 0 }]
  while (todo.length > 0) {
    const { stretch, round } = todo.pop()!
    if (pairs(stretch) <= MOST_PAIRS || round > ANCHOR_WORDS.length) {
      done.push(stretch)
      continue
    }
    const cuts =
      round < ANCHOR_WORDS.length
        ? anchors(ref, other, stretch, ANCHOR_WORDS[round]!)
        : evenCuts(ref, other, stretch, Math.ceil(Math.sqrt(pairs(stretch) / MOST_PAIRS)))
    const parts = cutAt(stretch, cuts, pairs)
    for (const part of parts.reverse()) todo.push({ stretch: part, round: round + 1 })
  }
  return done
}

interface Cut {
  ref: number
  recognised: number
}

/** Cuts no more often than it takes: every cut may part what belongs together. */
function cutAt(stretch: Stretch, cuts: Cut[], pairs: (stretch: Stretch) => number): Stretch[] {
  const parts: Stretch[] = []
  let from: Cut = { ref: stretch.refFrom, recognised: stretch.recognisedFrom }
  let last: Cut | null = null
  const between = (start: Cut, end: Cut): Stretch => ({
    refFrom: start.ref,
    refTo: end.ref,
    recognisedFrom: start.recognised,
    recognisedTo: end.recognised,
  })
  for (const cut of [...cuts, { ref: stretch.refTo, recognised: stretch.recognisedTo }]) {
    if (last && pairs(between(from, cut)) > MOST_PAIRS) {
      parts.push(between(from, last))
      from = last
    }
    last = cut
  }
  parts.push(between(from, last!))
  return parts
}

/** A graph and the nodes that every reading passes, where it can be cut. */
interface Measured {
  cuts: Int32Array
  /** What stands between a cut and the next: the same number for the same words in both texts. */
  units: string[]
  /** Index of the first cut at or behind a node. */
  cutAt: (node: number) => number
  edgesBetween: (from: number, to: number) => number
  nodeAtEdge: (edges: number) => number
}

function measured({ nodeCount, into }: WordGraph): Measured {
  const edgesTo = new Float64Array(nodeCount)
  const jumps = new Int32Array(nodeCount + 1)
  for (let node = 1; node < nodeCount; node++) {
    edgesTo[node] = edgesTo[node - 1]! + into[node]!.length
    for (const { from, wordCount } of into[node]!) {
      // A compound goes beside the words that it is made of, and may be cut through.
      if (wordCount > 1) continue
      jumps[from + 1]!++
      jumps[node]!--
    }
  }
  const cuts: number[] = []
  const units: string[] = []
  let over = 0
  let words: string[] = []
  for (let node = 0; node < nodeCount; node++) {
    over += jumps[node]!
    for (const { word, wordCount } of into[node]!) if (wordCount === 1) words.push(word)
    if (over > 0) continue
    if (cuts.length > 0) units.push(words.join(' '))
    words = []
    cuts.push(node)
  }
  const ordered = Int32Array.from(cuts)
  return {
    cuts: ordered,
    units,
    cutAt: (node) => firstFrom(ordered, node),
    edgesBetween: (from, to) => edgesTo[to]! - edgesTo[from]!,
    nodeAtEdge: (edges) => firstFrom(edgesTo, edges),
  }
}

/** Index of the first number that is not below a limit, in numbers that do not fall; the last one if all are. */
function firstFrom(numbers: Int32Array | Float64Array, limit: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Cuts in the middle of runs of words that stand once in both texts, as many as follow each other in both. */
function anchors(ref: Measured, recognised: Measured, stretch: Stretch, words: number): Cut[] {
  const inRef = placesOf(ref, stretch.refFrom, stretch.refTo, words)
  const inRecognised = placesOf(recognised, stretch.recognisedFrom, stretch.recognisedTo, words)
  const shared: { ref: number; recognised: number }[] = []
  for (const [run, at] of inRef) {
    const there = inRecognised.get(run)
    if (at !== TWICE && there !== undefined && there !== TWICE) shared.push({ ref: at, recognised: there })
  }
  const middle = words >> 1
  return longestRising(shared)
    .map((place) => ({
      ref: ref.cuts[place.ref + middle]!,
      recognised: recognised.cuts[place.recognised + middle]!,
    }))
    .filter((cut) => cut.ref > stretch.refFrom || cut.recognised > stretch.recognisedFrom)
}

const TWICE = -1

/** Where each run of words begins, by its first place in the text's order. */
function placesOf(text: Measured, from: number, to: number, words: number): Map<string, number> {
  const places = new Map<string, number>()
  const end = text.cutAt(to)
  for (let at = text.cutAt(from); at + words <= end; at++) {
    const run = text.units.slice(at, at + words).join(' ')
    places.set(run, places.has(run) ? TWICE : at)
  }
  return places
}

/** The most places, in the order of the reference, that stand in the same order in the recognised text. */
function longestRising(places: Cut[]): Cut[] {
  const ordered = places.sort((one, other) => one.ref - other.ref)
  const before = new Int32Array(ordered.length)
  /** For each length, the place with the least `recognised` that so many in order can end with. */
  const ends: number[] = []
  for (const [index, { recognised }] of ordered.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ordered[ends[middle]!]!.recognised < recognised) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? ends[low - 1]! : -1
    ends[low] = index
  }
  const rising: Cut[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) rising.push(ordered[at]!)
  return rising.reverse()
}

/** Where nothing tells how two texts go together, the same share of one is held against the same share of the other. */
function evenCuts(ref: Measured, recognised: Measured, stretch: Stretch, parts: number): Cut[] {
  const nodeAt = (text: Measured, from: number, to: number, share: number) => {
    const edges = text.edgesBetween(0, from) + share * text.edgesBetween(from, to)
    return Math.min(to, text.cuts[text.cutAt(text.nodeAtEdge(edges))]!)
  }
  return Array.from({ length: parts - 1 }, (_, index) => ({
    ref: nodeAt(ref, stretch.refFrom, stretch.refTo, (index + 1) / parts),
    recognised: nodeAt(recognised, stretch.recognisedFrom, stretch.recognisedTo, (index + 1) / parts),
  }))
}
