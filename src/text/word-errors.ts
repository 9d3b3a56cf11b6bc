import { readText, usualWords } from './readings.js'
import { type Stretch, stretchesOf } from './stretches.js'
import { chain, type Edge, joinCompounds, vocabulary, type WordGraph, wordGraph } from './word-graph.js'
import type { Work } from './work.js'

/** Two words that stand for each other; one alone is a word left out (`ref`) or put in (`recognised`). */
export interface WordPair {
  ref?: string
  recognised?: string
  /** Index of the reference word; for a word put in, of the reference word that comes next. */
  refIndex: number
  /** Index of the recognised word; for a word left out, of the recognised word that comes next. */
  recognisedIndex: number
}

export interface WordErrors {
  substitutions: number
  deletions: number
  insertions: number
  /** Words of the reference in its usual reading: the same whatever was recognised. */
  referenceWords: number
  pairs: WordPair[]
}

/** Fewest substitutions, deletions and insertions that turn the reference into the recognised text, words taken as they are. */
export function alignWords(reference: string[], recognised: string[]): WordErrors {
  const errors = align(chain(reference), chain(recognised), reference.length, recognised.length)
  return { ...errors, referenceWords: reference.length }
}

/**
 * Word errors between two texts as written. What differs only in writing is equal: case, punctuation, contractions,
 * any usual reading of a number, British and American spelling, words written together or apart. A word that only
 * sounds alike is an error. Indices count the words of each text as parted by white space.
 */
export function compareTexts(reference: string, recognised: string, work?: Work): WordErrors {
  const referenceSegments = readText(reference, work)
  const referenceGraph = wordGraph(referenceSegments)
  const recognisedGraph = wordGraph(readText(recognised, work))
  const referenceVocabulary = vocabulary(referenceGraph)
  joinCompounds(referenceGraph, vocabulary(recognisedGraph))
  joinCompounds(recognisedGraph, referenceVocabulary)
  const errors = align(
    referenceGraph,
    recognisedGraph,
    writtenWords(reference),
    writtenWords(recognised),
    work,
  )
  return { ...errors, referenceWords: usualWords(referenceSegments).length }
}

/** Errors per reference word; with nothing to say, any recognised word counts as one error in one word. */
export function wordErrorRate(
  errors: Pick<WordErrors, 'substitutions' | 'deletions' | 'insertions' | 'referenceWords'>,
): number {
  const wrong = errors.substitutions + errors.deletions + errors.insertions
  return wrong / Math.max(1, errors.referenceWords)
}

function writtenWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/**
 * Levenshtein distance between two graphs: the pair of readings with the fewest errors, and how they pair up. Long texts are
 * aligned stretch by stretch: the errors are then the fewest within each.
 */
function align(
  reference: WordGraph,
  recognised: WordGraph,
  referenceEnd: number,
  recognisedEnd: number,
  work?: Work,
): Omit<WordErrors, 'referenceWords'> {
  const table = new CostTable(reference, recognised)
  const pairs: WordPair[] = []
  const errors = { substitutions: 0, deletions: 0, insertions: 0 }
  let nextReference = referenceEnd
  let nextRecognised = recognisedEnd
  for (const stretch of stretchesOf(reference, recognised).reverse()) {
    work?.spend(table.pairsIn(stretch))
    table.fill(stretch)
    let row = stretch.refTo
    let column = stretch.recognisedTo
    while (row > stretch.refFrom || column > stretch.recognisedFrom) {
      const step = table.lastStep(row, column)
      if (step.ref) {
        nextReference = step.ref.wordIndex
        row = step.ref.from
      }
      if (step.recognised) {
        nextRecognised = step.recognised.wordIndex
        column = step.recognised.from
      }
      if (step.ref && step.recognised) errors.substitutions += step.ref.word === step.recognised.word ? 0 : 1
      else if (step.ref) errors.deletions++
      else errors.insertions++
      pairs.push({
        ...(step.ref && { ref: step.ref.shown }),
        ...(step.recognised && { recognised: step.recognised.shown }),
        refIndex: nextReference,
        recognisedIndex: nextRecognised,
      })
    }
  }
  return { ...errors, pairs: pairs.reverse() }
}

/**
 * A word put for another costs a trace more than one left out or put in, so that among ways with equally many errors
 * the one with most words right is taken. A power of two keeps the sums exact; a million words do not add up to one error.
 */
const SUBSTITUTION = 1 + 2 ** -20

/** Row u, column v holds the fewest errors on any way within a stretch to reference node u and recognised node v. */
class CostTable {
  readonly #reference: WordGraph
  readonly #recognised: WordGraph
  readonly #refEdges: FlatEdges
  readonly #recognisedEdges: FlatEdges
  #stretch: Stretch = { refFrom: 0, refTo: 0, recognisedFrom: 0, recognisedTo: 0 }
  #costs = new Float64Array(0)
  #columns = 0

  constructor(reference: WordGraph, recognised: WordGraph) {
    this.#reference = reference
    this.#recognised = recognised
    const ids = new Map<string, number>()
    const wordId = (word: string) => {
      let id = ids.get(word)
      if (id === undefined) {
        id = ids.size
        ids.set(word, id)
      }
      return id
    }
    this.#recognisedEdges = flatten(recognised, wordId)
    this.#refEdges = flatten(reference, wordId)
  }

  /** Pairs of words that are held against each other to fill the table for a stretch. */
  pairsIn({ refFrom, refTo, recognisedFrom, recognisedTo }: Stretch): number {
    const ref = this.#refEdges.first
    const recognised = this.#recognisedEdges.first
    return (ref[refTo + 1]! - ref[refFrom]!) * (recognised[recognisedTo + 1]! - recognised[recognisedFrom]!)
  }

  fill(stretch: Stretch): void {
    this.#stretch = stretch
    this.#columns = stretch.recognisedTo - stretch.recognisedFrom + 1
    const cells = (stretch.refTo - stretch.refFrom + 1) * this.#columns
    if (this.#costs.length < cells) this.#costs = new Float64Array(cells)
    this.#costs.fill(Number.POSITIVE_INFINITY, 0, cells)
    this.#costs[0] = 0
    for (let row = stretch.refFrom; row <= stretch.refTo; row++) this.#fillRow(row)
  }

  #fillRow(row: number): void {
    const { refFrom, recognisedFrom, recognisedTo } = this.#stretch
    const columns = this.#columns
    const costs = this.#costs
    const { first, from, word, isCompound } = this.#recognisedEdges
    const ref = this.#refEdges
    const own = (row - refFrom) * columns - recognisedFrom
    // Of the first row and column only the corner can be come from: what leads there from outside belongs to the stretch before.
    const lastRef = row > refFrom ? ref.first[row + 1]! : 0
    for (let edge = ref.first[row]!; edge < lastRef; edge++) {
      if (ref.from[edge]! < refFrom) continue
      const before = (ref.from[edge]! - refFrom) * columns - recognisedFrom
      const wanted = ref.word[edge]!
      const mustMatch = ref.isCompound[edge] === 1
      for (let column = recognisedFrom; column <= recognisedTo; column++) {
        let best = costs[own + column]!
        // The word left out; a compound can only match as a whole.
        if (!mustMatch && costs[before + column]! + 1 < best) best = costs[before + column]! + 1
        const end = column > recognisedFrom ? first[column + 1]! : 0
        for (let index = first[column]!; index < end; index++) {
          const same = word[index] === wanted
          if (from[index]! < recognisedFrom || (!same && (mustMatch || isCompound[index] === 1))) continue
          const cost = costs[before + from[index]!]! + (same ? 0 : SUBSTITUTION)
          if (cost < best) best = cost
        }
        costs[own + column] = best
      }
    }
    for (let column = recognisedFrom + 1; column <= recognisedTo; column++) {
      const end = first[column + 1]!
      for (let index = first[column]!; index < end; index++) {
        if (isCompound[index] === 1 || from[index]! < recognisedFrom) continue
        const cost = costs[own + from[index]!]! + 1
        if (cost < costs[own + column]!) costs[own + column] = cost
      }
    }
  }

  #cost(row: number, column: number): number {
    const { refFrom, recognisedFrom } = this.#stretch
    if (row < refFrom || column < recognisedFrom) return Number.POSITIVE_INFINITY
    return this.#costs[(row - refFrom) * this.#columns + column - recognisedFrom]!
  }

  /** The step that gave a cell its cost: a pair of words before a word left out, that before a word put in. */
  lastStep(row: number, column: number): { ref?: Edge; recognised?: Edge } {
    const cost = this.#cost(row, column)
    const into = { ref: this.#reference.into[row]!, recognised: this.#recognised.into[column]! }
    for (const ref of into.ref) {
      for (const recognised of into.recognised) {
        const same = ref.word === recognised.word
        if (!same && (ref.wordCount > 1 || recognised.wordCount > 1)) continue
        if (this.#cost(ref.from, recognised.from) + (same ? 0 : SUBSTITUTION) === cost)
          return { ref, recognised }
      }
    }
    for (const ref of into.ref) {
      if (ref.wordCount === 1 && this.#cost(ref.from, column) + 1 === cost) return { ref }
    }
    for (const recognised of into.recognised) {
      if (recognised.wordCount === 1 && this.#cost(row, recognised.from) + 1 === cost) return { recognised }
    }
    throw new Error('word alignment lost its way: no step leads to this cell')
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
