import { type PitchCandidates, Yin } from './yin.js'

export interface PitchOptions {
  sampleRateHz: number
  /** Default 60 to 500 Hz: speech. */
  minHz?: number
  maxHz?: number
  /** Default 10 ms. */
  hopSec?: number
}

/** One value a frame; frame n speaks of the instant n * hop. */
export interface PitchTrack {
  frames: number
  timesSec: Float64Array
  /** 0 where unvoiced. */
  hz: Float32Array
  /** 0 to 1: how periodic the sound is at that instant, whatever its neighbours say. */
  voicing: Float32Array
}

const DEFAULTS = { minHz: 60, maxHz: 500, hopSec: 0.01 }

/*
 * Costs are negative logarithms of probabilities. Speech rises or falls by an octave in 100 ms at the very most
 * (Xu & Sun, JASA 2002), so that a jump of an octave within 10 ms needs strong evidence over several frames; voicing starts or
 * stops every 100 ms or so.
 */
const JUMP_COST_PER_OCTAVE = 10
const SWITCH_COST = 2.3
/** The costs above are for frames 10 ms apart. */
const COST_HOP_SEC = 0.01
/** No frame is certain: keeps a logarithm finite. */
const MIN_PROBABILITY = 1e-4

/**
 * Pitch of speech: candidates of every frame with their probabilities (YIN with distributed thresholds, the way of pYIN),
 * and the cheapest path through all of them, or past them where the sound is unvoiced (Viterbi).
 */
export function trackPitch(samples: Float32Array, options: PitchOptions): PitchTrack {
  const { sampleRateHz, minHz, maxHz, hopSec } = { ...DEFAULTS, ...options }
  if (!(sampleRateHz > 0)) throw new RangeError(`sampleRateHz must be above 0, got ${sampleRateHz}`)
  if (!(minHz > 0 && minHz < maxHz && maxHz <= sampleRateHz / 4)) {
    throw new RangeError(
      `need 0 < minHz < maxHz <= ${sampleRateHz / 4} (a quarter of the sample rate), got minHz ${minHz} and maxHz ${maxHz}`,
    )
  }
  if (!(hopSec * sampleRateHz >= 1))
    throw new RangeError(`hopSec must span 1 sample or more, got ${hopSec} s`)

  const yin = new Yin(sampleRateHz, minHz, maxHz)
  const frames = samples.length === 0 ? 0 : 1 + Math.floor((samples.length - 1) / (hopSec * sampleRateHz))
  const timesSec = new Float64Array(frames)
  const voicing = new Float32Array(frames)
  const path = new CheapestPath(hopSec)
  for (let frame = 0; frame < frames; frame++) {
    timesSec[frame] = frame * hopSec
    const candidates = yin.at(samples, Math.round(timesSec[frame] * sampleRateHz) - yin.leadSamples)
    voicing[frame] = candidates.voicing
    path.add(candidates)
  }
  return { frames, timesSec, hz: path.trace(), voicing }
}

/** State 0 of a frame is "unvoiced", state i its candidate i - 1. */
class CheapestPath {
  private readonly jumpCost: number
  /** Every frame's pitches (0 for unvoiced) and where the cheapest way to each came from. */
  private readonly pitches: Float32Array[] = []
  private readonly origins: Uint8Array[] = []
  private costs: Float64Array = new Float64Array(0)

  constructor(hopSec: number) {
    // In twice the time a voice can go twice as far.
    this.jumpCost = JUMP_COST_PER_OCTAVE * (COST_HOP_SEC / hopSec)
  }

  add(candidates: PitchCandidates): void {
    const states = candidates.count + 1
    const pitches = new Float32Array(states)
    const origins = new Uint8Array(states)
    const costs = new Float64Array(states)
    const before = this.pitches.at(-1)
    for (let state = 0; state < states; state++) {
      const probability =
        state === 0 ? 1 - candidates.voicing : candidates.voicing * candidates.weight[state - 1]
      pitches[state] = state === 0 ? 0 : candidates.hz[state - 1]
      costs[state] = -Math.log(Math.max(probability, MIN_PROBABILITY))
      if (before === undefined) continue
      let cheapest = Number.POSITIVE_INFINITY
      for (let origin = 0; origin < before.length; origin++) {
        const cost = this.costs[origin] + this.stepCost(before[origin], pitches[state])
        if (cost >= cheapest) continue
        cheapest = cost
        origins[state] = origin
      }
      costs[state] += cheapest
    }
    this.pitches.push(pitches)
    this.origins.push(origins)
    this.costs = costs
  }

  trace(): Float32Array {
    const hz = new Float32Array(this.pitches.length)
    let state = this.costs.indexOf(Math.min(...this.costs))
    for (let frame = hz.length - 1; frame >= 0; frame--) {
      hz[frame] = this.pitches[frame][state]
      state = this.origins[frame][state]
    }
    return hz
  }

  private stepCost(fromHz: number, toHz: number): number {
    if (fromHz === 0 || toHz === 0) return fromHz === toHz ? 0 : SWITCH_COST
    return this.jumpCost * Math.abs(Math.log2(toHz / fromHz))
  }
}
