// A small convolutional network: how likely each frame holds static. scripts/static-model/train.py makes its numbers.
import { readFileSync } from 'node:fs'
import { CHANNELS, type Features } from './features.js'

/** Frames that each layer looks at, and how far apart: 0.64 s to each side in all. */
const TAPS = 5
const DILATIONS = [1, 2, 4, 8, 16, 1]

interface Layer {
  /** One row of `TAPS` a unit, each unit over its own past and future. */
  inTime: Float32Array
  inTimeBias: Float32Array
  /** One row a unit, over all units. */
  across: Float32Array
  acrossBias: Float32Array
}

export interface Network {
  units: number
  input: { weights: Float32Array; bias: Float32Array }
  layers: Layer[]
  output: { weights: Float32Array; bias: Float32Array }
}

export interface StoredNetwork {
  about: string
  units: number
  /** Little-endian 32-bit floats in base64: input, layers, output, each its weights and then its bias. */
  numbers: string
}

/** Log odds of static in each frame. */
export function logOdds({ units, input, layers, output }: Network, { frames, data }: Features): Float32Array {
  const now = new Float32Array(units * frames)
  mix(data, input.weights, input.bias, now, frames)
  rectify(now)
  const filtered = new Float32Array(units * frames)
  const mixed = new Float32Array(units * frames)
  layers.forEach((layer, index) => {
    filterInTime(now, layer, DILATIONS[index], filtered, frames)
    mix(filtered, layer.across, layer.acrossBias, mixed, frames)
    rectify(mixed)
    for (let at = 0; at < now.length; at++) now[at] += mixed[at]
  })
  const odds = new Float32Array(frames)
  mix(now, output.weights, output.bias, odds, frames)
  return odds
}

/** to[unit] = bias[unit] + sum over from of weight * from, for all frames. */
function mix(
  from: Float32Array,
  weights: Float32Array,
  bias: Float32Array,
  to: Float32Array,
  frames: number,
): void {
  const inputs = from.length / Math.max(1, frames)
  for (let unit = 0; unit < bias.length; unit++) {
    const row = to.subarray(unit * frames, (unit + 1) * frames).fill(bias[unit])
    // Four inputs at a time: most of the cost is reading and writing the sums. There are always a multiple of four.
    for (let k = 0; k < inputs; k += 4) {
      const at = unit * inputs + k
      const w0 = weights[at]
      const w1 = weights[at + 1]
      const w2 = weights[at + 2]
      const w3 = weights[at + 3]
      const first = k * frames
      const second = first + frames
      const third = second + frames
      const fourth = third + frames
      for (let frame = 0; frame < frames; frame++)
        row[frame] +=
          w0 * from[first + frame] +
          w1 * from[second + frame] +
          w2 * from[third + frame] +
          w3 * from[fourth + frame]
    }
  }
}

function filterInTime(
  from: Float32Array,
  layer: Layer,
  dilation: number,
  to: Float32Array,
  frames: number,
): void {
  for (let unit = 0; unit < layer.inTimeBias.length; unit++) {
    const row = to.subarray(unit * frames, (unit + 1) * frames).fill(layer.inTimeBias[unit])
    const start = unit * frames
    for (let tap = 0; tap < TAPS; tap++) {
      const weight = layer.inTime[unit * TAPS + tap]
      const shift = (tap - (TAPS >> 1)) * dilation
      const last = Math.min(frames, frames - shift)
      for (let frame = Math.max(0, -shift); frame < last; frame++)
        row[frame] += weight * from[start + frame + shift]
    }
  }
}

function rectify(values: Float32Array): void {
  for (let at = 0; at < values.length; at++) if (values[at] < 0) values[at] = 0
}

export function unpackNetwork({ units, numbers }: StoredNetwork): Network {
  const bytes = Uint8Array.from(Buffer.from(numbers, 'base64'))
  const all = new Float32Array(bytes.buffer)
  let at = 0
  const take = (count: number) => {
    at += count
    return all.subarray(at - count, at)
  }
  const network = {
    units,
    input: { weights: take(units * CHANNELS), bias: take(units) },
    layers: DILATIONS.map(() => ({
      inTime: take(units * TAPS),
      inTimeBias: take(units),
      across: take(units * units),
      acrossBias: take(units),
    })),
    output: { weights: take(units), bias: take(1) },
  }
  if (at !== all.length) throw new Error('models/static-model.json does not fit this version')
  return network
}

let shipped: Network | undefined

export function staticNetwork(): Network {
  shipped ??= unpackNetwork(
    JSON.parse(
      readFileSync(new URL('../../../../../models/static-model.json', import.meta.url), 'utf8'),
    ) as StoredNetwork,
  )
  return shipped
}
