// Speech that does not say its script, and speech that does.
import {
  FRESH_DIRECTIONS,
  FRESH_OTHER_WORDS,
  FRESH_RUN_ONS,
  FRESH_SCRIPT_TEXTS,
} from '../../eval/fresh-script-texts.js'
import { type PlantKind, plantsOf } from '../../eval/sections/script-plants.js'
import { addTo, type Counts } from './count.js'
import type { Listening } from './listening.js'
import { fileOf, spokenClip } from './spoken-clip.js'

const FAULTS = { directions: FRESH_DIRECTIONS, otherWords: FRESH_OTHER_WORDS, runOns: FRESH_RUN_ONS }
const TEXTS = 8
const KINDS: PlantKind[] = ['clean with tags', 'spoken tag', 'skipped word', 'changed word', 'truncation']

/** In each text one fault of every kind, by voices in turn. */
export async function heardScripts(
  listening: Listening,
  voices: string[],
): Promise<{ counts: Counts; falseFlags: string[] }> {
  const counts: Counts = new Map()
  const falseFlags: string[] = []
  const longer = FRESH_SCRIPT_TEXTS.filter(({ kind }) => kind === 'technical' || kind === 'prose')
  // A sentence is enough, and is heard in half the time.
  const texts = longer
    .slice(0, TEXTS)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, text.indexOf('. ') + 1) }))
  const files = []
  const scripts: Record<string, string> = {}
  const kinds: PlantKind[] = []
  for (const [index, text] of texts.entries()) {
    const voice = voices[index % voices.length]
    for (const { kind, script, said } of plantsOf(text, FAULTS)) {
      if (!KINDS.includes(kind)) continue
      const file = { ...fileOf(await spokenClip(voice, said)), name: `${kind} ${index} ${voice}: ${said}` }
      files.push(file)
      kinds.push(kind)
      scripts[file.name] = script
    }
  }
  const { checks } = await listening.audit(files, { checks: ['scriptAccuracy'], scripts })
  for (const [at, { file, flagged }] of checks.scriptAccuracy!.tracks.entries()) {
    if (kinds[at] !== 'clean with tags') addTo(counts, `script: ${kinds[at]}`, file, flagged)
    else if (flagged) falseFlags.push(`scriptAccuracy: ${file}`)
  }
  return { counts, falseFlags }
}
