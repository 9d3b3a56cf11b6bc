/// <reference path="./s3rver.d.ts" />
// For tests: Redis, PostgreSQL and an S3 server of one's own, on loopback or a socket, that can be restarted and made to fail.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { S3Settings } from '../../src/store/s3-client.js'
import { programOf } from '../machine-parts.js'

const children = new Set<ChildProcess>()
// A test that breaks off leaves nothing running.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Ends with this process, however that ends. */
export function tied<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export async function freePort(): Promise<number> {
  const socket = createSocket()
  socket.listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

export interface RedisEngine {
  url: string
  pid(): number
  /** Ends it at once; what it has not written down is lost, and all of it unless it keeps its data. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startRedis({ keepsData = false } = {}): Promise<RedisEngine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const settings = ['--save', '', '--appendonly', keepsData ? 'yes' : 'no', '--appendfsync', 'always']
  let server: ChildProcess
  const start = async () => {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    server = tied(spawn(programOf('Redis'), [...place, ...settings], { stdio: 'ignore' }))
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  const kill = async () => {
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url,
    pid: () => server.pid!,
    start,
    kill,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface PostgresEngine {
  url: string
  /** As an administrator does: sessions are ended, and for a moment nobody answers. */
  restart(downMs?: number): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<PostgresEngine> {
  const binaries = path.dirname(programOf('PostgreSQL'))
  const folder = await mkdtemp(path.join(tmpdir(), 'pg-'))
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  // PostgreSQL refuses to run as root; Debian's package comes with a user for it.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(path.join(binaries, 'initdb'), initialise, { ...user, cwd: folder, stdio: 'pipe' })
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
  ]
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`
  let server: ChildProcess
  const isUp = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  const start = async () => {
    const given = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    server = tied(spawn(path.join(binaries, 'postgres'), given, { ...user, cwd: folder, stdio: 'ignore' }))
    while (!(await isUp())) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
      await sleep(50)
    }
  }
  const end = async () => {
    const gone = once(server, 'exit')
    // Ends open sessions and itself, at once but in order.
    server.kill('SIGINT')
    await gone
  }
  await start()
  return {
    url,
    async restart(downMs = 0) {
      await end()
      await sleep(downMs)
      await start()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface S3Engine {
  settings: S3Settings
  /** From now on every request is answered with a fault, until it is healed. */
  break(): void
  heal(): void
  /** Names of everything in the bucket. */
  objects(): Promise<string[]>
  stop(): Promise<void>
}

const BUCKET = 'tracks'
const OBJECT_FILE = /\._S3rver_object$/

export async function startS3(): Promise<S3Engine> {
  const { default: S3rver } = await import('s3rver')
  // It removes folders that have become empty, also when a file is about to be written there.
  const files = createRequire(createRequire(import.meta.url).resolve('s3rver'))('fs-extra')
  files.rmdir = async () => {}
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'))
  const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] })
  await server.configureBuckets()
  const serve = server.callback()
  let isBroken = false
  const http = createServer((request, response) => {
    if (!isBroken) return serve(request, response)
    request.resume()
    response.writeHead(503).end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    settings: {
      bucket: BUCKET,
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    break() {
      isBroken = true
    },
    heal() {
      isBroken = false
    },
    async objects() {
      const names = await readdir(path.join(directory, BUCKET), { recursive: true })
      return names.filter((name) => OBJECT_FILE.test(name)).map((name) => name.replace(OBJECT_FILE, ''))
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
