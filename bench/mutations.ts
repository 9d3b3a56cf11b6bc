// npm run bench -- mutations: the mutations of the test suite in their long form.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface MutationSizes {
  requests: number
  audioFiles: number
  seed: number
}

const runner = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/** Whether all invariants held; the tests print what came of the requests and files. */
export async function benchMutations({ requests, audioFiles, seed }: MutationSizes): Promise<boolean> {
  const tests = [
    ...(audioFiles > 0 ? ['test/audio/mutations.test.ts'] : []),
    ...(requests > 0 ? ['test/server/mutations.test.ts'] : []),
  ]
  const child = spawn(process.execPath, [runner, 'run', ...tests], {
    env: {
      ...process.env,
      MUTATED_REQUESTS: String(requests),
      MUTATED_AUDIO_FILES: String(audioFiles),
      MUTATION_SEED: String(seed),
    },
    stdio: 'inherit',
  })
  const [status] = await once(child, 'exit')
  return status === 0
}
