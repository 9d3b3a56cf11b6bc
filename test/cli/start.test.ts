// What the program loads before it opens a file or a model: all of it costs everybody time.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from './run-cli.js'

const heavy =
  /\/packages\/runtime\/|\/(onnxruntime-common|llama-tokenizer-js|soundswallower|fastify|drizzle-orm|pg|pglite|zod)\/|\/listener\.js$/

it('loads the command for audits without model runtime, recogniser, detectors, web server and database', async () => {
  const loaded = await loadedBy('run', '--help')
  expect(loaded.filter((file) => file.includes('/dist/cli/')).length).toBeGreaterThan(10)
  expect(loaded.filter((file) => heavy.test(file))).toEqual([])
})

/** The files that the program has loaded, by what Node tells of their coverage. */
async function loadedBy(...args: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-audit-loaded-'))
  try {
    await runCli(args, { env: { NODE_V8_COVERAGE: folder } })
    const [told] = await readdir(folder)
    const { result }: { result: { url: string }[] } = JSON.parse(await readFile(join(folder, told), 'utf8'))
    return result.map(({ url }) => url)
  } finally {
    await rm(folder, { recursive: true })
  }
}
