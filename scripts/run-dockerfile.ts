// npx tsx scripts/run-dockerfile.ts [FOLDER]: the steps of the Dockerfile, one after another, on this machine and without Docker, so
// that they are known to work; then the service as the image starts it, its health check, and an audit of the samples. Prints what
// each layer of the image weighs. The folder (a new one when left out) is as empty as an image at its beginning, and is kept.
//
// Not tried by it: the base image (this machine's Node is used), what apt-get installs, and the user of the image.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '../packages/client/src/client.js'
import { copyContext } from './dockerfile/context.js'
import { type Instruction, readDockerfile, type Stage } from './dockerfile/instructions.js'

const MEGABYTE = 1e6
const root = fileURLToPath(new URL('..', import.meta.url))
const place = path.resolve(process.argv[2] ?? mkdtempSync(path.join(tmpdir(), 'dockerfile-')))
const context = path.join(place, 'context')

interface Layer {
  step: string
  byteCount: number
}

interface Built {
  folder: string
  workdir: string
  env: Record<string, string>
  words: Partial<Record<'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK', string[]>>
  layers: Layer[]
}

const built = new Map<string, Built>()
copyContext(root, context)
console.log(`in ${place}, on Node ${process.version}`)
const stages = readDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
for (const stage of stages) built.set(stage.name, made(stage))
const image = [...built.values()].at(-1)!
for (const { step, byteCount } of image.layers) {
  console.log(`${(byteCount / MEGABYTE).toFixed(1).padStart(7)} MB  ${step}`)
}
const total = image.layers.reduce((sum, { byteCount }) => sum + byteCount, 0)
console.log(`${(total / MEGABYTE).toFixed(1).padStart(7)} MB  beyond node:22-bookworm-slim and tini`)
await tried(image)

function made({ name, instructions }: Stage): Built {
  const stage: Built = {
    folder: path.join(place, `stage-${name}`),
    workdir: '/',
    env: {},
    words: {},
    layers: [],
  }
  mkdirSync(stage.folder, { recursive: true })
  for (const each of instructions) take(each, stage)
  return stage
}

function take(step: Instruction, stage: Built): void {
  const inside = (file: string) => path.join(stage.folder, path.resolve(stage.workdir, file))
  switch (step.kind) {
    case 'WORKDIR':
      stage.workdir = step.folder
      mkdirSync(inside('.'), { recursive: true })
      return
    case 'ENV':
      Object.assign(stage.env, step.values)
      return
    case 'COPY': {
      const from = step.from === undefined ? context : built.get(step.from)!.folder
      const isFolder = step.to.endsWith('/') || step.sources.length > 1
      let byteCount = 0
      for (const source of step.sources) {
        const file = path.join(from, source)
        const target =
          isFolder && statSync(file).isFile() ? path.join(step.to, path.basename(source)) : step.to
        cpSync(file, inside(target), { recursive: true, verbatimSymlinks: true })
        byteCount += bytesIn(file)
      }
      stage.layers.push({ step: `COPY ${step.sources.join(' ')}`, byteCount })
      return
    }
    case 'RUN': {
      if (step.command.includes('apt-get')) {
        console.log(`not run here: ${step.command}`)
        return
      }
      console.log(`RUN ${step.command}`)
      const { status } = spawnSync('sh', ['-c', step.command], {
        cwd: inside('.'),
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...stage.env },
      })
      if (status !== 0) throw new Error(`this step of the Dockerfile fails: ${step.command}`)
      return
    }
    case 'ENTRYPOINT':
    case 'CMD':
    case 'HEALTHCHECK':
      stage.words[step.kind] = step.words
      return
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      return
  }
}

function bytesIn(file: string): number {
  const { size } = lstatSync(file)
  if (!lstatSync(file).isDirectory()) return size
  return readdirSync(file).reduce((sum, name) => sum + bytesIn(path.join(file, name)), 0)
}

/** Starts it as the image does, on a port that is free. */
async function tried({ folder, workdir, env, words }: Built): Promise<void> {
  const [tini, dashes, program, ...args] = [...words.ENTRYPOINT!, ...words.CMD!]
  if (tini !== 'tini' || dashes !== '--') throw new Error('the entry point is another than this script knows')
  const cwd = path.join(folder, workdir)
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const data = path.join(place, 'data')
  const settings = { ...process.env, ...env, AUDIO_AUDIT_DATA: data, PORT: port, LOG_LEVEL: 'warn' }
  const server = spawn(program, args, { cwd, env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let apiKey: string | undefined
    for await (const line of createInterface(server.stdout)) {
      apiKey ??= /aa_[\w-]{32,}/.exec(line)?.[0]
      if (apiKey) break
    }
    if (!apiKey) throw new Error('the service told no key')
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, retries: 8 })
    await client.balance()
    const [command, ...rest] = words.HEALTHCHECK!
    const { status } = spawnSync(command, rest, { cwd, env: settings })
    console.log(`health check: ${status === 0 ? 'passes' : 'FAILS'}`)
    const samples = path.join(root, 'samples')
    const files = readdirSync(samples).filter((name) => name.endsWith('.mp3'))
    const { regenCount, fileCount, score } = await client.audit(
      files.map((name) => path.join(samples, name)),
      { checks: ['comparison', 'quality', 'pace', 'scriptAccuracy'] },
    )
    console.log(`samples: ${regenCount} of ${fileCount} files to regenerate, score ${score}`)
  } finally {
    server.kill('SIGTERM')
  }
}
