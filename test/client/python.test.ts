// The Python package: its models are the API's, it is built as it would be published, and its own tests, written for pytest, pass
// on what was built, against services that really listen.
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../../lab/machine-parts.js'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { fileOf, newAudit, outcome, written } from '../../lab/service/sample-audit.js'
import { type Caller, TestService } from '../../lab/service/test-service.js'
import { pythonModels } from '../../scripts/python-models.js'
import { accountCaller } from '../../src/store/caller.js'
import { describeWith } from '../machine/needing.js'
import { contentPool, holdingPool } from '../server/pools.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** What hangs is ended before the test is, so that what was printed is told. */
const LONGEST_MS = 100_000
const source = path.join(root, 'clients/python')

test('the models are those of the OpenAPI document (else: npm run derive)', async () => {
  for (const { file, text } of await pythonModels()) expect(await readFile(file, 'utf8')).toBe(text)
})

test('version and licence are those of the other packages', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect(readFileSync(path.join(source, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`)
  const licences = [root, source].map((folder) => readFileSync(path.join(folder, 'LICENSE'), 'utf8'))
  expect(licences[1]).toBe(licences[0])
})

describeWith(['Python tools'], 'the Python package', () => {
  let folder: string
  let service: TestService
  const closing: (() => unknown)[] = []
  /** What its tests are told of the services. */
  let trial: Record<string, string>

  const builtIn = () => path.join(folder, 'built')
  const installedIn = () => path.join(folder, 'installed')
  const python = (args: string[], env: Record<string, string> = {}) =>
    run(programOf('Python tools'), args, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        PYTHONPATH: installedIn(),
        PYTHONDONTWRITEBYTECODE: '1',
        ...env,
      },
      maxBuffer: 64 * 1024 * 1024,
      timeout: LONGEST_MS,
    })

  beforeAll(async () => {
    folder = await newDataFolder()
    service = await TestService.start({ pool: contentPool() })
    const caller = await service.caller(10_000)
    trial = {
      url: await listening(service),
      key: caller.key,
      poorKey: (await service.caller(0)).key,
      listedKey: (await service.caller(100)).key,
      asyncListedKey: (await service.caller(100)).key,
      followedUrl: await followedService(),
      asyncFollowedUrl: await followedService(),
      heldUrl: await variant(holdingPool().pool),
      failingUrl: await variant(
        contentPool(async () => {
          throw new Error('broken')
        }),
      ),
      faultyUrl: await variant(staticInLongFiles()),
      receiverUrl: await receiver(),
      flaggedAuditId: await storedAudit(caller, 'quality', {
        tracks: [{ file: 'one.wav', flagged: true, issues: [] }],
      }),
      spokenAuditId: await storedAudit(caller, 'scriptAccuracy', {
        tracks: [{ file: 'one.wav', transcript: 'Hello.', wordTimesSec: [[0, 0.5]], differences: [] }],
      }),
    }
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('is built without a network, whole, as a wheel and a source archive', async () => {
    await python([path.join(source, 'build.py'), builtIn()])
    const [archive, wheel] = (await readdir(builtIn())).toSorted()
    expect([archive, wheel]).toEqual([
      expect.stringMatching(/^audio[-_]audit[-_]client-[\d.]+\.tar\.gz$/),
      expect.stringMatching(/^audio_audit_client-[\d.]+-py3-none-any\.whl$/),
    ])
    // As an installer does it: a wheel without compiled parts is unpacked where Python looks for packages.
    await python(['-m', 'zipfile', '-e', path.join(builtIn(), wheel), installedIn()])
    const installed = await readdir(path.join(installedIn(), 'audio_audit_client'))
    expect(installed.toSorted()).toEqual(
      (await readdir(path.join(source, 'src/audio_audit_client')))
        .filter((name) => name !== '__pycache__')
        .toSorted(),
    )
    expect(installed).toContain('py.typed')
    const about = (await readdir(installedIn())).find((name) => name.endsWith('.dist-info'))!
    const metadata = readFileSync(path.join(installedIn(), about, 'METADATA'), 'utf8')
    expect(metadata).not.toContain('Requires-Dist')
    expect(await readdir(path.join(installedIn(), about))).toContain('LICENSE')
  })

  test('passes its own tests', async () => {
    // -v and the limit of 30 s tell which test hangs, if one does.
    const asked = [
      '-m',
      'pytest',
      '-p',
      'no:cacheprovider',
      '-v',
      '-rA',
      '--tb=short',
      '-o',
      'faulthandler_timeout=30',
      path.join(source, 'tests'),
    ]
    const env = { AUDIO_AUDIT_TRIAL: JSON.stringify(trial) }
    const { stdout } = await python(asked, env).catch(({ stdout: said, stderr }) => {
      throw new Error(`${said}${stderr}`)
    })
    // Else nothing was tried, or less than all of it.
    const [, passed] = [...stdout.matchAll(/=+ (\d+) passed in /g)].at(-1) ?? []
    expect(Number(passed)).toBeGreaterThan(40)
    const memory = /200 files of 2 MiB: .*/.exec(stdout)?.[0]
    console.log(`the Python client: ${passed} tests; ${memory}`)
  })

  async function listening(on: TestService): Promise<string> {
    await on.app.listen({ port: 0, host: '127.0.0.1' })
    return `http://127.0.0.1:${(on.app.server.address() as AddressInfo).port}`
  }

  async function variant(pool: ReturnType<typeof contentPool>): Promise<string> {
    const made = await service.variant({ pool })
    closing.push(async () => {
      await made.context.running.drain(0)
      await made.app.close()
    })
    return listening(made)
  }

  /** One whose files wait until somebody follows the audit: what is told then must come through. */
  async function followedService(): Promise<string> {
    const { pool, release } = holdingPool()
    const made = await service.variant({ pool })
    made.app.server.on('request', (request, response) => {
      if (request.headers.accept !== 'text/event-stream') return
      const write = response.write.bind(response)
      response.write = (...given: [never]) => {
        release()
        return write(...given)
      }
    })
    closing.push(() => made.app.close())
    return listening(made)
  }

  function staticInLongFiles(): ReturnType<typeof contentPool> {
    const LONG_BYTES = 16_000
    const fault = { type: 'static', startSec: 0.25, endSec: 0.75, severity: 1, audibility: 1 } as const
    const [fine, faulty] = [contentPool(), contentPool(undefined, [fault])]
    return {
      ...fine,
      listen: (file, ...rest) => (statSync(file).size > LONG_BYTES ? faulty : fine).listen(file, ...rest),
    }
  }

  /** Takes whatever comes, and keeps nothing of it. */
  async function receiver(): Promise<string> {
    const accepted = { auditId: 'a', status: 'queued', statusUrl: 'http://a', auditUrl: 'http://a' }
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () =>
        response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(accepted)),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function storedAudit({ accountId }: Caller, check: string, found: object): Promise<string> {
    const { audits } = service.store
    const auditId = await audits.start(
      accountCaller(accountId),
      newAudit({ files: [fileOf('one', 'one.wav')] }),
    )
    const checks = { [check]: { score: 0, summary: '', ...found } }
    await audits.complete(auditId, { ...outcome, ...written({ score: 0, summary: '', checks }) })
    return auditId
  }
})
