import type { Waveform } from '../api/waveform.js'
import type { Piece } from './track/pieces.js'

/** Where a report has the sound of its files from, by their place in the batch. */
export interface Sound {
  pieces: (index: number) => Piece[]
  /** Said of a file that has none. */
  whyNone: string
  waveform: (index: number, signal: AbortSignal) => Promise<Waveform>
  /** Waveforms for the rows of a list, as coarse as those may be; without those that cannot be had. */
  outlines: (indices: number[]) => Promise<ReadonlyMap<number, Waveform>>
}
