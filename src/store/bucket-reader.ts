import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { patiently, type S3Settings, s3Client } from './s3-client.js'

export interface ReadObject {
  stream: Readable
  byteCount: number
}

/** Objects in any bucket that the credentials of the service open. Which of them a caller may name is for others to say. */
export class BucketReader {
  private readonly client: S3Client

  constructor(settings: Omit<S3Settings, 'bucket'>) {
    this.client = s3Client({ ...settings, bucket: '' })
  }

  /** Undefined when there is none, or the service may not read it. Fails with a StorageDownError. */
  async get(bucket: string, key: string, signal: AbortSignal): Promise<ReadObject | undefined> {
    try {
      const { Body, ContentLength = 0 } = await patiently(() =>
        this.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal }),
      )
      return { stream: Body as Readable, byteCount: ContentLength }
    } catch (error) {
      signal.throwIfAborted()
      // Not there, forbidden, or of a name that the server does not take: all the same to who asked.
      if (error instanceof S3ServiceException && error.$fault === 'client') return undefined
      throw error
    }
  }
}
