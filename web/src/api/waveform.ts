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
  if (!response.ok) throw new Error('The waveform could not be had.')
  return response.json()
}
