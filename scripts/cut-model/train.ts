// Trains the two networks that tell a cut from an end (or start) of speech:
//   npx tsx scripts/cut-model/examples.ts examples.csv && npx tsx scripts/cut-model/train.ts examples.csv
// First it says, by cross-validation over voices, what to expect. One hidden layer of tanh units beside a linear part,
// full-batch Adam on the weighted logistic loss; seeds fixed.
import { readFileSync, writeFileSync } from 'node:fs'
import { seededRandom, stableHash } from '../../lab/random.js'
import { EDGE_FEATURES } from '../../src/checks/quality/detectors/truncation/edge-features.js'
import { logOdds, type SmallNetwork } from '../../src/checks/quality/detectors/truncation/small-network.js'

const HIDDEN = 6
const STEPS = 600
const RATE = 0.03
const DECAY = 0.002
/** Files as they are published end in more ways than pauses do. */
const WEIGHT: Record<string, number> = { untouched: 2, whole: 1, cut: 1 }
const FOLDS = 4
const TARGET = new URL('../../models/cut-model.json', import.meta.url)

interface Example {
  label: string
  edge: string
  coded: string
  voice: string
  file: string
  /** Null where no voice is near the edge: never called a cut. */
  features: number[] | null
}

const examples: Example[] = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [label, edge, coded, voice, file, ...numbers] = line.split(',')
    const features = numbers.length === EDGE_FEATURES ? numbers.map(Number) : null
    return { label, edge, coded, voice, file, features }
  })
const networks: Record<string, SmallNetwork> = {}
for (const edge of ['end', 'start']) {
  const these = examples.filter((example) => example.edge === edge)
  validate(these, edge)
  networks[edge] = train(these)
}
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(5)) : value
writeFileSync(TARGET, `${JSON.stringify(networks, rounded)}\n`)

function validate(these: Example[], edge: string): void {
  const scores = new Map<Example, number>()
  // The last bit of the hash tells the tuning half from the other.
  const foldOf = ({ voice }: Example) => (stableHash(voice) >>> 1) % FOLDS
  for (let fold = 0; fold < FOLDS; fold++) {
    const network = train(these.filter((example) => foldOf(example) !== fold))
    for (const example of these)
      if (foldOf(example) === fold)
        scores.set(example, example.features ? logOdds(network, example.features) : Number.NEGATIVE_INFINITY)
  }
  for (const limit of [-1, 0, 1, 2, 3, 4, 5]) {
    const counts = ['untouched', 'whole', 'cut'].flatMap((label) =>
      ['wav', 'mp3'].map((coded) => {
        const all = these.filter((example) => example.label === label && example.coded === coded)
        return `${label} ${coded} ${all.filter((example) => scores.get(example)! > limit).length} of ${all.length}`
      }),
    )
    console.log(edge, limit, counts.join(', '))
  }
  const worst = these
    .filter(({ label }) => label === 'untouched')
    .sort((one, other) => scores.get(other)! - scores.get(one)!)
    .slice(0, 12)
  for (const example of worst) console.log('  ', scores.get(example)!.toFixed(1), example.coded, example.file)
}

function train(all: Example[]): SmallNetwork {
  const used = all.flatMap(({ label, features }) => (features ? [{ label, features }] : []))
  const mean = average(used.map(({ features }) => features))
  const spread = average(used.map(({ features }) => features.map((value, k) => (value - mean[k]) ** 2))).map(
    (variance) => Math.sqrt(variance) + 1e-6,
  )
  const rows = used.map(({ features }) =>
    Float64Array.from(features, (value, k) => (value - mean[k]) / spread[k]),
  )
  const total = used.reduce((sum, { label }) => sum + WEIGHT[label], 0)
  const random = seededRandom(7)
  const inputs = EDGE_FEATURES
  // Rows of hidden weights with their biases, then what they count for, then the linear part and its bias.
  const at = { out: HIDDEN * (inputs + 1), linear: HIDDEN * (inputs + 2) }
  const values = Float64Array.from({ length: at.linear + inputs + 1 }, () => 0.4 * (random() - 0.5))
  const bias = values.length - 1
  const first = new Float64Array(values.length)
  const second = new Float64Array(values.length)
  const hidden = new Float64Array(HIDDEN)
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(values.length)
    for (const [index, row] of rows.entries()) {
      let odds = values[bias]
      for (let k = 0; k < inputs; k++) odds += values[at.linear + k] * row[k]
      for (let unit = 0; unit < HIDDEN; unit++) {
        const from = unit * (inputs + 1)
        let sum = values[from + inputs]
        for (let k = 0; k < inputs; k++) sum += values[from + k] * row[k]
        hidden[unit] = Math.tanh(sum)
        odds += values[at.out + unit] * hidden[unit]
      }
      const { label } = used[index]
      const error = ((1 / (1 + Math.exp(-odds)) - (label === 'cut' ? 1 : 0)) * WEIGHT[label]) / total
      gradient[bias] += error
      for (let k = 0; k < inputs; k++) gradient[at.linear + k] += error * row[k]
      for (let unit = 0; unit < HIDDEN; unit++) {
        gradient[at.out + unit] += error * hidden[unit]
        const inner = error * values[at.out + unit] * (1 - hidden[unit] ** 2)
        const from = unit * (inputs + 1)
        gradient[from + inputs] += inner
        for (let k = 0; k < inputs; k++) gradient[from + k] += inner * row[k]
      }
    }
    const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * step) / STEPS))
    for (let k = 0; k < values.length; k++) {
      const slope = gradient[k] + (k === bias ? 0 : DECAY * values[k])
      first[k] = 0.9 * first[k] + 0.1 * slope
      second[k] = 0.99 * second[k] + 0.01 * slope * slope
      values[k] -= (rate * first[k]) / (1 - 0.9 ** step) / (Math.sqrt(second[k] / (1 - 0.99 ** step)) + 1e-9)
    }
  }
  return {
    mean,
    spread,
    hidden: Array.from({ length: HIDDEN }, (_, unit) => [
      ...values.slice(unit * (inputs + 1), (unit + 1) * (inputs + 1)),
    ]),
    output: [...values.slice(at.out, at.linear)],
    linear: [...values.slice(at.linear, bias)],
    bias: values[bias],
  }
}

function average(rows: number[][]): number[] {
  return rows[0].map((_, k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length)
}
