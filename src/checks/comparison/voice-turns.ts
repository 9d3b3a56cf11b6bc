// Who speaks when in a file? Parts of its speech are joined while one voice explains them better than two; then each part is held
// against the voices that are left, with a price on every change from one to another.
import type { Interval } from '../../speech/speech-data.js'
import { defaultOptions } from '../check.js'
import { rounded } from '../statistics.js'
import type { PartPrint } from './part-print.js'
import type { VoiceJudge } from './voice-judge.js'
import { type PlacedVoice, placed, type VoiceModel } from './voice-model.js'

export interface VoiceTurn extends Interval {
  /** Numbered by who speaks first: 1, 2 and so on. */
  voice: number
}

/**
 * Two groups of parts are two voices where one voice explains them this much worse, in nats, at the default threshold. By voices
 * that the model does not know, in 662 files of 10 to 16 s with a change, 182 talks of two voices in turns for up to a minute and
 * 230 stretches of one voice, put together of several recordings: at -30, -20, -10 and 0 of the changes 85, 89, 92 and 94 % are
 * found, of the stretches of one voice none is split, and 1, 1, 2 and 5 % of the changes are told twice.
 */
const TWO_VOICES_NATS = -10
/** How far that moves with the logarithm of the threshold: smaller finds more, until two voices need only be as likely as one. */
const NATS_PER_STEP = 10
const MOST_NATS = 0
/** The logarithm of 0 is nothing to reckon with. */
export const LEAST_THRESHOLD = 0.01
/** Parts of a voice; fewer are as often a shout or a cough as another voice. */
export const FEWEST_PARTS = 3
/** Price of a change from one voice to another, in nats: 3 and 6 give the same. */
const CHANGE_NATS = 3
/** Parts are given to voices anew, and voices made of their parts anew, until nothing changes, or so often. */
const MOST_ROUNDS = 3
/** Hundredths of a second: nobody hears a change more exactly. */
const TIME_DECIMALS = 2

/** The parts of a file in the space of the model. */
export function placedParts(
  parts: readonly PartPrint[],
  { models }: Pick<VoiceJudge, 'models'>,
): PlacedVoice[] {
  return parts.map((part) => placed(models.plain, part))
}

/** In their order; one, of the whole, where one voice speaks, and none without parts. */
export function voiceTurns(
  { parts, pauses }: { parts: PartPrint[]; pauses: Interval[] },
  { models }: Pick<VoiceJudge, 'models'>,
  deviationThreshold: number,
  places = placedParts(parts, { models }),
): VoiceTurn[] {
  if (parts.length === 0) return []
  const steps = Math.log(Math.max(deviationThreshold, LEAST_THRESHOLD) / defaultOptions.deviationThreshold)
  const least = Math.min(MOST_NATS, TWO_VOICES_NATS - NATS_PER_STEP * steps)
  const evidence = new Evidence(models.plain, parts, places)
  const groups = joined(evidence, least).filter((members) => members.length >= FEWEST_PARTS)
  const voices = groups.length > 1 ? givenAnew(evidence, groups) : parts.map(() => 0)
  return turnsOf(voices, parts, pauses)
}

/** What parts say of their voice: all are equally long, so that much depends on how many there are alone. */
class Evidence {
  /** Neighbours overlap: of each part so much is new. */
  readonly worth: number
  private readonly ofCount = new Map<number, { shrinking: Float64Array; logSum: number }>()

  constructor(
    readonly model: VoiceModel,
    parts: readonly PartPrint[],
    readonly places: readonly PlacedVoice[],
  ) {
    // Where no pause lies between them, that is.
    let stepSec = parts[0].speechSec
    for (let index = 1; index < parts.length; index++)
      stepSec = Math.min(stepSec, parts[index].startSec - parts[index - 1].startSec)
    this.worth = stepSec / parts[0].speechSec
  }

  get precision(): Float32Array {
    return this.places[0].precision
  }

  sumOf(members: readonly number[]): Float64Array {
    const sum = new Float64Array(this.model.dims)
    for (const member of members) for (let d = 0; d < sum.length; d++) sum[d] += this.places[member].place[d]
    return sum
  }

  /** How likely parts with this sum are of one voice, as a logarithm, but for what the parts have by themselves. */
  logLikelihood(count: number, sum: Float64Array, other?: Float64Array): number {
    const { shrinking, logSum } = this.constantsOf(count)
    let squares = 0
    for (let d = 0; d < sum.length; d++) {
      const total = other ? sum[d] + other[d] : sum[d]
      squares += shrinking[d] * total * total
    }
    return (squares - logSum) / 2
  }

  private constantsOf(count: number): { shrinking: Float64Array; logSum: number } {
    const known = this.ofCount.get(count)
    if (known) return known
    const { between, dims } = this.model
    const shrinking = new Float64Array(dims)
    let logSum = 0
    for (let d = 0; d < dims; d++) {
      const own = this.worth * this.precision[d]
      shrinking[d] = own ** 2 / (1 / between[d] + count * own)
      logSum += Math.log1p(between[d] * count * own)
    }
    const constants = { shrinking, logSum }
    this.ofCount.set(count, constants)
    return constants
  }
}

interface Group {
  members: number[]
  sum: Float64Array
  logLikelihood: number
}

/** Groups of parts, the two that go together best joined first, until none do. */
function joined(evidence: Evidence, least: number): number[][] {
  const groupOf = (members: number[]): Group => {
    const sum = evidence.sumOf(members)
    return { members, sum, logLikelihood: evidence.logLikelihood(members.length, sum) }
  }
  const gainOf = (one: Group, other: Group) =>
    evidence.logLikelihood(one.members.length + other.members.length, one.sum, other.sum) -
    one.logLikelihood -
    other.logLikelihood
  const groups: (Group | null)[] = evidence.places.map((_, index) => groupOf([index]))
  const gains = groups.map((one, index) => groups.slice(0, index).map((other) => gainOf(one!, other!)))
  for (;;) {
    let most = least
    let one = -1
    let other = -1
    for (let row = 0; row < gains.length; row++) {
      for (let column = 0; column < row; column++) {
        if (gains[row][column] <= most) continue
        most = gains[row][column]
        one = row
        other = column
      }
    }
    if (one < 0) break
    const union = groupOf([...groups[one]!.members, ...groups[other]!.members])
    groups[one] = union
    groups[other] = null
    for (const [index, group] of groups.entries()) {
      if (index !== other) gains[Math.max(index, other)][Math.min(index, other)] = -Infinity
      if (group && index !== one) gains[Math.max(index, one)][Math.min(index, one)] = gainOf(union, group)
    }
  }
  return groups.flatMap((group) => (group ? [group.members] : []))
}

/** The voice of each part, by number, such that neighbours change as seldom as what they say allows. */
function givenAnew(evidence: Evidence, groups: readonly number[][]): number[] {
  let voices: number[] = evidence.places.map(() => -1)
  for (const [voice, members] of groups.entries()) for (const member of members) voices[member] = voice
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = likeliestPath(logLikelihoods(evidence, voices, groups.length))
    if (next.every((voice, index) => voice === voices[index])) break
    voices = next
  }
  return voices
}

/** Of each part under each voice; a voice that has no part left explains nothing. */
function logLikelihoods(evidence: Evidence, voices: readonly number[], count: number): number[][] {
  const { model, places, worth, precision } = evidence
  const { between, dims } = model
  const of = Array.from({ length: count }, (_, voice) => {
    const members = [...voices.keys()].filter((index) => voices[index] === voice)
    const sum = evidence.sumOf(members)
    const mean = new Float64Array(dims)
    const variance = new Float64Array(dims)
    let logSum = 0
    for (let d = 0; d < dims; d++) {
      const own = worth * precision[d]
      const ofVoice = 1 / (1 / between[d] + members.length * own)
      mean[d] = ofVoice * own * sum[d]
      variance[d] = ofVoice + 1 / precision[d]
      logSum += Math.log(variance[d])
    }
    return { isThere: members.length > 0, mean, variance, logSum }
  })
  return places.map(({ place }) =>
    of.map(({ isThere, mean, variance, logSum }) => {
      if (!isThere) return -Infinity
      let squares = 0
      for (let d = 0; d < dims; d++) squares += (place[d] - mean[d]) ** 2 / variance[d]
      return (-worth * (squares + logSum)) / 2
    }),
  )
}

/** Viterbi's algorithm: the voice of each part. */
function likeliestPath(likelihoods: readonly number[][]): number[] {
  let scores = likelihoods[0]
  const cameFrom: number[][] = []
  for (const likelihood of likelihoods.slice(1)) {
    const best = indexOfMost(scores)
    const from = scores.map((score, voice) => (scores[best] - CHANGE_NATS > score ? best : voice))
    cameFrom.push(from)
    const before = scores
    scores = likelihood.map(
      (each, voice) => each + before[from[voice]] - (from[voice] === voice ? 0 : CHANGE_NATS),
    )
  }
  const path = [indexOfMost(scores)]
  for (const from of cameFrom.reverse()) path.push(from[path.at(-1)!])
  return path.reverse()
}

function indexOfMost(scores: readonly number[]): number {
  return scores.reduce((best, score, index) => (score > scores[best] ? index : best), 0)
}

function turnsOf(voices: readonly number[], parts: readonly PartPrint[], pauses: Interval[]): VoiceTurn[] {
  const numbers = new Map<number, number>()
  const numberOf = (voice: number) => numbers.get(voice) ?? numbers.set(voice, numbers.size + 1).get(voice)!
  const startSec = rounded(parts[0].startSec, TIME_DECIMALS)
  const endSec = rounded(parts.at(-1)!.endSec, TIME_DECIMALS)
  const turns: VoiceTurn[] = [{ voice: numberOf(voices[0]), startSec, endSec }]
  for (let index = 1; index < parts.length; index++) {
    if (voices[index] === voices[index - 1]) continue
    const betweenSec = (middleSec(parts[index - 1]) + middleSec(parts[index])) / 2
    const changeSec = rounded(atPause(betweenSec, pauses), TIME_DECIMALS)
    turns.at(-1)!.endSec = changeSec
    turns.push({ voice: numberOf(voices[index]), startSec: changeSec, endSec })
  }
  return turns
}

function middleSec({ startSec, endSec }: Interval): number {
  return (startSec + endSec) / 2
}

/** Farther away a pause has nothing to do with the change. */
const PAUSE_WITHIN_SEC = 1

/** Speakers change where nobody speaks: in the middle of the longest pause near by, if there is one. */
function atPause(timeSec: number, pauses: Interval[]): number {
  const lengthSec = ({ startSec, endSec }: Interval) => endSec - startSec
  const near = pauses.filter((pause) => Math.abs(middleSec(pause) - timeSec) <= PAUSE_WITHIN_SEC)
  const [longest] = near.sort((a, b) => lengthSec(b) - lengthSec(a))
  return longest ? middleSec(longest) : timeSec
}
