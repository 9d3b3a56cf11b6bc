// Fits the phone lengths of src/speech/typical-duration.ts to the words of the corpus as the aligner times them:
// `npx tsx scripts/fit-phone-lengths.ts`, about half an hour of one core; the transcripts are kept in .cache/phone-words.jsonl,
// and `--kept-only` fits to that alone.
// Prints the table and, for texts that were not fitted, how much the files of one voice scatter with it.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CorpusEntry, isEnglish, loadCorpus, voiceKey } from '../lab/corpus.js'
import { stableHash } from '../lab/random.js'
import { bytesInMemory } from '../src/audio/bytes.js'
import { drawnOut, endsPhrase, pausesBetween, speechTime } from '../src/checks/pace/speech-time.js'
import { OpenModels } from '../src/speech/open-models.js'
import { pronouncing } from '../src/speech/pronouncing.js'
import type { Interval, Word } from '../src/speech/speech-data.js'
import { Track } from '../src/speech/track.js'
import { spoken } from '../src/text/numbers.js'

/** Speech at the pace of the voice: garbled and hurried clips are left out. */
const SETS = [
  'ttsbench',
  'larynx',
  'ljspeech-coqui',
  'yourtts-gt',
  'resemblyzer-librispeech',
  'edge-tts',
  'tacospawn',
  'piper-samples',
]
const MOST_PUBLISHED_WORD_ERROR = 0.1
const FEWEST_WORDS = 5
/** Words are never shorter or longer than this at a common pace; what is, was timed wrongly. */
const SHORTEST_WORD_SEC = 0.02
const LONGEST_WORD_SEC = 1.2
/** Phones are pulled towards a common length by as much as this many more of them would. */
const COMMON_PHONES = 5
const COMMON_PHONE_SEC = 0.08
const ROUNDS = 8
const SWEEPS = 60
const FOLDS = 8

interface TranscribedClip {
  file: string
  words: Word[]
  pauses: Interval[]
}

/** One word: how often each phone comes in it, how much of a phrase's end it is, how long it took. */
interface Row {
  counts: number[]
  sec: number
}

interface Clip {
  voice: string
  fold: number
  rows: Row[]
  runningSec: number
  wordCount: number
}

const keptFile = fileURLToPath(new URL('../.cache/phone-words.jsonl', import.meta.url))
const corpus = loadCorpus()
const wanted = corpus.entries.filter(
  (entry) =>
    SETS.includes(entry.set) && isEnglish(entry) && (entry.published?.wer ?? 0) < MOST_PUBLISHED_WORD_ERROR,
)
const pronounce = await pronouncing()
const transcribed = await transcribeAll(wanted)
const phones = [
  ...new Set(
    [...transcribed.values()].flatMap(({ words }) =>
      words.flatMap(({ text }) => spoken(text).flatMap(phonesOf)),
    ),
  ),
].sort()
/** After the phones: words, ends of phrases. */
const WORD = phones.length
const PHRASE_END = phones.length + 1
const clips = wanted.flatMap((entry) => clipOf(entry, transcribed.get(entry.file)))
const fitted = fittedLengths(clips)
console.log(`${clips.reduce((sum, { rows }) => sum + rows.length, 0)} words of ${clips.length} clips`)
console.log(phones.map((phone, index) => `${phone}: ${Math.round(1000 * fitted[index])}`).join(', '))
console.log(
  `word ${Math.round(1000 * fitted[WORD])}, end of a phrase ${Math.round(1000 * fitted[PHRASE_END])}`,
)
for (const [name, from, to] of [
  ['5 to 19 words', 5, 20],
  ['20 words and more', 20, Infinity],
] as const)
  console.log(`texts not fitted, ${name}: files of one voice scatter by ${scatter(from, to)}`)

async function transcribeAll(entries: CorpusEntry[]): Promise<Map<string, TranscribedClip>> {
  const kept = new Map<string, TranscribedClip>()
  if (existsSync(keptFile))
    for (const line of readFileSync(keptFile, 'utf8').split('\n').filter(Boolean)) {
      const clip: TranscribedClip = JSON.parse(line)
      kept.set(clip.file, clip)
    }
  mkdirSync(dirname(keptFile), { recursive: true })
  const models = new OpenModels()
  const missing = process.argv.includes('--kept-only') ? [] : entries.filter(({ file }) => !kept.has(file))
  for (const [done, { file }] of missing.entries()) {
    if (done % 25 === 0) process.stderr.write(`${done} of ${missing.length} files\n`)
    const track = new Track(bytesInMemory(readFileSync(join(corpus.folder, file))), models)
    const { words } = await track.transcript()
    const clip = { file, words, pauses: (await track.voiceActivity()).pauses }
    appendFileSync(keptFile, `${JSON.stringify(clip)}\n`)
    kept.set(file, clip)
  }
  return kept
}

function phonesOf(word: string): string[] {
  return pronounce(word.toLowerCase())
}

function clipOf(entry: CorpusEntry, clip: TranscribedClip | undefined): Clip[] {
  if (!clip || clip.words.length < FEWEST_WORDS) return []
  const { words, pauses } = clip
  const between = pausesBetween(words, { pauses })
  const ends = words.map(({ text }, index) =>
    index === words.length - 1 || endsPhrase(text) ? 1 : drawnOut(between[index]),
  )
  const rows = words.flatMap(({ text, startSec, endSec }, index): Row[] => {
    const counts = Array<number>(phones.length + 2).fill(0)
    const said = spoken(text).map(phonesOf)
    for (const phone of said.flat()) counts[phones.indexOf(phone)]++
    if (said.flat().length === 0) return []
    counts[WORD] = said.length
    counts[PHRASE_END] = ends[index]
    const next = words[index + 1]
    return [{ counts, sec: next ? next.startSec - startSec - between[index] : endSec - startSec }]
  })
  return [
    {
      voice: `${entry.set} ${voiceKey(entry)} ${entry.pace ?? 1}`,
      // The same text by several voices is in one fold.
      fold:
        stableHash(
          words
            .slice(0, 4)
            .map(({ text }) => text.toLowerCase())
            .join(' '),
        ) % FOLDS,
      rows,
      runningSec: speechTime(words, { pauses }).runningSec,
      wordCount: words.length,
    },
  ]
}

/** Lengths in seconds, none below 0: least squares over words at the pace of their clip, every voice counting the same. */
function fittedLengths(of: Clip[]): number[] {
  const size = phones.length + 2
  const common = Array<number>(size).fill(COMMON_PHONE_SEC)
  let lengths = [...common]
  const clipsOfVoice = new Map<string, number>()
  for (const { voice } of of) clipsOfVoice.set(voice, (clipsOfVoice.get(voice) ?? 0) + 1)
  for (let round = 0; round < ROUNDS; round++) {
    const squares = common.map((_, row) => common.map((_, column) => (row === column ? COMMON_PHONES : 0)))
    const joint = common.map((value) => COMMON_PHONES * value)
    for (const { rows, voice } of of) {
      const takenSec = rows.reduce((sum, { sec }) => sum + sec, 0)
      const typicalSec = rows.reduce((sum, { counts }) => sum + dot(counts, lengths), 0)
      const weight = 1 / clipsOfVoice.get(voice)!
      for (const { counts, sec } of rows) {
        const atCommonPace = Math.min(
          LONGEST_WORD_SEC,
          Math.max(SHORTEST_WORD_SEC, (sec * typicalSec) / takenSec),
        )
        for (let row = 0; row < size; row++) {
          if (counts[row] === 0) continue
          joint[row] += weight * counts[row] * atCommonPace
          for (let column = 0; column < size; column++)
            squares[row][column] += weight * counts[row] * counts[column]
        }
      }
    }
    lengths = nonNegative(squares, joint, lengths)
  }
  return lengths
}

/** Coordinate descent: each length in turn is set to its best, or to 0. */
function nonNegative(squares: number[][], joint: number[], from: number[]): number[] {
  const at = [...from]
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let row = 0; row < at.length; row++)
      at[row] = Math.max(0, at[row] + (joint[row] - dot(squares[row], at)) / squares[row][row])
  return at
}

/** Standard deviation, within a voice, of the logarithm of time taken over time expected, by lengths fitted to other texts. */
function scatter(fromWords: number, toWords: number): string {
  const ratios = new Map<string, { ratio: number; wordCount: number }[]>()
  for (let fold = 0; fold < FOLDS; fold++) {
    const lengths = fittedLengths(clips.filter((clip) => clip.fold !== fold))
    for (const { voice, rows, runningSec, wordCount } of clips.filter((clip) => clip.fold === fold)) {
      const typicalSec = rows.reduce((sum, { counts }) => sum + dot(counts, lengths), 0)
      const ratio = Math.log(runningSec / typicalSec)
      ratios.set(voice, [...(ratios.get(voice) ?? []), { ratio, wordCount }])
    }
  }
  const squares = [...ratios.values()]
    .filter((of) => of.length >= 4)
    .flatMap((of) => {
      const sorted = of.map(({ ratio }) => ratio).sort((a, b) => a - b)
      const median = sorted[sorted.length >> 1]
      return of
        .filter(({ wordCount }) => wordCount >= fromWords && wordCount < toWords)
        .map(({ ratio }) => (ratio - median) ** 2)
    })
  const deviation = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length)
  return `${(100 * deviation).toFixed(1)} % (${squares.length} files)`
}

function dot(a: number[], b: number[]): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index] * b[index]
  return sum
}
