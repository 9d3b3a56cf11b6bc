// What public generators make of our OpenAPI document: it compiles under the strictest rules, and really makes an audit. Each
// generator is run by its own command, on the document that a running service gives out.
import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { toneWav } from '../../lab/service/sounds.js'
import { TestService } from '../../lab/service/test-service.js'
import { contentPool } from '../server/pools.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** What somebody writes who uses the generated client: an audit of two files, its result again, and a refusal. */
const generators = {
  'openapi-typescript': {
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'api.ts'],
    program: `
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const [baseUrl = '', key = '', ...files] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } })
const query = { comparison: 'false', quality: 'true', pace: 'false', scriptAccuracy: 'false' } as const
const { data: audit, error } = await client.POST('/v1/audit', {
  params: { query },
  body: { files, accuracy: 'standard', deviationThreshold: 0.2 },
  bodySerializer(body) {
    const { files: paths = [], ...fields } = body!
    const form = new FormData()
    for (const file of paths) form.append('files', new Blob([readFileSync(file)]), file)
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    return form
  },
})
if (!audit || !('score' in audit)) throw new Error(error?.error.message ?? 'no audit')
const { data: stored } = await client.GET('/v1/audits/{auditId}', { params: { path: { auditId: audit.auditId } } })
const refused = await client.GET('/v1/audits', { params: { query: { limit: 1000 } } })
console.log(
  JSON.stringify({
    score: audit.checks.quality?.tracks[0]?.score,
    names: stored?.fileNames,
    threshold: stored?.deviationThreshold,
    refusal: refused.error?.error.details?.[0]?.field,
  }),
)
`,
  },
  oazapfts: {
    command: ['oazapfts/dist/cli.js', '--argumentStyle=object', 'openapi.json', 'api.ts'],
    program: `
import { readFileSync } from 'node:fs'
import * as api from './api.js'

const [baseUrl = '', key = '', ...files] = process.argv.slice(2)
api.defaults.baseUrl = baseUrl
api.defaults.headers = { 'x-api-key': key }
const made = await api.createAudit({
  comparison: 'false',
  quality: 'true',
  pace: 'false',
  scriptAccuracy: 'false',
  auditForm: { files: files.map((file) => new File([readFileSync(file)], file)), deviationThreshold: 0.2 },
})
if (made.status !== 200) throw new Error('no audit')
const audit = made.data
const stored = await api.getAudit({ auditId: audit.auditId })
const refused = await api.listAudits({ limit: 1000 })
console.log(
  JSON.stringify({
    score: audit.checks.quality?.tracks[0]?.score,
    names: stored.status === 200 ? stored.data.fileNames : [],
    threshold: stored.status === 200 ? stored.data.deviationThreshold : undefined,
    refusal: refused.status === 400 ? refused.data.error.details?.[0]?.field : undefined,
  }),
)
`,
  },
}

const strictest = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    // Of the libraries, not of what was generated.
    skipLibCheck: true,
    outDir: 'compiled',
  },
  files: ['program.ts'],
}

let service: TestService
let folder: string
let baseUrl: string
let key: string
const names = ['one.wav', 'two.wav']

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  key = (await service.caller(100)).key
  folder = await newDataFolder()
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each(Object.keys(generators) as (keyof typeof generators)[])(
  '%s makes a working client',
  async (name) => {
    const { command, program } = generators[name]
    const cwd = path.join(folder, name)
    await mkdir(cwd)
    const node = async (file: string, ...args: string[]) => {
      const installed = path.join(root, 'node_modules', file)
      const { stdout } = await run(process.execPath, [file.startsWith('.') ? file : installed, ...args], {
        cwd,
      }).catch(({ stdout: said, stderr }) => {
        throw new Error(`${file}: ${said}${stderr}`)
      })
      return stdout
    }
    const document = await (await fetch(`${baseUrl}/openapi.json`)).text()
    await writeFile(path.join(cwd, 'openapi.json'), document)
    await writeFile(path.join(cwd, 'package.json'), '{"type":"module"}')
    await writeFile(path.join(cwd, 'tsconfig.json'), JSON.stringify(strictest))
    await writeFile(path.join(cwd, 'program.ts'), program)
    for (const [at, file] of names.entries()) await writeFile(path.join(cwd, file), toneWav(300 + 100 * at))

    const [generator, ...args] = command
    await node(generator, ...args)
    await node('typescript/bin/tsc', '-p', '.')
    expect(JSON.parse(await node('./compiled/program.js', baseUrl, key, ...names))).toEqual({
      score: expect.any(Number),
      names,
      threshold: 0.2,
      refusal: 'limit',
    })
  },
)
