import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Samples } from '../audio/samples.js'

const { BYTES_PER_ELEMENT } = Float32Array

/** Where samples lie on disk, for all threads of the process; they hold for as long as who made them keeps them. */
export interface PlaceOnDisk {
  descriptor: number
  length: number
}

/** Samples that were put away: each part is read when it is asked for. */
export class SamplesOnDisk implements Samples {
  readonly length: number

  constructor(readonly place: PlaceOnDisk) {
    this.length = place.length
  }

  subarray(from: number, to: number): Float32Array {
    const first = Math.min(Math.max(0, from), this.length)
    const part = new Float32Array(Math.max(0, Math.min(to, this.length) - first))
    const bytes = new Uint8Array(part.buffer)
    for (let read = 0; read < bytes.length; ) {
      const count = readSync(
        this.place.descriptor,
        bytes,
        read,
        bytes.length - read,
        first * BYTES_PER_ELEMENT + read,
      )
      if (count === 0) throw new Error('the temporary file is shorter than what was written to it')
      read += count
    }
    return part
  }
}

/** A file without a name: it is gone when it is closed, however the process ends. Only its owner could have opened it. */
export class TemporarySamples {
  private readonly descriptor: number
  private length = 0

  constructor() {
    const file = path.join(tmpdir(), `audio-audit-${randomUUID()}`)
    this.descriptor = openSync(file, 'wx+', 0o600)
    unlinkSync(file)
  }

  push(piece: Float32Array): void {
    const bytes = new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)
    for (let written = 0; written < bytes.length; ) {
      const at = this.length * BYTES_PER_ELEMENT + written
      written += writeSync(this.descriptor, bytes, written, bytes.length - written, at)
    }
    this.length += piece.length
  }

  whole(): SamplesOnDisk {
    return new SamplesOnDisk({ descriptor: this.descriptor, length: this.length })
  }

  close(): void {
    closeSync(this.descriptor)
  }
}
