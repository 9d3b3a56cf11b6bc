// What workers need of the bucket: the audio of a job, and a place for what was found in it until it is fetched.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { isPlace } from './blobs.js'
import { patiently, type S3Settings, s3Client } from './s3-client.js'

/** In front of what listeners found; audio lies beside under a prefix of its own. */
const LISTENED_PREFIX = 'heard/'
const NAME = /^[0-9a-f]{64}-[0-9a-f]{16}$/

export interface WorkObjects {
  /** Copies audio into a file; false when there is none. */
  fetchAudio(place: string, file: string, signal?: AbortSignal): Promise<boolean>
  /** `name` is 64 hex digits, a dash and 16 more. */
  putListened(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is none. */
  getListened(name: string): Promise<Uint8Array | undefined>
  deleteListened(name: string): Promise<void>
  /** Removes what nobody has fetched for so long: whoever wanted it was killed. Gives the number. */
  sweepListened(olderThanMs: number): Promise<number>
  /** Fails when the bucket cannot be used. */
  ping(): Promise<void>
  close(): void
}

export function workObjects(settings: S3Settings): WorkObjects {
  const client = s3Client(settings)
  const { bucket: Bucket, prefix = 'audio/' } = settings
  const listenedAt = (name: string) => {
    if (!NAME.test(name)) throw new TypeError('not the name of something that a listener found')
    return { Bucket, Key: LISTENED_PREFIX + name }
  }
  return {
    async fetchAudio(place, file, signal) {
      if (!isPlace(place)) throw new TypeError('not a place of a blob')
      const fetched = await patiently(async () => {
        signal?.throwIfAborted()
        const answer = await client.send(new GetObjectCommand({ Bucket, Key: prefix + place })).catch(missing)
        if (!answer) return false
        await pipeline(answer.Body as Readable, createWriteStream(file, { mode: 0o600 }), {
          ...(signal && { signal }),
        })
        return true
      }).catch(async (error) => {
        await rm(file, { force: true })
        throw error
      })
      return fetched
    },

    async putListened(name, bytes) {
      await patiently(() => client.send(new PutObjectCommand({ ...listenedAt(name), Body: bytes })))
    },

    getListened: (name) =>
      patiently(async () => {
        const answer = await client.send(new GetObjectCommand(listenedAt(name))).catch(missing)
        return answer?.Body?.transformToByteArray()
      }),

    async deleteListened(name) {
      await patiently(() => client.send(new DeleteObjectCommand(listenedAt(name))))
    },

    async sweepListened(olderThanMs) {
      const before = Date.now() - olderThanMs
      let swept = 0
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: LISTENED_PREFIX,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        for (const { Key, LastModified } of page.Contents ?? []) {
          const name = Key?.slice(LISTENED_PREFIX.length) ?? ''
          if (!NAME.test(name) || !LastModified || LastModified.getTime() > before) continue
          await this.deleteListened(name)
          swept++
        }
        ContinuationToken = page.NextContinuationToken
        if (!ContinuationToken) return swept
      }
    },

    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },

    close: () => client.destroy(),
  }
}

function missing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
  throw error
}
