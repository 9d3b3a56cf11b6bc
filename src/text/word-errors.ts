import { readText, usualWords } from './readings.js'
import { type Stretch, stretchesOf } from './stretches.js'
import { chain, type Edge, joinCompounds, vocabulary, type WordGraph, wordGraph } from './word-graph.js'
import type { Work } from './work.js'

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
export function compareTexts(reference: string, heard: string, work?: Work): WordErrors {
  const referenceSegments = readText(reference, work)
  const referenceGraph = wordGraph(referenceSegments)
  const heardGraph = wordGraph(readText(heard, work))
  const referenceVocabulary = vocabulary(referenceGraph)
  joinCompounds(referenceGraph, vocabulary(heardGraph))
  joinCompounds(heardGraph, referenceVocabulary)
  const errors = align(referenceGraph, heardGraph, writtenWords(reference), writtenWords(heard), work)
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

/**
 * Levenshtein distance between two graphs: the pair of readings with the fewest errors, and how they pair up. Long texts are
 * aligned stretch by stretch: the errors are then the fewest within each.
 */
function align(
  reference: WordGraph,
  heard: WordGraph,
  referenceEnd: number,
  heardEnd: number,
  work?: Work,
): Omit<WordErrors, 'referenceWords'> {
  const table = new CostTable(reference, heard)
  const pairs: WordPair[] = []
  const errors = { substitutions: 0, deletions: 0, insertions: 0 }
  let nextReference = referenceEnd
  let nextHeard = heardEnd
  for (const stretch of stretchesOf(reference, heard).reverse()) {
    work?.spend(table.pairsIn(stretch))
    table.fill(stretch)
    let row = stretch.refTo
    let column = stretch.heardTo
    while (row > stretch.refFrom || column > stretch.heardFrom) {
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
  }
  return { ...errors, pairs: pairs.reverse() }
}

/**
 * A word put for another costs a trace more than one left out or put in, so that among ways with equally many errors
 * the one with most words right is taken. A power of two keeps the sums exact; a million words do not add up to one error.
 */
const SUBSTITUTION = 1 + 2 ** -20

/** Row u, column v holds the fewest errors on any way within a stretch to reference node u and heard node v. */
class CostTable {
  readonly #reference: WordGraph
  readonly #heard: WordGraph
  readonly #refEdges: FlatEdges
  readonly #heardEdges: FlatEdges
  #stretch: Stretch = { refFrom: 0, refTo: 0, heardFrom: 0, heardTo: 0 }
  #costs = new Float64Array(0)
  #columns = 0

  constructor(reference: WordGraph, heard: WordGraph) {
    this.#reference = reference
    this.#heard = heard
    const ids = new Map<string, number>()
    const wordId = (word: string) => {
      let id = ids.get(word)
      if (id === undefined) {
        id = ids.size
        ids.set(word, id)
      }
      return id
    }
    this.#heardEdges = flatten(heard, wordId)
    this.#refEdges = flatten(reference, wordId)
  }

  /** Pairs of words that are held against each other to fill the table for a stretch. */
  pairsIn({ refFrom, refTo, heardFrom, heardTo }: Stretch): number {
    const ref = this.#refEdges.first
    const heard = this.#heardEdges.first
    return (ref[refTo + 1]! - ref[refFrom]!) * (heard[heardTo + 1]! - heard[heardFrom]!)
  }

  fill(stretch: Stretch): void {
    this.#stretch = stretch
    this.#columns = stretch.heardTo - stretch.heardFrom + 1
    const cells = (stretch.refTo - stretch.refFrom + 1) * this.#columns
    if (this.#costs.length < cells) this.#costs = new Float64Array(cells)
    this.#costs.fill(Number.POSITIVE_INFINITY, 0, cells)
    this.#costs[0] = 0
    for (let row = stretch.refFrom; row <= stretch.refTo; row++) this.#fillRow(row)
  }

  #fillRow(row: number): void {
    const { refFrom, heardFrom, heardTo } = this.#stretch
    const columns = this.#columns
    const costs = this.#costs
    const { first, from, word, isCompound } = this.#heardEdges
    const ref = this.#refEdges
    const own = (row - refFrom) * columns - heardFrom
    // Of the first row and column only the corner can be come from: what leads there from outside belongs to the stretch before.
    const lastRef = row > refFrom ? ref.first[row + 1]! : 0
    for (let edge = ref.first[row]!; edge < lastRef; edge++) {
      if (ref.from[edge]! < refFrom) continue
      const before = (ref.from[edge]! - refFrom) * columns - heardFrom
      const wanted = ref.word[edge]!
      const mustMatch = ref.isCompound[edge] === 1
      for (let column = heardFrom; column <= heardTo; column++) {
        let best = costs[own + column]!
        // The word left out; a compound can only match as a whole.
        if (!mustMatch && costs[before + column]! + 1 < best) best = costs[before + column]! + 1
        const end = column > heardFrom ? first[column + 1]! : 0
        for (let index = first[column]!; index < end; index++) {
          const same = word[index] === wanted
          if (from[index]! < heardFrom || (!same && (mustMatch || isCompound[index] === 1))) continue
          const cost = costs[before + from[index]!]! + (same ? 0 : SUBSTITUTION)
          if (cost < best) best = cost
        }
        costs[own + column] = best
      }
    }
    for (let column = heardFrom + 1; column <= heardTo; column++) {
      const end = first[column + 1]!
      for (let index = first[column]!; index < end; index++) {
        if (isCompound[index] === 1 || from[index]! < heardFrom) continue
        const cost = costs[own + from[index]!]! + 1
        if (cost < costs[own + column]!) costs[own + column] = cost
      }
    }
  }

  #cost(row: number, column: number): number {
    const { refFrom, heardFrom } = this.#stretch
    if (row < refFrom || column < heardFrom) return Number.POSITIVE_INFINITY
    return this.#costs[(row - refFrom) * this.#columns + column - heardFrom]!
  }

  /** The step that gave a cell its cost: a pair of words before a word left out, that before a word put in. */
  lastStep(row: number, column: number): { ref?: Edge; heard?: Edge } {
    const cost = this.#cost(row, column)
    const into = { ref: this.#reference.into[row]!, heard: this.#heard.into[column]! }
    for (const ref of into.ref) {
      for (const heard of into.heard) {
        const same = ref.word === heard.word
        if (!same && (ref.wordCount > 1 || heard.wordCount > 1)) continue
        if (this.#cost(ref.from, heard.from) + (same ? 0 : SUBSTITUTION) === cost) return { ref, heard }
      }
    }
    for (const ref of into.ref) {
      if (ref.wordCount === 1 && this.#cost(ref.from, column) + 1 === cost) return { ref }
    }
    for (const heard of into.heard) {
      if (heard.wordCount === 1 && this.#cost(row, heard.from) + 1 === cost) return { heard }
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
