import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CORPUS_VARIABLE, CorpusError, corpusFolder, loadCorpus, type Split } from '../lab/corpus.js'
import { type TranscriberModel, transcriberModels } from '../src/speech/speech-data.js'
import { type ClipTranscriber, pooledTranscriber } from './clip-transcriber.js'
import { LabelsError } from './labels.js'
import type { Section, SectionOptions } from './section.js'
import { labels } from './sections/labels.js'
import { pace } from './sections/pace.js'
import { presence } from './sections/presence.js'
import { quality } from './sections/quality.js'
import { qualityEngines } from './sections/quality-engines.js'
import { script } from './sections/script.js'
import { scriptEdges } from './sections/script-edges.js'
import { scriptWords } from './sections/script-words.js'
import { trends } from './sections/trends.js'
import { voice } from './sections/voice.js'
import { voiceOverlaps } from './sections/voice-overlaps.js'
import { voiceTalks } from './sections/voice-talks.js'
import { wordError } from './sections/word-error.js'
import { wordTimes } from './sections/word-times.js'

/** Every section, in the order in which they run. */
const SECTIONS: Section[] = [
  wordError,
  wordTimes,
  presence,
  pace,
  voice,
  voiceTalks,
  voiceOverlaps,
  trends,
  quality,
  qualityEngines,
  script,
  scriptEdges,
  scriptWords,
  labels,
]

export interface Surroundings {
  out: (text: string) => void
  progress: (line: string) => void
  env: NodeJS.ProcessEnv
  resultsFolder: string
  openTranscriber: (workers?: number) => ClipTranscriber
  sections?: Section[]
}

const OK = 0
/** Nothing was measured: no corpus, or a request that cannot be met. */
const CANNOT_RUN = 2

class UsageError extends Error {}

/** Runs the sections asked for, prints their tables, writes their results, and gives the exit code. */
export async function run(argv: string[], around: Surroundings): Promise<number> {
  const sections = around.sections ?? SECTIONS
  try {
    const request = parse(argv, sections)
    if (request === 'help') {
      around.out(help(sections))
      return OK
    }
    const needsCorpus = request.sections.some(({ isWithoutCorpus }) => !isWithoutCorpus)
    const corpus = needsCorpus ? loadCorpus(corpusFolder(around.env)) : { folder: '', entries: [] }
    const known = new Set(corpus.entries.map((entry) => entry.set))
    for (const set of request.options.sets ?? []) {
      if (!known.has(set))
        throw new UsageError(`no set "${set}" in the corpus; there are: ${[...known].join(', ')}`)
    }
    const transcriber = around.openTranscriber(request.workers)
    try {
      const all: Record<string, unknown> = {}
      for (const section of request.sections) {
        const { text, data } = await section.run({
          corpus,
          options: request.options,
          transcriber,
          progress: around.progress,
        })
        around.out(text)
        all[section.name] = { options: request.options, ...data }
        writeJson(join(around.resultsFolder, `${section.name}.json`), all[section.name])
      }
      if (request.json) writeJson(request.json, all)
    } finally {
      await transcriber.close()
    }
    return OK
  } catch (error) {
    if (error instanceof UsageError) around.progress(`${error.message}\nTry --help.`)
    else if (error instanceof CorpusError || error instanceof LabelsError) around.progress(error.message)
    else throw error
    return CANNOT_RUN
  }
}

interface Request {
  sections: Section[]
  options: SectionOptions
  workers?: number
  json?: string
}

function parse(argv: string[], sections: Section[]): Request | 'help' {
  const { values, positionals } = readArguments(argv)
  if (values.help) return 'help'
  const chosen = positionals.map((name) => {
    const section = sections.find((candidate) => candidate.name === name)
    if (!section)
      throw new UsageError(`no section "${name}"; there are: ${sections.map(({ name }) => name).join(', ')}`)
    return section
  })
  const limit = count('limit', values.limit, 1)
  const workers = count('workers', values.workers, 1)
  return {
    sections: chosen.length > 0 ? chosen : sections.filter(({ isWithoutCorpus }) => !isWithoutCorpus),
    options: {
      models: modelsNamed(values.model),
      split: oneOf<Split>('split', values.split, ['tune', 'report', 'all']),
      worst: count('worst', values.worst, 0) ?? 0,
      ...(values.kinds ? { kinds: values.kinds.split(',').filter(Boolean) } : {}),
      ...(values.networks ? { networks: values.networks } : {}),
      ...(values.findings ? { findings: values.findings } : {}),
      ...(values.sets ? { sets: values.sets.split(',').filter(Boolean) } : {}),
      ...(values.labels ? { labels: values.labels } : {}),
      ...(values.audio ? { audio: values.audio } : {}),
      ...(limit === undefined ? {} : { limit }),
    },
    ...(workers === undefined ? {} : { workers }),
    ...(values.json ? { json: values.json } : {}),
  }
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        sets: { type: 'string' },
        limit: { type: 'string' },
        labels: { type: 'string' },
        audio: { type: 'string' },
        model: { type: 'string', default: 'base' },
        split: { type: 'string', default: 'all' },
        worst: { type: 'string' },
        kinds: { type: 'string' },
        networks: { type: 'string' },
        findings: { type: 'string' },
        workers: { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function modelsNamed(name: string): TranscriberModel[] {
  const choice = oneOf<TranscriberModel | 'both'>('model', name, [...transcriberModels, 'both'])
  return choice === 'both' ? ['base', 'tiny'] : [choice]
}

function oneOf<Choice extends string>(option: string, value: string, choices: Choice[]): Choice {
  if ((choices as string[]).includes(value)) return value as Choice
  throw new UsageError(`--${option} must be one of ${choices.join(', ')}, not "${value}"`)
}

function count(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`--${option} must be a whole number from ${least} on, not "${text}"`)
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function help(sections: Section[]): string {
  return `npm run eval -- [section...] [options]

Measures how well files are recognised and judged, on the corpus in ${CORPUS_VARIABLE} or ../shared/corpus.
Tables go to standard output, progress to standard error, results as JSON to eval/results/<section>.json.
Nothing is kept from one run to the next.

Sections (when none is named, all that need the corpus):
${sections.map(({ name, purpose }) => `  ${name.padEnd(12)} ${purpose}`).join('\n')}

Options:
  --sets a,b       only these sets
  --limit N        at most N clips of each set (the same ones every time); for quality N in all
  --labels FILE    labels: what "audio-audit labels export --out FILE --audio FOLDER" has written
  --audio FOLDER   labels: the audio beside it
  --model NAME     base (default), tiny, both, or base+whisper
  --split NAME     tune, report or all (default): halves of the voices
  --worst N        also show the N clips with most errors
  --kinds a,b      quality: only these defects (garble only when named), or untouched,
                   conditions, figures, listeners; trends: level, lastWords, pitch, voice, pace
  --networks DIR   quality-engines: networks that were learnt without a half of the engines
                   (fault-without-0.onnx, cut-without-0.onnx and so on); each clip is judged by those without its half
  --findings FILE  quality-engines and trends: also write everything that is listed, a line of JSON for each file
  --workers N      threads (default: cores)
  --json FILE      also write the results of all sections to FILE
  --help           this`
}

/** The surroundings of a real run. */
export function terminal(): Surroundings {
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    progress: (line) => process.stderr.write(`${line}\n`),
    env: process.env,
    resultsFolder: fileURLToPath(new URL('./results', import.meta.url)),
    openTranscriber: pooledTranscriber,
  }
}
