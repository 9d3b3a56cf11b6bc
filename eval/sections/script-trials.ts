// Speech made from scripts with planted faults, and clips of the corpus, put through the check on script accuracy.

import { join } from 'node:path'
import type { Split } from '../../lab/corpus.js'
import { unpackFindings } from '../../src/audit/packed-findings.js'
import type { Pool } from '../../src/audit/pool.js'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeScripts } from '../../src/checks/script-accuracy/judge.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import type { ScriptTrack } from '../../src/checks/script-accuracy/report.js'
import { cached } from '../../voices/cache.js'
import { type SpokenWord, voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import {
  FRESH_DIRECTIONS,
  FRESH_OTHER_WORDS,
  FRESH_RUN_ONS,
  FRESH_SCRIPT_TEXTS,
} from '../fresh-script-texts.js'
import {
  ALIKE_CHANGES,
  DIRECTIONS,
  OTHER_WORDS,
  RUN_ONS,
  SCRIPT_TEXTS,
  type ScriptText,
} from '../script-texts.js'
import { type Faults, type Plant, plantsOf } from './script-plants.js'

interface Reading {
  texts: ScriptText[]
  faults: Faults
  quickVoices: string[]
  /** Kokoro is natural, and slower than real time: it says some of the short texts. */
  naturalVoices: string[]
}

const READINGS: Record<'tune' | 'report', Reading> = {
  tune: {
    texts: SCRIPT_TEXTS,
    faults: { directions: DIRECTIONS, otherWords: OTHER_WORDS, runOns: RUN_ONS },
    quickVoices: ['flite:slt', 'flite:rms', 'flite:awb'],
    naturalVoices: ['kokoro:af_heart', 'kokoro:am_michael', 'kokoro:bf_emma'],
  },
  // flite has but one more voice: texts and faults are fresh there, and with Kokoro the voices too.
  report: {
    texts: FRESH_SCRIPT_TEXTS,
    faults: { directions: FRESH_DIRECTIONS, otherWords: FRESH_OTHER_WORDS, runOns: FRESH_RUN_ONS },
    quickVoices: ['flite:rms', 'flite:kal16', 'flite:slt', 'flite:awb'],
    naturalVoices: ['kokoro:af_sarah', 'kokoro:am_adam', 'kokoro:bf_isabella', 'kokoro:bm_lewis'],
  },
}
const SHORT_CHARACTERS = 60
const NATURAL_EVERY = 4

export interface PlantResult {
  plant: Omit<Plant, 'kind'> & { kind: Plant['kind'] | 'changed to a word alike' }
  voice: string
  withScript: ScriptTrack
  withoutScript: ScriptTrack
  /** When the spoken tag began, where the engine knows it. */
  tagSec?: number | undefined
}

export type Listen = (file: string, scripts: (string | null)[]) => Promise<ScriptFindings[]>

export function listener(pool: Pool): Listen {
  return async (file, scripts) => {
    const requests = scripts.map((script) => ({ check: 'scriptAccuracy' as const, options: { script } }))
    return (await pool.listen(file, requests)).findings.map(unpackFindings) as ScriptFindings[]
  }
}

/** One file judged by itself. */
export function judged(findings: ScriptFindings, script: string | null): ScriptTrack {
  const input = { file: 'clip', findings, ...(script === null ? {} : { script }) }
  return judgeScripts([input], defaultOptions).report.tracks[0]
}

export interface TextToSay {
  text: ScriptText
  voice: string
  faults: Faults
}

export function textsOf(split: Split): TextToSay[] {
  if (split === 'all') return [...textsOf('tune'), ...textsOf('report')]
  const { texts, faults, quickVoices, naturalVoices } = READINGS[split]
  return texts.map((text, index) => {
    const isNatural = text.text.length <= SHORT_CHARACTERS && index % NATURAL_EVERY === 0
    const voices = isNatural ? naturalVoices : quickVoices
    return {
      text,
      voice: voices[Math.floor(index / (isNatural ? NATURAL_EVERY : 2)) % voices.length],
      faults,
    }
  })
}

export interface TextResult {
  plants: PlantResult[]
  /** What the clean file says, with the script of its own and that of another. */
  clean: { script: string; own: ScriptFindings; withOther: ScriptFindings; otherScript: string }
}

/** Says a text with every fault that it allows and listens to each file once, whatever number of scripts it is held against. */
export async function checkText(
  { text, voice: voiceName, faults }: TextToSay,
  otherScript: string,
  folder: string,
  listen: Listen,
): Promise<TextResult> {
  const plants: PlantResult['plant'][] = plantsOf(text, faults)
  const results: PlantResult[] = []
  let clean: TextResult['clean'] | undefined
  for (const [index, said] of [...new Set(plants.map((plant) => plant.said))].entries()) {
    const own = plants.filter((plant) => plant.said === said)
    const { file, words } = await spoken(said, voiceName, join(folder, `${index}.wav`))
    const scripts = [...own.map(({ script }) => script), null, otherScript]
    const findings = await listen(file, scripts)
    results.push(
      ...own.map((plant, place) => plantResult(plant, voiceName, findings, place, own.length, words)),
    )
    if (said === text.text)
      clean = { script: said, own: findings[0], withOther: findings[own.length + 1], otherScript }
  }
  return { plants: results, clean: clean! }
}

/** Words changed for words that sound like them. */
export async function checkAlikeChange(index: number, folder: string, listen: Listen): Promise<PlantResult> {
  const { text, word, said: other } = ALIKE_CHANGES[index]
  const said = text.replace(new RegExp(`\\b${word}\\b`), other)
  const voiceName = READINGS.tune.quickVoices[index % 3]
  const { file, words } = await spoken(said, voiceName, join(folder, 'alike.wav'))
  const plant = {
    kind: 'changed to a word alike' as const,
    textKind: 'prose' as const,
    script: text,
    said,
    detail: `${word} > ${other}`,
  }
  return plantResult(plant, voiceName, await listen(file, [text, null]), 0, 1, words)
}

function plantResult(
  plant: PlantResult['plant'],
  voiceName: string,
  findings: ScriptFindings[],
  place: number,
  withoutScript: number,
  words: SpokenWord[] | null,
): PlantResult {
  return {
    plant,
    voice: voiceName,
    withScript: judged(findings[place], plant.script),
    withoutScript: judged(findings[withoutScript], null),
    tagSec: plant.tagAt === undefined ? undefined : words?.[plant.tagAt]?.startSec,
  }
}

export async function spoken(text: string, voiceName: string, file: string) {
  const { samples, sampleRateHz, words } = await cached(voice(voiceName)).speak(text)
  await writeWav(file, [samples], sampleRateHz, 'pcm16')
  return { file, words }
}
