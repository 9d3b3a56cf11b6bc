import { setImmediate as nextTurn } from 'node:timers/promises'
import { corrupt, DecodeError, noAudio, unsupported } from './error.js'

export type OnPiece = (channels: Float32Array[], sampleRateHz: number) => void | Promise<void>
export interface PieceOptions {
  maxDurationSec?: number
  signal?: AbortSignal
}

/** Half a second: long enough to amortise the hand-over, short enough to keep memory flat. */
const PIECE_SEC = 0.5
/** Telephone speech at 8 kHz with room below; 384 kHz is the most any studio interface records. */
const MIN_SAMPLE_RATE_HZ = 4_000
const MAX_SAMPLE_RATE_HZ = 384_000
const MAX_CHANNELS = 8
/** More than this share of the sound replaced by silence and what is left no longer stands for the file. */
const MAX_LOST_SHARE = 0.01
/** No gap inside a speech file is this long; a longer one is a forged position. */
const MAX_GAP_SEC = 30
/**
 * Full scale is 1. Floating point may go beyond it, and what was mixed without care does by 10 or 20 dB; integers of 16 bits
 * stored as floats by mistake lie 90 dB above. From 40 dB on it is no level of a recording.
 */
const ABSURD_LEVEL_DB = 40
const ABSURD_SAMPLE = 10 ** (ABSURD_LEVEL_DB / 20)

/**
 * Where every decoder puts its samples: cuts them into pieces of bounded size, drops priming and padding,
 * keeps count of what was lost, and enforces the limits once for all formats.
 */
export class PieceWriter {
  readonly #onPiece: OnPiece
  readonly #maxDurationSec: number
  readonly #signal: AbortSignal | undefined
  #buffers: Float32Array[] = []
  #filled = 0
  #capacity = 0
  #skip = 0
  #heldBack = 0
  #limit = Number.POSITIVE_INFINITY
  #lost = 0
  /** Samples per channel accepted so far: delivered and waiting. */
  written = 0
  sampleRateHz = 0
  channels = 0

  constructor(onPiece: OnPiece, options: PieceOptions) {
    this.#onPiece = onPiece
    this.#maxDurationSec = options.maxDurationSec ?? Number.POSITIVE_INFINITY
    this.#signal = options.signal
  }

  /** Called once per stream; a second stream of the same file has to agree with the first. */
  open(sampleRateHz: number, channels: number): void {
    if (!(sampleRateHz >= MIN_SAMPLE_RATE_HZ && sampleRateHz <= MAX_SAMPLE_RATE_HZ)) {
      throw corrupt(`it claims a sample rate of ${sampleRateHz} Hz`)
    }
    if (!(channels >= 1)) throw corrupt('it claims to have no channels')
    if (channels > MAX_CHANNELS) throw unsupported(`The file has ${channels} channels, more than 8`)
    if (this.channels !== 0) {
      if (sampleRateHz !== this.sampleRateHz || channels !== this.channels) {
        throw unsupported('The file changes its sample rate or channel count midway')
      }
      return
    }
    this.sampleRateHz = sampleRateHz
    this.channels = channels
    this.#capacity = Math.max(1, Math.floor(sampleRateHz * PIECE_SEC))
    this.#fresh()
  }

  /** Throws at once when a header already proves that the file is too long. */
  expect(totalSamples: number): void {
    if (totalSamples > this.#maxDurationSec * this.sampleRateHz) this.#throwTooLong()
  }

  /** The next `samples` samples are encoder or decoder delay and are dropped. */
  skip(samples: number): void {
    this.#skip += samples
  }

  /** Keep at least this many samples back, so that `finish` can still drop them as padding. */
  holdBack(samples: number): void {
    this.#heldBack = samples
    if (this.#filled === 0) this.#fresh()
  }

  /** Whatever comes after this many samples is padding and is dropped. */
  limit(samples: number): void {
    this.#limit = samples
  }

  async write(channels: ArrayLike<Float32Array>, from = 0, to = channels[0].length): Promise<void> {
    let at = from
    const skipped = Math.min(this.#skip, to - at)
    this.#skip -= skipped
    at += skipped
    const end = Math.min(to, at + this.#limit - this.written)
    while (at < end) {
      const room = this.#capacity + this.#heldBack - this.#filled
      const count = Math.min(room, end - at)
      if (count <= 0) {
        await this.#deliver(this.#filled - this.#heldBack)
        continue
      }
      for (let c = 0; c < this.channels; c++) this.#copy(channels[c], at, count, this.#buffers[c])
      this.#filled += count
      this.written += count
      at += count
      if (this.written > this.#maxDurationSec * this.sampleRateHz + this.#heldBack) this.#throwTooLong()
    }
  }

  /** Silence in place of sound that could not be decoded, so that what follows keeps its time. */
  async writeLost(samples: number): Promise<void> {
    if (samples > MAX_GAP_SEC * this.sampleRateHz) throw corrupt('a long stretch of it is missing')
    this.#lost += samples
    // Judged for good at the end, but a file of nothing but gaps must not get that far.
    const lostSec = this.#lost / this.sampleRateHz
    if (lostSec > MAX_GAP_SEC && this.#lost > this.written / 2) throw corrupt('most of it is missing')
    const silence = Array<Float32Array>(this.channels).fill(
      new Float32Array(Math.min(samples, this.#capacity)),
    )
    for (let left = samples; left > 0; left -= silence[0].length) {
      await this.write(silence, 0, Math.min(left, silence[0].length))
    }
  }

  /** Delivers what is left without its last `padding` samples, and judges the whole. */
  async finish(padding = 0): Promise<void> {
    const keep = Math.max(0, this.#filled - padding)
    this.written -= this.#filled - keep
    this.#filled = keep
    if (this.written === 0) throw noAudio('The file holds no sound')
    if (this.#lost > MAX_LOST_SHARE * this.written) {
      throw corrupt('too much of it could not be decoded')
    }
    if (this.written > this.#maxDurationSec * this.sampleRateHz) this.#throwTooLong()
    while (this.#filled > 0) await this.#deliver(Math.min(this.#filled, this.#capacity))
  }

  /** One absurd sample is enough: it would stand in every mean that is taken of the file, and nobody recorded it. */
  #copy(from: Float32Array, at: number, count: number, to: Float32Array): void {
    for (let i = 0, j = this.#filled; i < count; i++, j++) {
      const sample = from[at + i]
      // Written this way round, so that what is not a number is refused too.
      if (!(Math.abs(sample) <= ABSURD_SAMPLE)) this.#throwAbsurd(sample, this.written + i)
      to[j] = sample
    }
  }

  #throwAbsurd(sample: number, index: number): never {
    const at = `at ${(index / this.sampleRateHz).toFixed(3)} s`
    throw corrupt(
      Number.isNaN(sample)
        ? `a sample ${at} is not a number`
        : `a sample ${at} is more than ${ABSURD_LEVEL_DB} dB above full scale, which no recording reaches`,
    )
  }

  #fresh(): void {
    this.#buffers = Array.from(
      { length: this.channels },
      () => new Float32Array(this.#capacity + this.#heldBack),
    )
  }

  async #deliver(count: number): Promise<void> {
    const full = this.#buffers
    const rest = this.#filled - count
    this.#fresh()
    for (let c = 0; c < this.channels; c++) this.#buffers[c].set(full[c].subarray(count, this.#filled))
    this.#filled = rest
    this.#signal?.throwIfAborted()
    await this.#onPiece(
      full.map((samples) => samples.subarray(0, count)),
      this.sampleRateHz,
    )
    // Reads from memory resolve without leaving the current turn: without this an abort could never be raised.
    await nextTurn()
    this.#signal?.throwIfAborted()
  }

  #throwTooLong(): never {
    throw new DecodeError(
      'too_long',
      `The file is longer than the allowed ${this.#maxDurationSec} seconds. Split it and upload the parts.`,
    )
  }
}
