// Transcribes files with whisper.cpp in a process of its own; the request comes as JSON in the first argument, what was spent
// goes out as JSON. Opening the model is not counted.
import { createRequire } from 'node:module'
import { spentOn } from './spent.js'
import type { WhisperFiles } from './whisper-files.js'

export interface WhisperRequest extends WhisperFiles {
  /** 16 kHz wave files. */
  files: string[]
  threads: number
}

interface Whisper {
  WhisperContext: new (options: {
    filePath: string
    useGpu: boolean
  }) => {
    transcribeFile(
      file: string,
      options: { language: string; maxThreads: number; temperatureInc: number },
    ): { promise: Promise<{ result: string }> }
  }
}

const { weights, runtime, files, threads }: WhisperRequest = JSON.parse(process.argv[2])
const { WhisperContext } = createRequire(import.meta.url)(runtime) as Whisper
const context = await new WhisperContext({ filePath: weights, useGpu: false })
// One greedy pass, never a second one at a higher temperature: the least that whisper.cpp can do.
const transcribed = (file: string) =>
  context.transcribeFile(file, { language: 'en', maxThreads: threads, temperatureInc: 0 }).promise
await transcribed(files[0])
let characters = 0
const spent = await spentOn(async () => {
  for (const file of files) characters += (await transcribed(file)).result.length
})
process.stdout.write(JSON.stringify({ ...spent, characters }))
