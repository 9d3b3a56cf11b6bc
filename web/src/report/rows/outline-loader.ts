// Waveforms for the rows in view: asked for together, a few at a time, and kept.
import type { Waveform } from '../../api/waveform.js'
import type { Sound } from '../sound.js'

/** What is scrolled past meanwhile is not asked for. */
const AT_REST_MS = 120
/** As many as the service gives at once; see src/server/web/peaks/route.ts. */
const MOST_AT_ONCE = 12

type OnKnown = (outline: Waveform | null) => void

export class OutlineLoader {
  /** Null where there is none to be had. */
  private readonly known = new Map<number, Waveform | null>()
  private readonly wanted = new Map<number, OnKnown>()
  private isPlanned = false

  constructor(private readonly sound: Pick<Sound, 'outlines'>) {}

  /** Undefined until it is known. */
  at(index: number): Waveform | null | undefined {
    return this.known.get(index)
  }

  /** Tells once it is known. Gives what takes that back. */
  want(index: number, onKnown: OnKnown): () => void {
    this.wanted.set(index, onKnown)
    this.plan()
    return () => this.wanted.delete(index)
  }

  private plan(): void {
    if (this.isPlanned) return
    this.isPlanned = true
    setTimeout(async () => {
      await this.load([...this.wanted.keys()].slice(0, MOST_AT_ONCE))
      this.isPlanned = false
      if (this.wanted.size > 0) this.plan()
    }, AT_REST_MS)
  }

  private async load(indices: number[]): Promise<void> {
    if (indices.length === 0) return
    const found = await this.sound.outlines(indices).catch(() => new Map<number, Waveform>())
    for (const index of indices) {
      const outline = found.get(index) ?? null
      this.known.set(index, outline)
      this.wanted.get(index)?.(outline)
      this.wanted.delete(index)
    }
  }
}
