// Speech made from scripts with planted faults, and clips of the corpus, heard by the check on script accuracy.
import { join } from 'node:path'
import type { Pool } from '../../src/audit/pool.js'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeScripts } from '../../src/checks/script-accuracy/judge.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import type { ScriptTrack } from '../../src/checks/script-accuracy/script-accuracy.js'
import { cached } from '../../voices/cache.js'
import { type SpokenWord, voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import type { Split } from '../corpus.js'
import { ALIKE_CHANGES, SCRIPT_TEXTS, type ScriptText } from '../script-texts.js'
import { type Plant, plantsOf } from './script-plants.js'

const QUICK_VOICES = ['flite:slt', 'flite:rms', 'flite:awb']
/** Kokoro is natural, and slower than real time: it says the short texts. */
const VOICES = [
  'kokoro:af_heart',
  'flite:slt',
  'kokoro:am_michael',
  'flite:rms',
  'kokoro:bf_emma',
  'flite:awb',
]
const SHORT_CHARACTERS = 60

export interface HeardPlant {
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
    return (await pool.listen(file, requests)).findings as ScriptFindings[]
  }
}

/** One file judged by itself. */
export function judged(findings: ScriptFindings, script: string | null): ScriptTrack {
  const heard = { file: 'clip', findings, ...(script === null ? {} : { script }) }
  return judgeScripts([heard], defaultOptions).report.tracks[0]
}

/** Every second text is for setting thresholds. */
export function textsOf(split: Split): { text: ScriptText; voice: string }[] {
  return SCRIPT_TEXTS.map((text, index) => ({ text, index }))
    .filter(({ index }) => split === 'all' || (index % 2 === 0) === (split === 'tune'))
    .map(({ text, index }) => ({ text, voice: voiceFor(text, index >> 1) }))
}

function voiceFor({ text }: ScriptText, turn: number): string {
  const voices = text.length <= SHORT_CHARACTERS ? VOICES : QUICK_VOICES
  return voices[turn % voices.length]
}

export interface HeardText {
  plants: HeardPlant[]
  /** What the clean file says, with the script of its own and that of another. */
  clean: { script: string; own: ScriptFindings; withOther: ScriptFindings; otherScript: string }
}

/** Says a text with every fault that it allows and hears each file once, whatever number of scripts it is held against. */
export async function hearText(
  text: ScriptText,
  voiceName: string,
  otherScript: string,
  folder: string,
  listen: Listen,
): Promise<HeardText> {
  const plants: HeardPlant['plant'][] = plantsOf(text)
  const heard: HeardPlant[] = []
  let clean: HeardText['clean'] | undefined
  for (const [index, said] of [...new Set(plants.map((plant) => plant.said))].entries()) {
    const own = plants.filter((plant) => plant.said === said)
    const { file, words } = await spoken(said, voiceName, join(folder, `${index}.wav`))
    const scripts = [...own.map(({ script }) => script), null, otherScript]
    const findings = await listen(file, scripts)
    heard.push(...own.map((plant, place) => heardPlant(plant, voiceName, findings, place, own.length, words)))
    if (said === text.text)
      clean = { script: said, own: findings[0], withOther: findings[own.length + 1], otherScript }
  }
  return { plants: heard, clean: clean! }
}

/** Words changed for words that sound like them. */
export async function hearAlikeChange(index: number, folder: string, listen: Listen): Promise<HeardPlant> {
  const { text, word, said: other } = ALIKE_CHANGES[index]
  const said = text.replace(new RegExp(`\\b${word}\\b`), other)
  const voiceName = QUICK_VOICES[index % QUICK_VOICES.length]
  const { file, words } = await spoken(said, voiceName, join(folder, 'alike.wav'))
  const plant = {
    kind: 'changed to a word alike' as const,
    textKind: 'prose' as const,
    script: text,
    said,
    detail: `${word} > ${other}`,
  }
  return heardPlant(plant, voiceName, await listen(file, [text, null]), 0, 1, words)
}

function heardPlant(
  plant: HeardPlant['plant'],
  voiceName: string,
  findings: ScriptFindings[],
  place: number,
  withoutScript: number,
  words: SpokenWord[] | null,
): HeardPlant {
  return {
    plant,
    voice: voiceName,
    withScript: judged(findings[place], plant.script),
    withoutScript: judged(findings[withoutScript], null),
    tagSec: plant.tagAt === undefined ? undefined : words?.[plant.tagAt]?.startSec,
  }
}

async function spoken(text: string, voiceName: string, file: string) {
  const { samples, sampleRateHz, words } = await cached(voice(voiceName)).speak(text)
  await writeWav(file, [samples], sampleRateHz, 'pcm16')
  return { file, words }
}
