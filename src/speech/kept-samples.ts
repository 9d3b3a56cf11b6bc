import { GrowingSamples } from '../audio/growing-samples.js'
import { partsOf, type Samples } from '../audio/samples.js'
import { TemporarySamples } from './samples-on-disk.js'

/**
 * Samples that arrive in pieces: kept in memory up to a length, and beyond it in a temporary file, so that an hour of sound takes
 * no more memory than some minutes. Where no file can be written, they stay in memory.
 */
export class KeptSamples {
  private inMemory: GrowingSamples | null
  private onDisk: TemporarySamples | null = null
  private mayBePutAway = true
  private length = 0

  constructor(private readonly mostInMemory = Number.POSITIVE_INFINITY) {
    const isBounded = Number.isFinite(mostInMemory)
    this.inMemory = isBounded ? new GrowingSamples(undefined, mostInMemory) : new GrowingSamples()
  }

  push(piece: Float32Array): void {
    this.length += piece.length
    if (this.length > this.mostInMemory && this.mayBePutAway) this.putAway(piece)
    else this.inMemory!.push(piece)
  }

  /** All samples so far; they hold until `close`. */
  whole(): Samples {
    return this.onDisk?.whole() ?? this.inMemory!.whole()
  }

  close(): void {
    this.onDisk?.close()
    this.onDisk = null
  }

  private putAway(piece: Float32Array): void {
    try {
      this.onDisk ??= new TemporarySamples()
      if (this.inMemory) this.onDisk.push(this.inMemory.whole())
      this.inMemory = null
      this.onDisk.push(piece)
    } catch {
      this.takeBack(piece)
    }
  }

  /** The disk is full, or there is none to write to. */
  private takeBack(piece: Float32Array): void {
    this.mayBePutAway = false
    const written = this.onDisk?.whole()
    if (!this.inMemory) {
      this.inMemory = new GrowingSamples()
      for (const { part } of partsOf(written!, 1)) this.inMemory.push(part)
    }
    this.inMemory.push(piece)
    this.close()
  }
}
