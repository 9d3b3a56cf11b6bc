import { allPronouncing } from '../../speech/pronouncing.js'
import type { Track } from '../../speech/track.js'
import { type Comparison, compareWithoutScript, compareWithScript } from './compare.js'

/** A type, not an interface: listen options must be plain JSON. */
export type ScriptListenOptions = { script: string | null }

export interface ScriptFindings extends Comparison {
  transcript: string
}

export async function listenToScript(track: Track, { script }: ScriptListenOptions): Promise<ScriptFindings> {
  const { text, words } = await track.transcript()
  const { pauses } = await track.voiceActivity()
  const heard = { words, pauses }
  const comparison =
    script === null ? compareWithoutScript(heard) : compareWithScript(script, heard, await allPronouncing())
  return { transcript: text, ...comparison }
}
