// Trains the network that tells clicks from plosives, pulses and smacks of the lips:
//   npx tsx scripts/click-model/examples.ts examples.csv 80 22 && npx tsx scripts/click-model/train.ts examples.csv [seconds of speech]
// With the seconds it first says, by cross-validation, what to expect.
// One hidden layer of tanh units beside a linear part, full-batch Adam on the weighted logistic loss.
import { readFileSync, writeFileSync } from 'node:fs'
import { stableHash } from '../../eval/random.js'
import { FEATURES } from '../../src/checks/quality/sub-checks/clicks/features.js'
import type { ClickNetwork } from '../../src/checks/quality/sub-checks/clicks/network.js'
import { logOdds } from '../../src/checks/quality/sub-checks/clicks/network.js'

const HIDDEN = 8
const STEPS = 1500
const RATE = 0.02
const DECAY = 0.0006
/** A missed clear click costs twice a false one; hardly noticeable ones are a hint only. */
const WEIGHT: Record<string, number> = { clean: 1, just: 0.3, clear: 2, gross: 1 }
const FOLDS = 4
const TARGET = new URL('../../models/click-model.json', import.meta.url)

interface Example {
  strength: string
  source: string
  /** Null for a planted click that was no suspect at all. */
  features: number[] | null
}

const examples: Example[] = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [strength, source, , ...numbers] = line.split(',')
    return { strength, source, features: numbers.length === FEATURES ? numbers.map(Number) : null }
  })
const seconds = Number(process.argv[3] ?? 0)

const scores = new Array<number>(examples.length).fill(Number.NEGATIVE_INFINITY)
if (seconds > 0) validate()
const network = train(examples)
writeFileSync(
  TARGET,
  `${JSON.stringify(network, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value))}\n`,
)

function validate(): void {
  // By voice, so that none is judged by a network that knows it.
  const foldOf = ({ source }: Example) =>
    stableHash(
      source.slice(0, source.lastIndexOf(':')).replace(/^.*(mp3:|impulse:|pop:|join:|dc-step:)/, ''),
    ) % FOLDS
  for (let fold = 0; fold < FOLDS; fold++) {
    const network = train(examples.filter((example) => foldOf(example) !== fold))
    for (const [index, example] of examples.entries())
      if (foldOf(example) === fold && example.features) scores[index] = logOdds(network, example.features)
  }
  for (const limit of [0, 1, 2, 2.5, 3, 3.5, 4, 5]) report(limit)
}

function report(limit: number): void {
  const share = (wanted: (example: Example) => boolean) => {
    const chosen = examples
      .map((example, index) => ({ example, index }))
      .filter(({ example }) => wanted(example))
    return (chosen.filter(({ index }) => scores[index] > limit).length / chosen.length).toFixed(3)
  }
  const falseAlarms = examples.filter(
    ({ strength }, index) => strength === 'clean' && scores[index] > limit,
  ).length
  const kinds = ['impulse', 'pop', 'join', 'dc-step']
    .map(
      (kind) =>
        `${kind} ${share(({ strength, source }) => strength === 'clear' && source.includes(`${kind}:`))}`,
    )
    .join(' ')
  const strengths = ['just', 'clear', 'gross'].map(
    (each) => `${each} ${share(({ strength }) => strength === each)}`,
  )
  console.log(limit, `false/h ${((falseAlarms / seconds) * 3600).toFixed(1)}`, ...strengths, kinds)
}

function train(all: Example[]): ClickNetwork {
  const used = all.flatMap(({ strength, features }) => (features ? [{ strength, features }] : []))
  const mean = average(used.map(({ features }) => features))
  const spread = average(used.map(({ features }) => features.map((value, k) => (value - mean[k]) ** 2))).map(
    (variance) => Math.sqrt(variance) + 1e-6,
  )
  const rows = used.map(({ features }) =>
    Float64Array.from(features, (value, k) => (value - mean[k]) / spread[k]),
  )
  const labels = used.map(({ strength }) => (strength === 'clean' ? 0 : 1))
  const weights = used.map(({ strength }) => WEIGHT[strength])
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const count = HIDDEN * FEATURES + 2 * HIDDEN + FEATURES + 1
  const at = {
    bias: HIDDEN * FEATURES,
    out: HIDDEN * FEATURES + HIDDEN,
    linear: HIDDEN * FEATURES + 2 * HIDDEN,
  }
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32 - 0.5
  }
  const values = Float64Array.from({ length: count }, () => 0.5 * random())
  const first = new Float64Array(count)
  const second = new Float64Array(count)
  const hidden = new Float64Array(HIDDEN)
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(count)
    for (const [index, row] of rows.entries()) {
      let odds = values[count - 1]
      for (let k = 0; k < FEATURES; k++) odds += values[at.linear + k] * row[k]
      for (let unit = 0; unit < HIDDEN; unit++) {
        let sum = values[at.bias + unit]
        for (let k = 0; k < FEATURES; k++) sum += values[unit * FEATURES + k] * row[k]
        hidden[unit] = Math.tanh(sum)
        odds += values[at.out + unit] * hidden[unit]
      }
      const error = ((1 / (1 + Math.exp(-odds)) - labels[index]) * weights[index]) / total
      gradient[count - 1] += error
      for (let k = 0; k < FEATURES; k++) gradient[at.linear + k] += error * row[k]
      for (let unit = 0; unit < HIDDEN; unit++) {
        gradient[at.out + unit] += error * hidden[unit]
        const inner = error * values[at.out + unit] * (1 - hidden[unit] ** 2)
        gradient[at.bias + unit] += inner
        for (let k = 0; k < FEATURES; k++) gradient[unit * FEATURES + k] += inner * row[k]
      }
    }
    const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * step) / STEPS))
    for (let k = 0; k < count; k++) {
      const slope = gradient[k] + (k === count - 1 ? 0 : DECAY * values[k])
      first[k] = 0.9 * first[k] + 0.1 * slope
      second[k] = 0.99 * second[k] + 0.01 * slope * slope
      values[k] -= (rate * first[k]) / (1 - 0.9 ** step) / (Math.sqrt(second[k] / (1 - 0.99 ** step)) + 1e-9)
    }
  }
  return {
    mean,
    spread,
    hidden: Array.from({ length: HIDDEN }, (_, unit) => [
      ...values.slice(unit * FEATURES, (unit + 1) * FEATURES),
      values[at.bias + unit],
    ]),
    output: [...values.slice(at.out, at.out + HIDDEN)],
    linear: [...values.slice(at.linear, at.linear + FEATURES)],
    bias: values[count - 1],
  }
}

function average(rows: number[][]): number[] {
  return rows[0].map((_, k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length)
}
