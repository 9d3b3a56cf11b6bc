// `audio-audit doctor`: looks at everything that the service and the command line need, and says of each what is wrong and how
// to mend it. Changes nothing.
import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import {
  runtimeVersion,
  verifyModels,
  verifySecondRecogniser,
  whisperInstalled,
} from '../audit/installed-models.js'
import { expectPostgres } from '../store/reachable.js'
import { workObjects } from '../store/work-objects.js'
import { type Config, readConfig } from './config.js'
import { queueParts } from './queue-parts.js'
import { storeSettings } from './store-settings.js'
import { packageVersion } from './version.js'

export interface Examined {
  what: string
  isSound: boolean
  /** What was found. */
  finding: string
  /** What to do about it, where it is not sound. */
  mend?: string
}

type Look = () => Promise<string> | string

const ANSWER_WITHIN_MS = 5_000
const BYTES_PER_MIB = 2 ** 20

/** Looks at one thing after the other. */
export async function* examine(env: NodeJS.ProcessEnv = process.env): AsyncGenerator<Examined> {
  yield await examined('node', nodeVersion, 'install Node 22 or 24')
  yield await examined(
    'runtime',
    async () => `ONNX Runtime ${await runtimeVersion()} for ${process.platform} ${process.arch}`,
    'it is there for Linux (x64, arm64, with glibc) and macOS (arm64); else install audio-audit-runtime again',
  )
  yield await examined('models', models, 'install audio-audit-models again; in a clone: npm run build:models')
  yield await examined(
    'whisper',
    () => secondRecogniser(env),
    `run npm install ${whisperInstalled} where audio-audit is installed, or set AUDIO_AUDIT_MODEL to base`,
  )
  let config: Config
  try {
    config = readConfig(env)
    yield { what: 'settings', isSound: true, finding: 'every variable can be used' }
  } catch (error) {
    const finding = (error as Error).message.replaceAll('\n', '; ')
    yield {
      what: 'settings',
      isSound: false,
      finding,
      mend: 'set it anew: docs/hosting.md lists all of them',
    }
    return
  }
  yield await examined(
    'disk',
    () => room(config),
    `make room, or set AUDIO_AUDIT_DATA to a folder of yours with ${config.leastFreeMb} MiB free (MIN_FREE_DISK_MB)`,
  )
  yield await examined('port', () => freePort(config), 'stop what listens there, or set PORT to another')
  if (config.databaseUrl !== undefined) {
    const { databaseUrl } = config
    const look = async () => `answers, version ${await expectPostgres(databaseUrl, ANSWER_WITHIN_MS)}`
    yield await examined(
      'postgresql',
      look,
      'start it, or mend DATABASE_URL: address, user, password, database',
    )
  }
  if (config.redisUrl !== undefined) {
    const { redisUrl } = config
    const look = async () => {
      const { expectRedis } = await queueParts()
      return `answers, version ${await expectRedis(redisUrl, ANSWER_WITHIN_MS)}`
    }
    yield await examined('redis', look, 'start it, or mend REDIS_URL: address, password')
  }
  if (config.s3Bucket !== undefined) {
    yield await examined(
      's3',
      () => bucket(config),
      'mend S3_BUCKET, S3_ENDPOINT, S3_REGION or the credentials; the bucket must exist',
    )
  }
}

async function examined(what: string, look: Look, mend: string): Promise<Examined> {
  try {
    return { what, isSound: true, finding: await look() }
  } catch (error) {
    return { what, isSound: false, finding: told(error), mend }
  }
}

/** Errors of connections to several addresses have no message of their own. No secret is in any of them. */
function told(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).trim().replaceAll('\n', '; ')
}

function nodeVersion(): string {
  const { engines } = createRequire(import.meta.url)('../../package.json')
  const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node)!.slice(1).map(Number)
  const [here, hereMinor] = process.versions.node.split('.').map(Number)
  if (here < major || (here === major && hereMinor < minor)) {
    throw new Error(`Node ${process.versions.node} is older than ${major}.${minor}`)
  }
  return `audio-audit ${packageVersion()} on Node ${process.versions.node}`
}

function models(): string {
  return asPublished(verifyModels())
}

function asPublished({ files, byteCount }: { files: number; byteCount: number }): string {
  return `${files} files, ${Math.round(byteCount / BYTES_PER_MIB)} MiB, all as published`
}

/** It is asked only where AUDIO_AUDIT_MODEL or --model says so; elsewhere it need not be there. */
function secondRecogniser({ AUDIO_AUDIT_MODEL: model }: NodeJS.ProcessEnv): string {
  const found = verifySecondRecogniser()
  if (found) return `${asPublished(found)}; it is asked with the model base+whisper`
  if (model?.trim() === 'base+whisper') throw new Error(`not installed, but AUDIO_AUDIT_MODEL is ${model}`)
  return `not installed, and not needed unless the model is base+whisper (npm install ${whisperInstalled})`
}

async function room({ dataFolder, leastFreeMb }: Config): Promise<string> {
  let folder = path.resolve(dataFolder)
  // One that is not there yet will be made in the next that is.
  while (!existsSync(folder)) folder = path.dirname(folder)
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  const freeMib = Math.floor((bavail * bsize) / BYTES_PER_MIB)
  if (freeMib < leastFreeMb) throw new Error(`${folder} has ${freeMib} MiB free`)
  return `${folder} has ${freeMib} MiB free`
}

/** Taken for a moment. */
async function freePort({ port, host }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen({ port, host }, () => server.close(() => resolve()))
  })
  return port === 0 ? 'any that is free' : `${port} is free`
}

async function bucket(config: Config): Promise<string> {
  const objects = workObjects(storeSettings(config).s3!)
  try {
    await objects.ping()
    return `the bucket ${config.s3Bucket} answers`
  } finally {
    objects.close()
  }
}
