// Captions beside an audit or a transcript: one file for each audio file, in a folder of the caller's choice.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { didYouMean } from '../audit/nearest-name.js'
import type { CaptionWord } from '../report/captions/captioned-track.js'
import {
  type CaptionFormat,
  type CaptionLevel,
  captionDefaults,
  captionFileName,
  captionFormats,
  captionLevels,
  captionsOfWords,
} from '../report/captions/captions.js'
import { UsageError } from './exit.js'
import { writeWhole } from './whole-file.js'

export interface CaptionRequest {
  level: CaptionLevel
  folders: { format: CaptionFormat; folder: string }[]
}

export interface CaptionedFile {
  /** A name that no other has; see distinctNames. */
  file: string
  words: readonly CaptionWord[]
}

export type CaptionValues = { [Option in keyof typeof captionOptions]?: string | undefined }

export const captionOptions = {
  srt: { type: 'string' },
  vtt: { type: 'string' },
  'captions-level': { type: 'string' },
} as const

/** Undefined when nobody asks for captions. */
export function captionRequest(values: CaptionValues): CaptionRequest | undefined {
  const folders = captionFormats.flatMap((format) => {
    const folder = values[format]
    if (folder === '') throw new UsageError(`--${format} needs the folder that captions shall be written to`)
    return folder === undefined ? [] : [{ format, folder }]
  })
  const level = values['captions-level']
  if (folders.length > 0)
    return { level: level === undefined ? captionDefaults.level : levelOf(level), folders }
  if (level === undefined) return undefined
  throw new UsageError(
    '--captions-level says how captions are cut: name a folder for them with --srt or --vtt',
  )
}

function levelOf(text: string): CaptionLevel {
  const level = captionLevels.find((known) => known === text)
  if (level) return level
  throw new UsageError(
    `--captions-level must be one of ${captionLevels.join(', ')}, not "${text}".${didYouMean(text, captionLevels)}`,
  )
}

/** To be called before the work: nobody wants to learn after an hour that there is no place for what it yields. */
export async function makeFolders({ folders }: CaptionRequest): Promise<void> {
  for (const { folder } of folders) {
    await mkdir(folder, { recursive: true }).catch((cause) => {
      throw new UsageError(`captions cannot be written to ${folder} (${cause.code})`)
    })
  }
}

export async function writeCaptions(
  tracks: readonly CaptionedFile[],
  { level, folders }: CaptionRequest,
  signal: AbortSignal,
): Promise<void> {
  for (const { format, folder } of folders) {
    const names = distinctCaptionNames(
      tracks.map(({ file }) => file),
      format,
    )
    for (const [index, { words }] of tracks.entries()) {
      const file = path.join(folder, names[index])
      await writeWhole(file, [captionsOfWords(words, { format, level })], signal).catch((cause) => {
        signal.throwIfAborted()
        throw new UsageError(`${file} cannot be written (${cause.code})`)
      })
    }
  }
}

/**
 * "one.srt" for "one.wav"; where two would have the same, "one.wav.srt" and "one.mp3.srt", or with the folders that tell them
 * apart, "a-one.wav.srt". Capitals make no difference, because to some disks they make none.
 */
export function distinctCaptionNames(files: readonly string[], format: CaptionFormat): string[] {
  const short = files.map((file) => captionFileName(file, format))
  const uses = new Map<string, number>()
  for (const name of short) uses.set(keyOf(name), (uses.get(keyOf(name)) ?? 0) + 1)
  const taken = new Set<string>()
  return files.map((file, index) => {
    const isShared = uses.get(keyOf(short[index]))! > 1
    const stem = isShared ? file.replaceAll(/[/\\]/g, '-') : short[index].slice(0, -`.${format}`.length)
    let name = `${stem}.${format}`
    for (let more = 2; taken.has(keyOf(name)); more++) name = `${stem}-${more}.${format}`
    taken.add(keyOf(name))
    return name
  })
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
