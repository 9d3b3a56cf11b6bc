import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CorpusEntry, isEnglish, select, voiceKey } from '../../lab/corpus.js'
import { atSpeed } from '../../lab/time-stretch.js'
import { unpackFindings } from '../../src/audit/packed-findings.js'
import { createPool, type Pool } from '../../src/audit/pool.js'
import { defaultOptions } from '../../src/checks/check.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import { judgePace } from '../../src/checks/pace/judge.js'
import { LONG_PAUSE_SEC } from '../../src/checks/pace/speech-time.js'
import type { TranscriberModel } from '../../src/speech/speech-data.js'
import { spoken } from '../../src/text/numbers.js'
import { cached } from '../../voices/cache.js'
import { type SpokenWord, voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { FRESH_PACE_TEXTS, PACE_TEXTS } from '../pace-texts.js'
import type { Section, SectionContext } from '../section.js'
import { percent, table } from '../table.js'

const CHANGES = [0.7, 0.8, 0.85, 0.9, 1.1, 1.15, 1.2, 1.3]
interface Reading {
  texts: string[]
  /** Voices that know when they say each word. */
  voices: string[]
}
const TUNED: Reading = {
  texts: PACE_TEXTS,
  voices: ['flite:slt', 'flite:rms', 'flite:awb', 'kokoro:af_heart', 'kokoro:am_michael'],
}
/** Texts that nothing was chosen on, and among the voices two that nothing was chosen on. */
const FRESH: Reading = { texts: FRESH_PACE_TEXTS, voices: ['flite:slt', 'flite:kal16', 'kokoro:bf_emma'] }
/** The bars of the product. */
const MEDIAN_ERROR_BAR = 0.03
const FOUND_BAR = 0.97
const FALSE_BAR = 0.01

const CORPUS_SETS = ['larynx', 'ttsbench', 'ljspeech-coqui', 'resemblyzer-librispeech', 'yourtts-gt']
const FEWEST_FILES_OF_A_VOICE = 5
const NATIVE_SPEEDS_SET = 'tacotron-nat'

interface Flags {
  name: string
  files: number
  falseFlags: number
  /** Share found, by change of speed. */
  found: Record<string, number>
}

export const pace: Section = {
  name: 'pace',
  purpose: 'words per minute against known words and times; changes of speed found, false flags',
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), 'audio-audit-eval-'))
    const parts: string[] = []
    const data: Record<string, unknown>[] = []
    try {
      for (const model of context.options.models) {
        const pool = createPool({
          model,
          ...(context.transcriber.workers > 0 ? { workers: context.transcriber.workers } : {}),
        })
        try {
          const listen = listener(pool)
          const fresh = await measureMade(listen, folder, context, FRESH)
          const made = await measureMade(listen, folder, context, TUNED)
          const native = await measureNativeSpeeds(listen, context)
          const corpus = await measureCorpus(listen, context)
          parts.push(modelText(model, fresh, made, native, corpus))
          data.push({ model, fresh, tuned: made, native, corpus })
        } finally {
          await pool.close()
        }
      }
      return { text: parts.join('\n\n'), data: { models: data } }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Listen = (file: string) => Promise<PaceFindings>

function listener(pool: Pool): Listen {
  return async (file) => {
    const { findings } = await pool.listen(file, [{ check: 'pace', options: null }])
    return unpackFindings(findings[0]) as PaceFindings
  }
}

interface Made {
  /** Relative errors of words per minute by voice. */
  errors: Record<string, number[]>
  flags: Flags[]
}

/** Speech of our own: its words and times are known, and its speed is changed without changing anything else. */
async function measureMade(
  listen: Listen,
  folder: string,
  { options, progress }: SectionContext,
  reading: Reading,
): Promise<Made> {
  const texts = reading.texts.slice(0, options.limit)
  const errors: Made['errors'] = {}
  const flags: Flags[] = []
  for (const name of reading.voices) {
    const versions = await Promise.all(
      texts.map(async (text, index) => {
        const { samples, sampleRateHz, words } = await cached(voice(name)).speak(text)
        const listenAt = async (speed: number) => {
          const file = join(folder, `${name.replace(':', '-')}-${index}-${speed}.wav`)
          const changed = speed === 1 ? samples : atSpeed(samples, sampleRateHz, speed)
          await writeWav(file, [changed], sampleRateHz, 'pcm16')
          return listen(file)
        }
        const plain = await listenAt(1)
        const changed = await Promise.all(CHANGES.map(listenAt))
        return { plain, changed, truth: trueWordsPerMinute(words!) }
      }),
    )
    errors[name] = versions.map(({ plain, truth }) => wordsPerMinute(plain) / truth - 1)
    flags.push(
      flagsOf(
        name,
        versions.map(({ plain }) => plain),
        (index, change) => versions[index].changed[CHANGES.indexOf(change)],
      ),
    )
    progress(`${name}: ${texts.length} texts at ${CHANGES.length + 1} speeds`)
  }
  return { errors, flags }
}

export function trueWordsPerMinute(words: SpokenWord[]): number {
  let sec = words.at(-1)!.endSec - words[0].startSec
  for (const [index, word] of words.slice(1).entries()) {
    const pauseSec = word.startSec - words[index].endSec
    if (pauseSec > LONG_PAUSE_SEC) sec -= pauseSec
  }
  return (60 * words.flatMap(({ text }) => spoken(text)).length) / sec
}

function wordsPerMinute({ wordCount, speechSec }: PaceFindings): number {
  return (60 * wordCount) / speechSec
}

/** Flags in a batch of one voice at one speed, and with each file in turn at another. */
export function flagsOf(
  name: string,
  batch: PaceFindings[],
  changedFile: (index: number, change: number) => PaceFindings,
): Flags {
  const found = CHANGES.map((change) => {
    const flagged = batch.filter((_, index) =>
      isFlagged(batch.with(index, changedFile(index, change)), index),
    )
    return [String(change), flagged.length / batch.length]
  })
  return {
    name,
    files: batch.length,
    falseFlags: batch.filter((_, index) => isFlagged(batch, index)).length,
    found: Object.fromEntries(found),
  }
}

function isFlagged(batch: PaceFindings[], index: number): boolean {
  const files = batch.map((findings, place) => ({ file: String(place), findings }))
  return judgePace(files, defaultOptions).report.tracks[index].flagged
}

interface NativeSpeed {
  speed: number
  files: number
  flagged: number
  /** Measured change over true change, less one. */
  meanError: number
}

/** A synthesiser that was told to speak faster or slower: the batch is what it says at its own speed. */
async function measureNativeSpeeds(
  listen: Listen,
  { corpus, progress }: SectionContext,
): Promise<NativeSpeed[]> {
  const clips = corpus.entries.filter(
    ({ set, pace: speed }) => set === NATIVE_SPEEDS_SET && speed !== undefined,
  )
  const results = await listenToClips(clips, corpus.folder, listen)
  progress(`${NATIVE_SPEEDS_SET}: ${clips.length} clips`)
  const plain = results.filter(({ entry }) => entry.pace === 1)
  const speeds = [...new Set(clips.map((clip) => clip.pace!))].sort((a, b) => a - b)
  return speeds.map((speed) => {
    const errors: number[] = []
    let flagged = 0
    for (const [index, { entry, findings }] of plain.entries()) {
      const same = results.find(
        (other) => other.entry.text_id === entry.text_id && other.entry.pace === speed,
      )!
      const rate = (one: PaceFindings) => one.typicalSec / one.runningSec
      errors.push(rate(same.findings) / rate(findings) / speed - 1)
      const batch = plain.map((each) => each.findings).with(index, same.findings)
      if (isFlagged(batch, index)) flagged++
    }
    return { speed, files: plain.length, flagged, meanError: mean(errors) }
  })
}

/** Voices of the corpus as they are. Changes of speed are worked out, not listened to: all times are taken as so much shorter. */
async function measureCorpus(
  listen: Listen,
  { corpus, options, progress }: SectionContext,
): Promise<Flags[]> {
  const wanted = select(corpus.entries, { ...options, limit: undefined }).filter(
    (entry) => CORPUS_SETS.includes(entry.set) && isEnglish(entry) && entry.speaker,
  )
  const results: Flags[] = []
  for (const set of CORPUS_SETS) {
    const voices = [...groups(wanted.filter((entry) => entry.set === set)).values()]
      .filter((clips) => clips.length >= FEWEST_FILES_OF_A_VOICE)
      .slice(0, options.limit)
    if (voices.length === 0) continue
    const byVoice: Flags[] = []
    for (const clips of voices) {
      const batch = (await listenToClips(clips, corpus.folder, listen)).map(({ findings }) => findings)
      byVoice.push(flagsOf(set, batch, (index, change) => faster(batch[index], change)))
    }
    results.push(joined(set, byVoice))
    progress(`${set}: ${voices.length} voices`)
  }
  return results
}

function groups(entries: CorpusEntry[]): Map<string, CorpusEntry[]> {
  const found = new Map<string, CorpusEntry[]>()
  for (const entry of entries) found.set(voiceKey(entry), [...(found.get(voiceKey(entry)) ?? []), entry])
  return found
}

async function listenToClips(entries: CorpusEntry[], folder: string, listen: Listen) {
  return Promise.all(
    entries.map(async (entry) => ({ entry, findings: await listen(join(folder, entry.file)) })),
  )
}

function faster(findings: PaceFindings, speed: number): PaceFindings {
  return { ...findings, speechSec: findings.speechSec / speed, runningSec: findings.runningSec / speed }
}

function joined(name: string, parts: Flags[]): Flags {
  const files = parts.reduce((sum, part) => sum + part.files, 0)
  const found = CHANGES.map((change) => [
    String(change),
    parts.reduce((sum, part) => sum + part.found[change] * part.files, 0) / files,
  ])
  return {
    name,
    files,
    falseFlags: parts.reduce((sum, part) => sum + part.falseFlags, 0),
    found: Object.fromEntries(found),
  }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function quantile(values: number[], share: number): number {
  const sorted = values.map(Math.abs).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

function madeText({ errors, flags }: Made, kind: string): string {
  const rows = [...Object.entries(errors), ['all', Object.values(errors).flat()] as const]
  return [
    `Words per minute against the truth, ${kind} (bar: median ${percent(MEDIAN_ERROR_BAR, 0)})`,
    table(
      [
        { title: 'voice', value: ([name]) => name, align: 'left' },
        { title: 'files', value: ([, each]) => each.length },
        { title: 'median', value: ([, each]) => percent(quantile(each, 0.5)) },
        { title: '90 %', value: ([, each]) => percent(quantile(each, 0.9)) },
      ],
      rows,
    ),
    '',
    `Files at another speed that are flagged in a batch of one voice, ${kind} (bars: at 20 % ${percent(FOUND_BAR, 0)}, at none ${percent(FALSE_BAR, 0)})`,
    flagTable([...flags, joined('all', flags)]),
  ].join('\n')
}

function modelText(
  model: TranscriberModel,
  fresh: Made,
  tuned: Made,
  native: NativeSpeed[],
  corpus: Flags[],
): string {
  return [
    madeText(fresh, `${model}, fresh texts of 20 to 80 words`),
    '',
    madeText(tuned, `${model}, texts tuned on`),
    '',
    'The same for voices of the corpus, times scaled; these voices do not keep one pace themselves',
    flagTable(corpus),
    '',
    `A synthesiser told to speak faster or slower (${NATIVE_SPEEDS_SET}, 7 to 27 words)`,
    table(
      [
        { title: 'speed', value: (row) => row.speed },
        { title: 'files', value: (row) => row.files },
        { title: 'flagged', value: (row) => row.flagged },
        { title: 'mean error', value: (row) => percent(row.meanError) },
      ],
      native,
    ),
  ].join('\n')
}

function flagTable(rows: Flags[]): string {
  return table<Flags>(
    [
      { title: 'voices', value: ({ name }) => name, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'false', value: ({ files, falseFlags }) => percent(falseFlags / files) },
      ...CHANGES.map((change) => ({
        title: `x ${change}`,
        value: ({ found }: Flags) => percent(found[String(change)], 0),
      })),
    ],
    rows,
  )
}
