import { onThisHost } from '../settings.js'

export interface Waveform {
  durationSec: number
  stepSec: number
  /** Lowest and highest sample of each stretch in turn; full scale is 127. */
  peaks: number[]
}

export async function waveformOf(audioUrl: string, signal: AbortSignal): Promise<Waveform> {
  const url = new URL(onThisHost(audioUrl))
  url.pathname += '/peaks'
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error('The waveform could not be loaded.')
  return response.json()
}

/** Small ones of several files of an audit, by their places in the batch. What cannot be had is left out. */
export async function outlinesOf(
  audioUrls: string[],
  positions: number[],
): Promise<ReadonlyMap<number, Waveform>> {
  const url = new URL(onThisHost(audioUrls[0]))
  // A link to one file is signed for all of its audit.
  url.pathname = url.pathname.replace(/audio\/\d+$/, 'outlines')
  url.searchParams.set('positions', positions.join())
  const response = await fetch(url)
  if (!response.ok) throw new Error('The waveforms could not be loaded.')
  const { outlines } = (await response.json()) as { outlines: (Waveform & { position: number })[] }
  return new Map(outlines.map(({ position, ...outline }) => [position, outline]))
}
