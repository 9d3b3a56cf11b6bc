import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import {
  type BlobContent,
  type BlobKey,
  type Blobs,
  type ByteRange,
  boundedRange,
  isPlace,
  placeOf,
} from './blobs.js'
import { StoreError } from './errors.js'
import { patiently, type S3Settings, s3Client } from './s3-client.js'

export type { S3Settings } from './s3-client.js'

/** An object is there whole or not at all: S3 makes it visible when the last byte has come. */
export class S3Blobs implements Blobs {
  private readonly client: S3Client
  private readonly bucket: string
  private readonly prefix: string

  constructor(settings: S3Settings) {
    this.bucket = settings.bucket
    this.prefix = settings.prefix ?? 'audio/'
    this.client = s3Client(settings)
  }

  /** Fails with a StoreError when the bucket cannot be used: better told at the start than to the first caller. */
  async check(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }))
    } catch (cause) {
      throw new StoreError(`The bucket "${this.bucket}" of S3_BUCKET cannot be used: ${reasonOf(cause)}`, {
        cause,
      })
    }
  }

  async has(key: BlobKey): Promise<boolean> {
    return (await this.sizeOf(placeOf(key))) !== undefined
  }

  async put(key: BlobKey, file: string): Promise<void> {
    const { size } = await stat(file)
    await patiently(() =>
      this.client.send(
        new PutObjectCommand({
          ...this.objectAt(placeOf(key)),
          Body: createReadStream(file),
          ContentLength: size,
        }),
      ),
    )
  }

  async get(key: BlobKey, range?: ByteRange): Promise<BlobContent | undefined> {
    const place = placeOf(key)
    const totalBytes = await this.sizeOf(place)
    if (totalBytes === undefined) return undefined
    const part = range && boundedRange(range, totalBytes)
    const answer = await patiently(() =>
      this.client.send(
        new GetObjectCommand({
          ...this.objectAt(place),
          ...(part && { Range: `bytes=${part.from}-${part.to}` }),
        }),
      ),
    ).catch(missing)
    return answer && { stream: answer.Body as Readable, totalBytes }
  }

  async delete(place: string): Promise<void> {
    await patiently(() => this.client.send(new DeleteObjectCommand(this.objectAt(place))))
  }

  /** An interrupted upload leaves nothing. */
  async sweepUnfinished(): Promise<void> {}

  close(): void {
    this.client.destroy()
  }

  private async sizeOf(place: string): Promise<number | undefined> {
    const about = await patiently(() => this.client.send(new HeadObjectCommand(this.objectAt(place)))).catch(
      missing,
    )
    return about && (about.ContentLength ?? 0)
  }

  private objectAt(place: string): { Bucket: string; Key: string } {
    if (!isPlace(place)) throw new TypeError('not a place of a blob')
    return { Bucket: this.bucket, Key: this.prefix + place }
  }
}

/** Of what is asked for by HEAD the answer has no body, and the error no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof S3ServiceException)) return error instanceof Error ? error.message : String(error)
  const status = error.$metadata.httpStatusCode
  if (status === 404) return 'there is no such bucket.'
  if (status === 401 || status === 403) return 'the credentials do not allow it.'
  return `the server answers ${status ?? error.message}; is S3_REGION right?`
}

function missing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
  throw error
}
