import type { Reading } from './integers.js'
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
  /** Edges into each node. */
  into: Edge[][]
}

export function wordGraph(segments: Segment[]): WordGraph {
  const into: Edge[][] = [[]]
  for (const segment of segments) {
    if (segment.readings.length === 1) appendWords(into, segment.readings[0]!, segment.wordIndex)
    else appendSegment(into, segment)
  }
  return { nodeCount: into.length, into }
}

/** Places inside a segment, told apart by what can still follow. */
interface Place {
  id: number
  next: { word: string; place: Place }[]
}

/** What the readings of a segment have in common from their beginning on. */
interface Beginning {
  isWhole: boolean
  longer: Map<string, Beginning>
}

/**
 * Adds a segment's readings after the last node. Readings share what they have in common at both ends ("nineteen eighty
 * four", "nineteen hundred eighty four"), which keeps a text full of numbers from growing out of hand.
 */
function appendSegment(into: Edge[][], { wordIndex, readings }: Segment): void {
  const end: Place = { id: 0, next: [] }
  const known = new Map<string, Place>()
  const inOrder: Place[] = []
  // As deep as the longest of several readings: tokens that are read in several ways are short.
  const placeAfter = ({ longer }: Beginning): Place => {
    const next: Place['next'] = []
    for (const [word, after] of longer) {
      if (after.isWhole) next.push({ word, place: end })
      if (after.longer.size > 0) next.push({ word, place: placeAfter(after) })
    }
    const key = next.map(({ word, place }) => `${word} ${place.id}`).join('|')
    let place = known.get(key)
    if (!place) {
      place = { id: known.size + 1, next }
      known.set(key, place)
      // A place is finished after everything that follows it, so the reverse of this order is the order of nodes.
      inOrder.push(place)
    }
    return place
  }
  placeAfter(beginningsOf(readings))
  const nodeOf = new Map<Place, number>()
  const start = into.length - 1
  for (const place of [...inOrder.reverse(), end]) {
    nodeOf.set(place, nodeOf.size === 0 ? start : into.push([]) - 1)
  }
  for (const place of inOrder) {
    for (const { word, place: after } of place.next) {
      into[nodeOf.get(after)!]!.push({ from: nodeOf.get(place)!, word, wordIndex, wordCount: 1, shown: word })
    }
  }
}

function appendWords(into: Edge[][], words: Reading, wordIndex: number): void {
  for (const word of words) into.push([{ from: into.length - 1, word, wordIndex, wordCount: 1, shown: word }])
}

function beginningsOf(readings: Reading[]): Beginning {
  const root: Beginning = { isWhole: false, longer: new Map() }
  for (const reading of readings) {
    let at = root
    for (const word of reading) {
      let after = at.longer.get(word)
      if (!after) {
        after = { isWhole: false, longer: new Map() }
        at.longer.set(word, after)
      }
      at = after
    }
    at.isWhole = true
  }
  return root
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
  const words = new Set<string>()
  for (const edges of graph.into) for (const { word } of edges) words.add(word)
  return words
}

/** "never the less" is the longest compound that print parts; letters of an abbreviation may be more. */
const MOST_COMPOUND_PARTS = 3
const MOST_LETTERS = 6
/** Shorter parts make other words too often ("a way", "be fore", "so lo"); the ones below are known to be print only. */
const SHORTEST_COMPOUND_PART = 3
const SHORT_PARTS_THAT_JOIN = new Set(
  `to-day to-night to-morrow in-to on-to up-on in-side up-stairs up-hill up-town by-gone by-stander by-standers no-body
   no-one no-where on-line on-going on-board on-looker on-lookers in-door in-doors in-land in-deed in-stead in-put my-self
   it-self any-one an-other up-set up-right up-date up-load up-grade e-mail e-mails x-ray x-rays t-shirt t-shirts so-called
   co-operate co-operation ha-ha can-not`
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

/** A longer word is no compound that print parts. */
const LONGEST_COMPOUND = 45
/** Ways back from one word that are tried: prose has few, and only a text of many readings on many has more. */
const MOST_WAYS_BACK = 200

/** Adds an edge wherever neighbouring words, written as one, are a word of the other text. */
export function joinCompounds(graph: WordGraph, otherWords: ReadonlySet<string>): void {
  const endings = endingsOf(otherWords)
  const added: { node: number; edge: Edge }[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    for (const last of graph.into[node]!)
      extend(graph, last, endings, (edge) => added.push({ node, edge }), otherWords)
  }
  for (const { node, edge } of added) graph.into[node]!.push(edge)
}

/** Every word that may be a compound and all that it ends in. */
function endingsOf(words: ReadonlySet<string>): Set<string> {
  const endings = new Set<string>()
  for (const word of words)
    if (word.length <= LONGEST_COMPOUND) for (let at = 0; at < word.length; at++) endings.add(word.slice(at))
  return endings
}

/** Goes back from one word over those before it, as long as the other text has a word that ends in them. */
function extend(
  graph: WordGraph,
  last: Edge,
  endings: ReadonlySet<string>,
  add: (edge: Edge) => void,
  otherWords: ReadonlySet<string>,
): void {
  if (!endings.has(last.word)) return
  let waysLeft = MOST_WAYS_BACK
  const back = (path: Edge[], joined: string) => {
    for (const before of graph.into[path[0]!.from]!) {
      const word = before.word + joined
      if (!endings.has(word) || waysLeft-- <= 0) continue
      const longer = [before, ...path]
      const parts = longer.map((edge) => edge.word)
      const lettersOnly = parts.every((part) => part.length === 1)
      if (longer.length > (lettersOnly ? MOST_LETTERS : MOST_COMPOUND_PARTS)) continue
      if (otherWords.has(word) && (lettersOnly || isCompound(parts))) {
        const { from, wordIndex } = before
        add({ from, word, wordIndex, wordCount: parts.length, shown: parts.join(' ') })
      }
      back(longer, word)
    }
  }
  back([last], last.word)
}

function isCompound(parts: string[]): boolean {
  const spaced = parts.join(' ')
  if (NEVER_JOINED.has(spaced)) return false
  return parts.every((part) => part.length >= SHORTEST_COMPOUND_PART) || SHORT_PARTS_THAT_JOIN.has(spaced)
}
