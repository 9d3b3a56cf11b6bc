import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './run-cli.js'

const samples = fileURLToPath(new URL('../../samples', import.meta.url))
let cache: string
const run = () =>
  runCli(['run', samples, '--checks', 'comparison,pace', '--json', '--quiet'], {
    env: { AUDIO_AUDIT_CACHE: cache },
  })

beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'samples-'))
})
afterAll(() => rm(cache, { recursive: true, force: true }))

describe("a newcomer's first audit", () => {
  test('names the planted faults of comparison and pace and nothing else, and the same again when it is kept', async () => {
    const first = await run()
    expect(first.status).toBe(1)
    const audit = JSON.parse(first.stdout)
    expect(audit.tracksToRegenerate).toEqual([
      {
        file: '03-letter.mp3',
        reasons: [
          expect.objectContaining({ check: 'comparison', message: expect.stringMatching(/another voice/) }),
        ],
      },
      {
        file: '04-storm.mp3',
        reasons: [
          expect.objectContaining({ check: 'pace', message: expect.stringMatching(/^spoken 4\d % faster/) }),
        ],
      },
      {
        file: '05-kitchen.mp3',
        reasons: [
          expect.objectContaining({
            check: 'comparison',
            message: expect.stringMatching(/^8\.\d dB louder/),
          }),
        ],
      },
    ])
    const again = JSON.parse((await run()).stdout)
    const { auditId: _, timing: __, ...kept } = again
    const { auditId: ___, timing: ____, ...fresh } = audit
    expect(kept).toEqual(fresh)
  }, 300_000)
})
