// Every example, as it stands in examples/, against one service with the real analyser. The batch has three files of one voice;
// one of them has a second of noise. All examples send the same files, so that only the first has to be analysed.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { programOf } from '../../lab/machine-parts.js'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { TestService } from '../../lab/service/test-service.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { readAction, root, runAction, type Step, shell } from '../cli/action-runner.js'
import { testWith } from '../machine/needing.js'
import { texts } from '../server/speech.js'

const names = ['01 morning.wav', '02 "lamp", noisy.wav', '03.wav']
const lines = [...texts, 'He walked to the end of the pier and looked out over the water.']

/** Beside files of so few words that their pace may differ. */
const noisyAmongThem = expect.arrayContaining([
  {
    file: names[1],
    reasons: expect.arrayContaining([
      expect.objectContaining({ check: 'quality', message: expect.stringContaining('static') }),
    ]),
  },
])

let service: TestService
let folder: string
let voices: string
let env: Record<string, string>
const example = (name: string) => path.join(root, 'examples', name)

beforeAll(async () => {
  service = await TestService.start()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  env = {
    AUDIO_AUDIT_URL: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`,
    AUDIO_AUDIT_KEY: (await service.caller(1_000)).key,
  }
  folder = await newDataFolder()
  voices = path.join(folder, 'voices')
  await mkdir(voices)
  for (const [at, text] of lines.entries()) {
    const { samples, sampleRateHz } = await voice('flite:slt').speak(text)
    if (at === 1) {
      const from = Math.round(samples.length / 2)
      for (let place = from; place < from + sampleRateHz; place++) {
        samples[place] = (place * 7919) % 2000 > 1000 ? 0.4 : -0.4
      }
    }
    await writeWav(path.join(voices, names[at]), samples, sampleRateHz)
  }
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (command: string, args: string[], more: Record<string, string> = {}) =>
  shell(command, args, { cwd: folder, env: { ...env, ...more } })

test('the README names every folder', async () => {
  const readme = await readFile(example('README.md'), 'utf8')
  for (const name of ['node', 'python', 'cron', 'n8n', 'github'])
    expect(readme).toMatch(`| [${name}](${name}/`)
})

test('Node', async () => {
  const { status, output } = await run(process.execPath, [example('node/audit.mjs'), voices])
  expect(output).toContain('3/3 ')
  expect(output).toMatch(/^02 "lamp", noisy\.wav: .*static/m)
  expect(status).toBe(1)
  expect((await run(process.execPath, [example('node/audit.mjs')])).status).toBe(2)
  const wrong = await run(process.execPath, [example('node/audit.mjs'), voices], {
    AUDIO_AUDIT_KEY: 'aa_wrong',
  })
  expect(wrong).toMatchObject({ status: 2, output: expect.stringContaining('unauthorized: ') })
})

testWith(['Python'], 'Python, as a notebook', async () => {
  const { status, output } = await run(programOf('Python'), [example('python/notebook.py'), voices], {
    PYTHONPATH: path.join(root, 'clients/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  })
  expect({ status, output }).toMatchObject({ status: 0 })
  expect(output).toMatch(/^02 "lamp", noisy\.wav\n( {4}.*\n)* {4}quality .*static/m)
  expect(output).toMatch(/^03\.wav +sound +\d+\.\d +SNR/m)
  expect(output).toMatch(/^WEBVTT\n\n00:00:00\.\d+ --> .*\n.*harbo/m)
})

testWith(
  ['curl'],
  'a batch with nothing to regenerate is told of as well when it is odd as a whole',
  async () => {
    const twice = path.join(folder, 'twice')
    await mkdir(twice)
    for (const name of ['one.wav', 'other.wav']) {
      await writeFile(path.join(twice, name), await readFile(path.join(voices, names[0])))
    }
    const { status, output } = await run(example('cron/audit.sh'), [twice])
    const { batchAlarms, tracksToRegenerate } = JSON.parse(output)
    expect(tracksToRegenerate).toEqual([])
    expect(batchAlarms).toMatchObject([{ kind: 'identicalFiles' }])
    expect(status).toBe(1)
    const byNode = await run(process.execPath, [example('node/audit.mjs'), twice])
    expect(byNode).toMatchObject({ status: 1, output: expect.stringContaining(batchAlarms[0].message) })
  },
)

describe('cron', () => {
  testWith(
    ['curl'],
    'the script prints when something is wrong, and is charged once for one batch',
    async () => {
      const first = await run(example('cron/audit.sh'), [voices])
      expect(first.status).toBe(1)
      const { auditId, tracksToRegenerate } = JSON.parse(first.output)
      expect(tracksToRegenerate).toEqual(noisyAmongThem)
      const second = await run(example('cron/audit.sh'), [voices])
      expect(JSON.parse(second.output).auditId).toBe(auditId)
    },
  )

  testWith(['curl'], 'is silent when nothing is', async () => {
    const good = path.join(folder, 'good')
    await mkdir(good)
    for (const name of [names[0], names[2]]) {
      await writeFile(path.join(good, name), await readFile(path.join(voices, name)))
    }
    expect(await run(example('cron/audit.sh'), [good])).toEqual({ status: 0, output: '' })
  })

  testWith(['curl'], 'says why there is no audit', async () => {
    const wrong = await run(example('cron/audit.sh'), [voices], { AUDIO_AUDIT_KEY: 'aa_wrong' })
    expect(wrong).toMatchObject({ status: 2, output: expect.stringContaining('"unauthorized"') })
    const empty = await run(example('cron/audit.sh'), [path.join(folder, '.temp')])
    expect(empty).toMatchObject({ status: 2, output: expect.stringContaining('no audio file') })
  })

  test('every line of the table is a setting or five times and a command', async () => {
    const table = (await readFile(example('cron/crontab'), 'utf8')).trimEnd().split('\n')
    for (const line of table) expect(line).toMatch(/^(#|\w+=|(\S+ ){5}\/)/)
  })
})

describe('n8n', () => {
  interface Parameter {
    name: string
    value?: string
    parameterType?: string
    inputDataFieldName?: string
  }
  interface Workflow {
    nodes: { name: string; type: string; typeVersion: number; parameters: Record<string, unknown> }[]
    connections: Record<string, { main: { node: string }[][] }>
  }

  test('the nodes hang together, and the request that they describe is answered', async () => {
    const workflow: Workflow = JSON.parse(await readFile(example('n8n/workflow.json'), 'utf8'))
    const parametersOf = (name: string) => workflow.nodes.find((node) => node.name === name)!.parameters
    let name = 'Start'
    const way = [name]
    for (; workflow.connections[name]; way.push(name)) name = workflow.connections[name].main[0][0].node
    expect(way).toEqual(workflow.nodes.map((node) => node.name))

    const items = await Promise.all(
      names.map(async (fileName) => ({
        binary: { data: { fileName, content: await readFile(path.join(voices, fileName)) } },
      })),
    )
    type Item = { binary: Record<string, (typeof items)[0]['binary']['data']> }
    const code = new Function('$input', String(parametersOf('All files in one item').jsCode))
    const [item]: Item[] = code({ all: () => items })

    const http = parametersOf('Audit') as {
      method: string
      url: string
      genericAuthType: string
      queryParameters: { parameters: Parameter[] }
      headerParameters: { parameters: Parameter[] }
      contentType: string
      bodyParameters: { parameters: Parameter[] }
    }
    const given = { $env: env, $execution: { id: '7' } }
    /** As n8n reads it: what begins with "=" has expressions between double braces. */
    const filled = (text: string, known: Record<string, unknown> = given) =>
      text.startsWith('=')
        ? text
            .slice(1)
            .replaceAll(/\{\{(.*?)\}\}/g, (_, inside) =>
              String(new Function(...Object.keys(known), `return ${inside}`)(...Object.values(known))),
            )
        : text
    const pairs = (parameters: Parameter[]) =>
      parameters.map((each): [string, string] => [each.name, filled(each.value!)])
    expect([http.contentType, http.genericAuthType]).toEqual(['multipart-form-data', 'httpHeaderAuth'])
    const form = new FormData()
    for (const { parameterType, name: field, inputDataFieldName, value } of http.bodyParameters.parameters) {
      const file = parameterType === 'formBinaryData' ? item.binary[inputDataFieldName!] : undefined
      if (file) form.append(field, new Blob([Uint8Array.from(file.content)]), file.fileName)
      else form.append(field, filled(value!))
    }
    const query = new URLSearchParams(pairs(http.queryParameters.parameters))
    const answer = await fetch(`${filled(http.url)}?${query}`, {
      method: http.method,
      headers: [...pairs(http.headerParameters.parameters), ['X-API-Key', env.AUDIO_AUDIT_KEY]],
      body: form,
    })
    expect(answer.status).toBe(200)
    const audit = (await answer.json()) as { tracksToRegenerate: object[] }
    expect(audit).toMatchObject({ fileCount: 3, tracksToRegenerate: noisyAmongThem })
    const branch = JSON.stringify(parametersOf('Anything to regenerate?'))
    const [, left] = /"leftValue":"(=[^"]+)"/.exec(branch)!
    expect(Number(filled(left, { $json: audit }))).toBe(audit.tracksToRegenerate.length)
  })
})

test('GitHub, by the action of this repository', async () => {
  const workflow = parse(await readFile(example('github/audio-audit.yml'), 'utf8'))
  const steps: Step[] = workflow.jobs.audit.steps
  const { with: inputs = {} } = steps.find(({ uses }) => uses === 'OWNER/audio-audit@REF')!
  const action = await readAction()
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  const { status, output, summary } = await runAction(action, inputs, { workspace: folder })
  expect({ status, output }).toMatchObject({ status: 1 })
  expect(output).toMatch(/^::error file=voices\/02/m)
  expect(summary).toContain('1 of 3 files')
  expect(await readFile(path.join(folder, inputs.junit), 'utf8')).toContain('failures="1"')
})
