// A server of S3 for the tests; it speaks an older dialect than Amazon's.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { S3Settings } from '../../src/store/s3-blobs.js'

export interface S3Server {
  /** Of a bucket that is there and empty. */
  settings: S3Settings
  /** Names of everything in the bucket. */
  objects(): Promise<string[]>
  stop(): Promise<void>
}

const BUCKET = 'tracks'
const OBJECT_FILE = /\._S3rver_object$/

export async function startS3(): Promise<S3Server> {
  const { default: S3rver } = await import('s3rver')
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'))
  const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] })
  await server.configureBuckets()
  const http = createServer(server.callback())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      bucket: BUCKET,
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
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
