// Where the service is reached, and where it keeps and finds things.
import { z } from 'zod'
import { oneOf, setting, text, webAddress, whole } from './setting.js'

export const places = {
  port: setting({
    variable: 'PORT',
    ...whole(0, 65535),
    default: '8080',
    description: 'Port to listen on; 0 takes any that is free.',
  }),
  host: setting({
    variable: 'HOST',
    schema: text,
    expects: 'an address',
    default: '0.0.0.0',
    description: 'Address to listen on.',
  }),
  baseUrl: setting({
    variable: 'BASE_URL',
    schema: webAddress,
    expects: 'an address that begins with http:// or https://',
    description:
      'How callers reach the service; all links begin with it. `http://localhost:PORT` when not given.',
  }),
  dataFolder: setting({
    variable: 'AUDIO_AUDIT_DATA',
    schema: text,
    expects: 'a folder',
    default: './data',
    description: 'Folder of the embedded database, of stored audio and of uploads under way.',
  }),
  role: setting({
    variable: 'AUDIO_AUDIT_ROLE',
    ...oneOf('all', 'api', 'worker'),
    default: 'all',
    description:
      'What this process does: all of it, answer requests (api), or analyse files for others (worker). As `--role`.',
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    schema: z.string().regex(/^rediss?:\/\/./),
    expects: 'an address that begins with redis:// or rediss://',
    description: 'Redis through which files are handed to workers, on this machine or others.',
    isSecret: true,
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    schema: z.string().regex(/^postgres(ql)?:\/\/./),
    expects: 'an address that begins with postgres://',
    description: 'A PostgreSQL server in place of the embedded database.',
    isSecret: true,
  }),
  s3Bucket: setting({
    variable: 'S3_BUCKET',
    schema: text,
    expects: 'the name of a bucket',
    description: 'Bucket for audio, in place of the folder.',
  }),
  s3Endpoint: setting({
    variable: 'S3_ENDPOINT',
    schema: webAddress,
    expects: 'an address that begins with http:// or https://',
    description: "Address of an S3 server other than Amazon's.",
  }),
  s3Region: setting({
    variable: 'S3_REGION',
    schema: text,
    expects: 'a region',
    default: 'us-east-1',
    description: 'Region of the bucket.',
  }),
  s3AccessKeyId: setting({
    variable: 'S3_ACCESS_KEY_ID',
    schema: text,
    expects: 'an access key',
    description: "Credentials of the bucket; when not given they are looked for where Amazon's tools look.",
    isSecret: true,
  }),
  s3SecretAccessKey: setting({
    variable: 'S3_SECRET_ACCESS_KEY',
    schema: text,
    expects: 'the secret of S3_ACCESS_KEY_ID',
    description: 'Goes with S3_ACCESS_KEY_ID.',
    isSecret: true,
  }),
}
