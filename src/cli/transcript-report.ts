// What was transcribed and measured, as JSON for programs and as text for people.
import { DecodeError, FileError, ModelError, WorkerCrash } from '../audit/errors.js'
import type { Interval, Transcription, Word } from '../audit/pool.js'
import { printable } from './printable.js'

export type Outcome = { file: string } & ({ transcribed: Transcription } | { error: unknown })

export interface Failure {
  code: string
  message: string
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof DecodeError || error instanceof FileError) return { code: error.fault, message }
  if (error instanceof ModelError) return { code: 'model', message }
  if (error instanceof WorkerCrash) return { code: 'worker_crash', message }
  return { code: 'internal', message }
}

export function transcriptAsJson(outcome: Outcome, { voicePrint = false } = {}): Record<string, unknown> {
  const { file } = outcome
  if ('error' in outcome) return { file, error: failureOf(outcome.error) }
  const { format, loudness, voiceActivity, transcript } = outcome.transcribed
  return {
    file,
    format: format.container,
    codec: format.codec,
    sampleRateHz: format.sampleRateHz,
    channels: format.channels,
    bitsPerSample: format.bitsPerSample,
    bitRateKbps: rounded(format.bitRateKbps, 1),
    durationSec: milliseconds(format.durationSec),
    loudness: {
      integratedLufs: roundedOrNull(loudness.integratedLufs, 2),
      truePeakDbtp: roundedOrNull(loudness.truePeakDbtp, 2),
    },
    speech: {
      speechSec: milliseconds(voiceActivity.speechSec),
      share: rounded(speechShare(outcome.transcribed), 3),
      intervals: voiceActivity.speech.map(intervalAsJson),
      pauses: voiceActivity.pauses.map(intervalAsJson),
    },
    transcript: transcript.text,
    words: transcript.words.map(({ text, startSec, endSec, confidence }) => ({
      text,
      startSec: milliseconds(startSec),
      endSec: milliseconds(endSec),
      confidence: rounded(confidence, 3),
    })),
    ...(voicePrint
      ? { voicePrint: outcome.transcribed.voicePrint && [...outcome.transcribed.voicePrint] }
      : {}),
  }
}

export function transcriptAsText(outcome: Outcome): string {
  const lines = [printable(outcome.file)]
  const row = (label: string, text: string) => lines.push(`  ${label.padEnd(LABEL_COLUMNS)}${text}`)
  if ('error' in outcome) {
    const { code, message } = failureOf(outcome.error)
    row('not read', `${printable(message)} (${code})`)
    return `${lines.join('\n')}\n`
  }
  const { format, loudness, voiceActivity, transcript } = outcome.transcribed
  row('format', formatInWords(outcome.transcribed))
  row('duration', clock(format.durationSec))
  row(
    'loudness',
    `${inUnit(loudness.integratedLufs, 'LUFS')}, true peak ${inUnit(loudness.truePeakDbtp, 'dBTP')}`,
  )
  const share = `${(100 * speechShare(outcome.transcribed)).toFixed(0)} %`
  row('speech', `${share} (${voiceActivity.speechSec.toFixed(1)} s)`)
  const spokenLines = linesOf(transcript.words).map(
    (line) => `${clock(line[0].startSec).padStart(CLOCK_COLUMNS)}  ${spoken(line)}`,
  )
  if (spokenLines.length === 0) spokenLines.push('(no words recognised)')
  spokenLines.forEach((line, index) => {
    row(index === 0 ? 'transcript' : '', line)
  })
  return `${lines.join('\n')}\n`
}

const LABEL_COLUMNS = 12
const CLOCK_COLUMNS = 7
/** Together with the time before it a line stays under 80 columns. */
const LINE_COLUMNS = 64
/** A silence this long starts a new line: about the pause that readers hear as the end of a phrase. */
const LINE_PAUSE_SEC = 0.6

/** Cuts the transcript into lines a person can follow: at the ends of sentences, in pauses, and where a line is full. */
export function linesOf(words: Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    const goesOn =
      line &&
      last &&
      !/[.?!]["')\]]*$/.test(last.text) &&
      word.startSec - last.endSec < LINE_PAUSE_SEC &&
      spoken([...line, word]).length <= LINE_COLUMNS
    if (goesOn) line.push(word)
    else lines.push([word])
  }
  return lines
}

function spoken(words: Word[]): string {
  return printable(words.map(({ text }) => text).join(' '))
}

function formatInWords({ format }: Transcription): string {
  const codec = format.codec === format.container ? format.codec : `${format.container} (${format.codec})`
  const bits = format.bitsPerSample === null ? '' : ` ${format.bitsPerSample}-bit`
  const channels =
    format.channels === 1 ? 'mono' : format.channels === 2 ? 'stereo' : `${format.channels} channels`
  const rate = `${rounded(format.sampleRateHz / 1000, 3)} kHz`
  return `${codec}${bits}, ${rate}, ${channels}, ${format.bitRateKbps.toFixed(0)} kbit/s`
}

function speechShare({ format, voiceActivity }: Transcription): number {
  return format.durationSec > 0 ? voiceActivity.speechSec / format.durationSec : 0
}

/** Minutes and seconds, e.g. 1:02.50. */
export function clock(timeSec: number): string {
  const hundredths = Math.round(timeSec * 100)
  const minutes = Math.floor(hundredths / 6000)
  return `${minutes}:${((hundredths - minutes * 6000) / 100).toFixed(2).padStart(5, '0')}`
}

function inUnit(value: number | null, unit: string): string {
  return value === null ? 'none (silence)' : `${value.toFixed(1)} ${unit}`
}

function intervalAsJson({ startSec, endSec }: Interval): Interval {
  return { startSec: milliseconds(startSec), endSec: milliseconds(endSec) }
}

function milliseconds(timeSec: number): number {
  return rounded(timeSec, 3)
}

function roundedOrNull(value: number | null, decimals: number): number | null {
  return value === null ? null : rounded(value, decimals)
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
