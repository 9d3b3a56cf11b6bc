import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const config = fileURLToPath(new URL('./trial.config.ts', import.meta.url))

/** The trial where no program is on the path, with what it printed. */
function trial(ci: string): Promise<{ code: number; printed: string }> {
  const env = { ...process.env, PATH: '/nowhere', CI: ci, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--config', config],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    )
  })
}

const line = 'needs Redis, not found on this machine: apt-get install redis-server'

test('what the machine has not is skipped, and said', async () => {
  const { code, printed } = await trial('')
  expect(printed).toContain(`SKIPPED: "a suite on Redis" ${line}`)
  expect(printed).toContain(`SKIPPED: "a test on Redis" ${line}`)
  expect(printed).toMatch(/Tests +1 passed \| 2 skipped/)
  expect(code).toBe(0)
})

test('under CI it fails, and what to install is said', async () => {
  const { code, printed } = await trial('true')
  expect(printed).toContain(`nothing is skipped under CI: "a suite on Redis" ${line}`)
  expect(printed).toContain(`nothing is skipped under CI: "a test on Redis" ${line}`)
  expect(printed).toMatch(/Tests +2 failed \| 1 passed/)
  expect(code).toBe(1)
})
