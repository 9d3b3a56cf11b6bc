import { readText, usualWords } from './readings.js'
import { chain, type Edge, joinCompounds, vocabulary, type WordGraph, wordGraph } from './word-graph.js'

/** Two words that stand for each other; one alone is a word left out (`ref`) or put in (`heard`). */
export interface WordPair {
  ref?: string
  heard?: string
  /** Index of the reference word; for a word put in, of the reference word that comes next. */
  refIndex: number
  /** Index of the heard word; for a word left out, of the heard word that comes next. */
  heardIndex: number
}

export interface WordErrors {
  substitutions: number
  deletions: number
  insertions: number
  /** Words of the reference in its usual reading: the same whatever was heard. */
  referenceWords: number
  pairs: WordPair[]
}

/** Fewest substitutions, deletions and insertions that turn the reference into what was heard, words taken as they are. */
export function alignWords(reference: string[], heard: string[]): WordErrors {
  const errors = align(chain(reference), chain(heard), reference.length, heard.length)
  return { ...errors, referenceWords: reference.length }
}

/**
 * Word errors between two texts as written. What differs only in writing is equal: case, punctuation, contractions,
 * any usual reading of a number, British and American spelling, words written together or apart. A word that only
 * sounds alike is an error. Indices count the words of each text as parted by white space.
 */
export function compareTexts(reference: string, heard: string): WordErrors {
  const referenceSegments = readText(reference)
  const referenceGraph = wordGraph(referenceSegments)
  const heardGraph = wordGraph(readText(heard))
  const referenceVocabulary = vocabulary(referenceGraph)
  joinCompounds(referenceGraph, vocabulary(heardGraph))
  joinCompounds(heardGraph, referenceVocabulary)
  const errors = align(referenceGraph, heardGraph, writtenWords(reference), writtenWords(heard))
  return { ...errors, referenceWords: usualWords(referenceSegments).length }
}

/** Errors per reference word; with nothing to say, any heard word counts as one error in one word. */
export function wordErrorRate(
  errors: Pick<WordErrors, 'substitutions' | 'deletions' | 'insertions' | 'referenceWords'>,
): number {
  const wrong = errors.substitutions + errors.deletions + errors.insertions
  return wrong / Math.max(1, errors.referenceWords)
}

function writtenWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/** Cost table cells kept at once: 32 MB. A longer comparison is cut into blocks of rows that are worked out twice. */
const MOST_CELLS_KEPT = 4_000_000

/**
 * Levenshtein distance between two graphs: the pair of readings with the fewest errors, and how they pair up.
 * Row u, column v holds the fewest errors on any way to reference node u and heard node v. Only the rows that later
 * edges reach back to are kept at the start of each block, so memory grows with the length of one text, not with the
 * product of both.
 */
function align(
  reference: WordGraph,
  heard: WordGraph,
  referenceEnd: number,
  heardEnd: number,
): Omit<WordErrors, 'referenceWords'> {
  const table = new CostTable(reference, heard)
  const pairs: WordPair[] = []
  const errors = { substitutions: 0, deletions: 0, insertions: 0 }
  let row = reference.nodeCount - 1
  let column = heard.nodeCount - 1
  let nextReference = referenceEnd
  let nextHeard = heardEnd
  while (row > 0 || column > 0) {
    const step = table.lastStep(row, column)
    if (step.ref) {
      nextReference = step.ref.wordIndex
      row = step.ref.from
    }
    if (step.heard) {
      nextHeard = step.heard.wordIndex
      column = step.heard.from
    }
    if (step.ref && step.heard) errors.substitutions += step.ref.word === step.heard.word ? 0 : 1
    else if (step.ref) errors.deletions++
    else errors.insertions++
    pairs.push({
      ...(step.ref && { ref: step.ref.shown }),
      ...(step.heard && { heard: step.heard.shown }),
      refIndex: nextReference,
      heardIndex: nextHeard,
    })
  }
  return { ...errors, pairs: pairs.reverse() }
}

/**
 * A word put for another costs a trace more than one left out or put in, so that among ways with equally many errors
 * the one with most words right is taken. A power of two keeps the sums exact; a million words do not add up to one error.
 */
const SUBSTITUTION = 1 + 2 ** -20

class CostTable {
  readonly #reference: WordGraph
  readonly #heard: WordGraph
  readonly #words = new Map<string, number>()
  readonly #heardEdges: FlatEdges
  readonly #blockRows: number
  /** For each block, the rows before it that its edges reach back to. */
  readonly #keptRows: Map<number, Float64Array>[] = []
  /** Rows of one block (the last one filled) and those kept before it. */
  #rows = new Map<number, Float64Array>()
  #block = -1

  constructor(reference: WordGraph, heard: WordGraph) {
    this.#reference = reference
    this.#heard = heard
    this.#heardEdges = flatten(heard, (word) => this.#wordId(word))
    this.#blockRows = Math.max(1, Math.floor(MOST_CELLS_KEPT / heard.nodeCount))
    const earliest = earliestSources(reference)
    for (let start = 0; start < reference.nodeCount; start += this.#blockRows) {
      const kept = new Map([...this.#rows].filter(([node]) => node >= earliest[start]!))
      this.#keptRows.push(kept)
      this.#fillBlock(this.#keptRows.length - 1)
    }
  }

  /** The step that gave a cell its cost: a pair of words before a word left out, that before a word put in. */
  lastStep(row: number, column: number): { ref?: Edge; heard?: Edge } {
    const block = Math.floor(row / this.#blockRows)
    if (block !== this.#block) this.#fillBlock(block)
    const rows = this.#rows
    const cost = rows.get(row)![column]!
    const into = { ref: this.#reference.into[row]!, heard: this.#heard.into[column]! }
    for (const ref of into.ref) {
      for (const heard of into.heard) {
        const same = ref.word === heard.word
        if (!same && (ref.wordCount > 1 || heard.wordCount > 1)) continue
        if (rows.get(ref.from)![heard.from]! + (same ? 0 : SUBSTITUTION) === cost) return { ref, heard }
      }
    }
    for (const ref of into.ref) {
      if (ref.wordCount === 1 && rows.get(ref.from)![column]! + 1 === cost) return { ref }
    }
    for (const heard of into.heard) {
      if (heard.wordCount === 1 && rows.get(row)![heard.from]! + 1 === cost) return { heard }
    }
    throw new Error('word alignment lost its way: no step leads to this cell')
  }

  #fillBlock(block: number): void {
    this.#block = block
    this.#rows = new Map(this.#keptRows[block])
    const start = block * this.#blockRows
    const end = Math.min(this.#reference.nodeCount, start + this.#blockRows)
    for (let node = start; node < end; node++) this.#rows.set(node, this.#costRow(node))
  }

  #costRow(node: number): Float64Array {
    const { first, from, word, isCompound } = this.#heardEdges
    const columns = this.#heard.nodeCount
    const costs = new Float64Array(columns).fill(Number.POSITIVE_INFINITY)
    if (node === 0) costs[0] = 0
    for (const edge of this.#reference.into[node]!) {
      const before = this.#rows.get(edge.from)!
      const wanted = this.#wordId(edge.word)
      const mustMatch = edge.wordCount > 1
      for (let column = 0; column < columns; column++) {
        let best = costs[column]!
        // The word left out; a compound can only match as a whole.
        if (!mustMatch && before[column]! + 1 < best) best = before[column]! + 1
        const end = first[column + 1]!
        for (let index = first[column]!; index < end; index++) {
          const same = word[index] === wanted
          if (!same && (mustMatch || isCompound[index] === 1)) continue
          const cost = before[from[index]!]! + (same ? 0 : SUBSTITUTION)
          if (cost < best) best = cost
        }
        costs[column] = best
      }
    }
    for (let column = 1; column < columns; column++) {
      const end = first[column + 1]!
      for (let index = first[column]!; index < end; index++) {
        if (isCompound[index] === 1) continue
        const cost = costs[from[index]!]! + 1
        if (cost < costs[column]!) costs[column] = cost
      }
    }
    return costs
  }

  #wordId(word: string): number {
    let id = this.#words.get(word)
    if (id === undefined) {
      id = this.#words.size
      this.#words.set(word, id)
    }
    return id
  }
}

/** The edges of a graph in arrays, those into node n from `first[n]` to `first[n + 1]`: the inner loop reads only numbers. */
interface FlatEdges {
  first: Int32Array
  from: Int32Array
  word: Int32Array
  isCompound: Uint8Array
}

function flatten(graph: WordGraph, wordId: (word: string) => number): FlatEdges {
  const edges = graph.into.flat()
  const first = new Int32Array(graph.nodeCount + 1)
  for (let node = 0; node < graph.nodeCount; node++) first[node + 1] = first[node]! + graph.into[node]!.length
  return {
    first,
    from: Int32Array.from(edges, (edge) => edge.from),
    word: Int32Array.from(edges, (edge) => wordId(edge.word)),
    isCompound: Uint8Array.from(edges, (edge) => (edge.wordCount > 1 ? 1 : 0)),
  }
}

/** For each node, the earliest node that an edge into it or into any later node comes from. */
function earliestSources(graph: WordGraph): Int32Array {
  const earliest = new Int32Array(graph.nodeCount)
  let source = graph.nodeCount
  for (let node = graph.nodeCount - 1; node >= 0; node--) {
    for (const edge of graph.into[node]!) source = Math.min(source, edge.from)
    earliest[node] = Math.min(source, node)
  }
  return earliest
}
