// Does the score follow what listeners say, and are clips flagged that are known to be garbled?
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Corpus, type CorpusEntry, type Selection, select } from '../../lab/corpus.js'
import { checkBytes } from '../../lab/quality-clips.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { fixed, percent, table } from '../table.js'

const VOTES_SET = 'p835-degraded_fullband_48KHz'
const SYNTHETIC_SET = 'ttsbench'
/** Of the whole, the background and the speech (Rec. ITU-T P.835). */
const OPINIONS = ['ovrl', 'bak', 'sig']
/** Published word error from which a clip is garbled, and below which it is not. */
const GARBLED_FROM = 0.5
const FAULTLESS_BELOW = 0.1

interface Rated {
  entry: CorpusEntry
  score: number
  flagged: boolean
}

export interface ListenerRow {
  what: string
  files: number
  /** Spearman's rank correlation, or the share flagged. */
  value: number
  isShare: boolean
}

export async function compareWithListeners(
  corpus: Corpus,
  selection: Selection,
  models: OpenModels,
  garble: boolean,
): Promise<ListenerRow[]> {
  const wanted = select(corpus.entries, selection).filter(({ set }) =>
    [VOTES_SET, SYNTHETIC_SET].includes(set),
  )
  const rated: Rated[] = []
  for (const entry of wanted) {
    const { track } = await checkBytes(await readFile(join(corpus.folder, entry.file)), models, garble)
    rated.push({ entry, score: track.score, flagged: track.flagged })
  }
  const wer = ({ entry }: Rated) => entry.published?.wer ?? null
  const synthetic = rated.filter(({ entry }) => entry.set === SYNTHETIC_SET)
  return [
    ...OPINIONS.map((vote) =>
      correlation(`${VOTES_SET}, ${vote}`, rated, ({ entry }) => entry.human_p835?.[vote] ?? null),
    ),
    correlation(
      `${SYNTHETIC_SET}, published naturalness`,
      synthetic,
      ({ entry }) => entry.published?.utmos ?? null,
    ),
    ...(garble
      ? [
          share(
            `flagged with word error of ${GARBLED_FROM} and more`,
            synthetic.filter((each) => (wer(each) ?? 0) >= GARBLED_FROM),
          ),
          share(
            `flagged with word error under ${FAULTLESS_BELOW}`,
            synthetic.filter((each) => (wer(each) ?? 1) < FAULTLESS_BELOW),
          ),
        ]
      : []),
  ].filter(({ files }) => files > 0)
}

function correlation(what: string, rated: Rated[], opinion: (each: Rated) => number | null): ListenerRow {
  const pairs = rated
    .map((each) => ({ score: each.score, opinion: opinion(each) }))
    .filter((pair): pair is { score: number; opinion: number } => pair.opinion !== null)
  const value = rankCorrelation(
    pairs.map(({ score }) => score),
    pairs.map(({ opinion }) => opinion),
  )
  return { what, files: pairs.length, value, isShare: false }
}

function share(what: string, rated: Rated[]): ListenerRow {
  const flagged = rated.filter((each) => each.flagged).length
  return { what, files: rated.length, value: flagged / rated.length, isShare: true }
}

/** Spearman's: the correlation of the ranks, equal values sharing the mean of theirs. */
export function rankCorrelation(one: number[], other: number[]): number {
  const [a, b] = [ranks(one), ranks(other)]
  const middle = (one.length + 1) / 2
  let product = 0
  let squareA = 0
  let squareB = 0
  for (const [index, rank] of a.entries()) {
    product += (rank - middle) * (b[index] - middle)
    squareA += (rank - middle) ** 2
    squareB += (b[index] - middle) ** 2
  }
  return product / Math.sqrt(squareA * squareB)
}

function ranks(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

export function listenerTable(rows: ListenerRow[]): string {
  return table<ListenerRow>(
    [
      { title: '', value: ({ what }) => what, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'rank correlation', value: ({ isShare, value }) => (isShare ? null : fixed(value, 2)) },
      { title: 'flagged', value: ({ isShare, value }) => (isShare ? percent(value) : null) },
    ],
    rows,
  )
}
