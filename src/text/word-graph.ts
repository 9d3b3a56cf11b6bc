import type { Segment } from './readings.js'

/** One word on the way from one node to a later one. */
export interface Edge {
  from: number
  word: string
  /** Index of the written word it was read from. */
  wordIndex: number
  /** 1, or more where the edge stands for words that the other text writes as one ("wood cutters"): it can then only match. */
  wordCount: number
  /** As shown in a pair: the word, or the words of a compound with spaces. */
  shown: string
}

/**
 * Every reading of a text as a graph: nodes are places between words, in order; edges are words. A path from the
 * first node to the last is one reading of the whole text.
 */
export interface WordGraph {
  nodeCount: number
  /** Edges into each node, the usual reading's first. */
  into: Edge[][]
}

export function wordGraph(segments: Segment[]): WordGraph {
  const into: Edge[][] = [[]]
  let start = 0
  for (const { wordIndex, readings } of segments) {
    const edge = (from: number, word: string): Edge => ({ from, word, wordIndex, wordCount: 1, shown: word })
    // Readings that begin alike share their nodes: "nineteen eighty four", "nineteen hundred eighty four".
    const nodeAfter = new Map<string, number>()
    const last: Edge[] = []
    for (const reading of readings) {
      let from = start
      for (const word of reading.slice(0, -1)) {
        const step = `${from} ${word}`
        let node = nodeAfter.get(step)
        if (node === undefined) {
          node = into.push([edge(from, word)]) - 1
          nodeAfter.set(step, node)
        }
        from = node
      }
      last.push(edge(from, reading.at(-1)!))
    }
    start = into.push(last) - 1
  }
  return { nodeCount: into.length, into }
}

/** A word list as it stands: one reading, one node between every two words. */
export function chain(words: string[]): WordGraph {
  const into: Edge[][] = [[]]
  for (const [index, word] of words.entries()) {
    into.push([{ from: index, word, wordIndex: index, wordCount: 1, shown: word }])
  }
  return { nodeCount: into.length, into }
}

export function vocabulary(graph: WordGraph): Set<string> {
  return new Set(graph.into.flatMap((edges) => edges.map((edge) => edge.word)))
}

/** "never the less" is the longest compound that print parts; letters of an abbreviation may be more. */
const MOST_COMPOUND_PARTS = 3
const MOST_LETTERS = 6
/** Shorter parts make other words too often ("a way", "be fore", "so lo"); the ones below are known to be print only. */
const SHORTEST_COMPOUND_PART = 3
const SHORT_PARTS_THAT_JOIN = new Set(
  `to-day to-night to-morrow in-to on-to up-on in-side up-stairs up-hill up-town by-gone by-stander no-body no-one by-standers
   on-line on-going on-board in-door in-doors in-land my-self it-self he-self e-mail e-mails x-ray x-rays t-shirt t-shirts
   so-called co-operate co-operation re-enter any-one bed-rid in-deed in-stead up-set up-right an-other up-date up-load
   up-grade on-looker on-lookers in-put out-put can-not pre-war air-ed`
    .split(/\s+/)
    .map((pair) => pair.replace('-', ' ')),
)
/** Written together these are other words, said otherwise. */
const NEVER_JOINED = new Set([
  'now here',
  'not able',
  'the rapist',
  'hat red',
  'leg end',
  'has ten',
  'red one',
])

/** Adds an edge wherever neighbouring words, written as one, are a word of the other text. */
export function joinCompounds(graph: WordGraph, otherWords: ReadonlySet<string>): void {
  const added: { node: number; edge: Edge }[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    for (const last of graph.into[node]!)
      extend(graph, last, [last], (edge) => added.push({ node, edge }), otherWords)
  }
  for (const { node, edge } of added) graph.into[node]!.push(edge)
}

function extend(
  graph: WordGraph,
  first: Edge,
  path: Edge[],
  add: (edge: Edge) => void,
  otherWords: ReadonlySet<string>,
): void {
  for (const before of graph.into[first.from]!) {
    const longer = [before, ...path]
    const parts = longer.map((edge) => edge.word)
    const lettersOnly = parts.every((part) => part.length === 1)
    if (longer.length > (lettersOnly ? MOST_LETTERS : MOST_COMPOUND_PARTS)) continue
    const word = parts.join('')
    if (otherWords.has(word) && (lettersOnly || isCompound(parts))) {
      const { from, wordIndex } = before
      add({ from, word, wordIndex, wordCount: parts.length, shown: parts.join(' ') })
    }
    extend(graph, before, longer, add, otherWords)
  }
}

function isCompound(parts: string[]): boolean {
  const spaced = parts.join(' ')
  if (NEVER_JOINED.has(spaced)) return false
  return parts.every((part) => part.length >= SHORTEST_COMPOUND_PART) || SHORT_PARTS_THAT_JOIN.has(spaced)
}
