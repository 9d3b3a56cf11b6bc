// Whether the file breaks off inside the last word of its script, or begins inside the first. A recogniser likes to complete what
// it expects: half of "email" is written as "email", half of "pass" as "path". What gives it away is the sound: the file ends at
// the level of the voice, the word is shorter than its phones take at the pace of this file, the recogniser is less sure of it,
// and it may be another word.
import type { EdgeLevels } from '../../speech/edge-levels.js'
import { silentSec } from '../../speech/silence.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { normaliseWords } from '../../text/normalise.js'
import type { Group } from './align.js'
import { BLAMED } from './differences.js'
import type { RecognisedSpeech } from './evidence.js'
import { oddsOfConfidence, type Range, sigmoid, within } from './log-odds.js'
import type { Region } from './regions.js'
import type { PronounceAll } from './sounding.js'

export type EdgeName = 'start' | 'end'

export interface EdgeEvidence {
  /** Of the outermost sound, in dB against the speech. */
  levelDb: number
  /** What the word takes against what it should take at the pace of this file. */
  lengthShare: number
  /** Of the recogniser, 0 to 1. */
  confidence: number
  /** How differently what was recognised sounds, 0 to 1. */
  distance: number
}

/** What each part of the evidence adds to the logarithm of the odds that the word is cut. */
interface Weights {
  one: number
  /** For each 10 dB. */
  level: number
  /** For each factor of e. */
  length: number
  /** For each nat of doubt. */
  doubt: number
  distance: number
}

/**
 * Logistic regression over 462 cut and 156 whole files of 18 engines and readers of the tuning half (0.2 to 1.5 s off the speech;
 * whole ones as they are and trimmed to the last sound). The constants are lower by 2.2: only what is as sure as nine in ten is
 * held against a file, since some voices (flite's kal16) end every word at its full level. With each engine left out of the fit
 * in turn, 435 of the cuts are found together with what is missing altogether (333 before), and one whole file is taken for cut.
 */
const WEIGHTS: Record<EdgeName, Weights> = {
  start: { one: -3.61, level: 0.65, length: -2.16, doubt: 1.45, distance: 1.34 },
  end: { one: 1.67, level: 1.91, length: -4.17, doubt: 0.76, distance: 2.04 },
}

/**
 * The same of the word beside some that are missing altogether: the cut may lie between two words. Fitted to 24 words of the tuning half
 * that had lost more than half of their sound and 100 that were whole; on the report half 42 of 73 are found, and 4 of 241 whole
 * ones are taken for cut.
 */
const WEIGHTS_BESIDE_MISSING: Record<EdgeName, Weights> = {
  start: { one: -2.34, level: 0.2, length: -2.53, doubt: 0.45, distance: 1.4 },
  end: { one: -1.52, level: 0.71, length: -3.14, doubt: 0.71, distance: 1.86 },
}

/** What the fit has seen. */
const LEVEL_DB: Range = [-40, 5]
/** A sound that sets in or dies away as softly as this is not cut, however short the word and however little was understood. */
const LEAST_LEVEL_DB = -20
/**
 * A word that was recognised as written and takes nearly its time is whole, however abruptly the voice ends it: of the 462 cuts this
 * forgives two more than a limit of 0.85 on confidence, which an old voice's clear words do not reach.
 */
const WHOLE = { lengthShare: 0.75, confidence: 0.6, distance: 0.1 }
const LENGTH_SHARE: Range = [0.2, 2]
const MOST_DISTANCE = 0.6
/** Readers are at most so much slower or faster than the typical one. */
const PACE: Range = [0.6, 1.7]
/** With fewer words between the outermost ones nothing is known of the pace. */
const FEWEST_INNER_WORDS = 2

export function likelihoodOfCut(
  edge: EdgeName,
  { levelDb, lengthShare, confidence, distance }: EdgeEvidence,
  isBesideMissing = false,
): number {
  const isWhole =
    distance < WHOLE.distance && lengthShare >= WHOLE.lengthShare && confidence >= WHOLE.confidence
  if (isWhole || levelDb < LEAST_LEVEL_DB) return 0
  const weights = (isBesideMissing ? WEIGHTS_BESIDE_MISSING : WEIGHTS)[edge]
  return sigmoid(
    weights.one +
      (weights.level * within(levelDb, LEVEL_DB)) / 10 +
      weights.length * Math.log(within(lengthShare, LENGTH_SHARE)) +
      weights.doubt * -oddsOfConfidence(confidence) +
      weights.distance * Math.min(distance, MOST_DISTANCE),
  )
}

/**
 * Raises the belief that the voice is to blame where the file begins or breaks off inside a word. Returns the groups of which that
 * is so.
 */
export function blameCutWords(
  blame: number[],
  groups: readonly Group[],
  regions: readonly Region[],
  speech: RecognisedSpeech,
  pronounce: PronounceAll,
): Set<number> {
  const cut = new Set<number>()
  if (!speech.edges) return cut
  for (const edge of ['start', 'end'] as const) {
    const missing = missingAt(edge, groups, blame)
    const place = outermost(edge, groups, regions, missing)
    const evidence = place && edgeEvidence(edge, place.merged, speech, speech.edges, pronounce)
    if (!evidence) continue
    const likelihood = likelihoodOfCut(edge, evidence, missing > 0)
    if (likelihood < BLAMED) continue
    for (let index = place.from; index < place.to; index++) {
      blame[index] = Math.max(blame[index], likelihood)
      cut.add(index)
    }
  }
  return cut
}

/** How many of the outermost groups are not there at all, by the voice's fault. */
function missingAt(edge: EdgeName, groups: readonly Group[], blame: readonly number[]): number {
  const inward = edge === 'start' ? [...groups.keys()] : [...groups.keys()].reverse()
  const there = inward.findIndex((index) => groups[index].recognised.length > 0 || blame[index] < BLAMED)
  return there < 0 ? groups.length : there
}

/**
 * The outermost words of the script that were recognised: where they were recognised as others, all that differs there; else, and
 * beside missing ones, the one word.
 */
function outermost(
  edge: EdgeName,
  groups: readonly Group[],
  regions: readonly Region[],
  missing: number,
): Region | undefined {
  const index = edge === 'start' ? missing : groups.length - 1 - missing
  const group = groups[index]
  if (!group) return undefined
  const region = missing > 0 ? undefined : regions.find(({ from, to }) => from <= index && index < to)
  return region ?? { from: index, to: index + 1, merged: group }
}

/** Null where the outermost words of the script are not recognised at all, or something else is said beyond them. */
export function edgeEvidence(
  edge: EdgeName,
  group: Group,
  speech: RecognisedSpeech,
  edges: EdgeLevels,
  pronounce: PronounceAll,
): EdgeEvidence | null {
  if (group.written.length === 0 || group.recognised.length === 0) return null
  const own = speech.words.slice(group.recognisedFrom, group.recognisedTo)
  const inner = speech.words.slice(1, -1)
  if (own.length === 0 || inner.length < FEWEST_INNER_WORDS) return null
  const spokenSec = inner.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0)
  const neededSec = expectedSec(
    inner.flatMap(({ text }) => normaliseWords(text)),
    pronounce,
  )
  const pace = within(spokenSec / neededSec, PACE)
  const interval = { startSec: own[0].startSec, endSec: own[own.length - 1].endSec }
  const tookSec = interval.endSec - interval.startSec - silentSec(interval, speech.pauses)
  return {
    levelDb: edge === 'start' ? edges.startDb : edges.endDb,
    lengthShare: tookSec / (pace * expectedSec(group.written, pronounce)),
    confidence: (edge === 'start' ? own[0] : own[own.length - 1]).confidence,
    distance: group.distance,
  }
}

function expectedSec(words: readonly string[], pronounce: PronounceAll): number {
  return typicalSec({ words: words.map((word) => pronounce(word).ways[0] ?? []), phrases: 0 })
}
