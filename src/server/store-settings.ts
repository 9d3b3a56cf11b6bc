import path from 'node:path'
import type { StoreSettings } from '../store/store.js'
import type { Config } from './config.js'

/** Where everything is kept, as the configuration says. */
export function storeSettings(
  config: Pick<
    Config,
    | 'dataFolder'
    | 'databaseUrl'
    | 's3Bucket'
    | 's3Endpoint'
    | 's3Region'
    | 's3AccessKeyId'
    | 's3SecretAccessKey'
  >,
): StoreSettings {
  return {
    dataFolder: path.resolve(config.dataFolder),
    databaseUrl: config.databaseUrl,
    s3: config.s3Bucket ? { bucket: config.s3Bucket, ...s3Server(config) } : undefined,
  }
}

/** Where buckets are, and how they are opened. */
export function s3Server({
  s3Region,
  s3Endpoint,
  s3AccessKeyId,
  s3SecretAccessKey,
}: Pick<Config, 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'>) {
  return {
    region: s3Region,
    endpoint: s3Endpoint,
    credentials:
      s3AccessKeyId && s3SecretAccessKey
        ? { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey }
        : undefined,
  }
}
