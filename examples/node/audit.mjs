// Audits the audio files of a folder, prints what is wrong with the batch and what to regenerate, and exits 1 when there is something.
//   npm install audio-audit-client
//   AUDIO_AUDIT_URL=http://localhost:8080 AUDIO_AUDIT_KEY=aa_... node audit.mjs FOLDER
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ApiError, createClient } from 'audio-audit-client'

const { AUDIO_AUDIT_URL: baseUrl, AUDIO_AUDIT_KEY: apiKey } = process.env
const folder = process.argv[2]
if (!folder || !baseUrl || !apiKey) {
  console.error('Give a folder, and set AUDIO_AUDIT_URL and AUDIO_AUDIT_KEY.')
  process.exit(2)
}

const files = (await readdir(folder))
  .filter((name) => /\.(mp3|wav|flac|ogg|opus|m4a|aac|wma)$/i.test(name))
  .sort()
  .map((name) => path.join(folder, name))

try {
  const audit = await createClient({ baseUrl, apiKey }).audit(files, {
    checks: ['comparison', 'quality', 'pace', 'scriptAccuracy'],
    onProgress: ({ file, step, filesDone, fileCount }) =>
      console.error(`${filesDone}/${fileCount} ${file}: ${step}`),
    signal: AbortSignal.timeout(30 * 60_000),
  })
  console.log(`${audit.summary} Score: ${audit.score}.`)
  for (const { message, advice } of audit.batchAlarms) console.log(`${message} ${advice}`)
  for (const { file, reasons } of audit.tracksToRegenerate) {
    console.log(`${file}: ${reasons.map(({ message }) => message).join('; ')}`)
  }
  // What most files have in common is the way of their engine: to regenerate them would change nothing.
  const alarms = audit.batchAlarms.filter(({ kind }) => kind !== 'sharedFault')
  process.exitCode = audit.tracksToRegenerate.length > 0 || alarms.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 2
}
