import type { BucketReader } from '../store/bucket-reader.js'
import { s3Server } from './store-settings.js'

/** Opened when a caller names an object: what reads buckets is large, and few need it. */
export function bucketsBy(config: Parameters<typeof s3Server>[0]): () => Promise<BucketReader> {
  let opened: Promise<BucketReader> | undefined
  return () => {
    opened ??= import('../store/bucket-reader.js').then(
      ({ BucketReader }) => new BucketReader(s3Server(config)),
    )
    return opened
  }
}
