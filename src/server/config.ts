// Settings come from environment variables. One table says what there is; validation and documentation both read it.
import { isIP } from 'node:net'
import { z } from 'zod'
import { MOST_WORKERS } from '../audit/capacity.js'
import { networkNames } from '../billing/x402/networks.js'

interface Setting<Value> {
  variable: string
  /** Takes the text of the variable. */
  schema: z.ZodType<Value, string>
  /** As it would be written in the environment; left out where the setting is off unless it is given. */
  default?: string
  /** What is expected, to end the sentence "X must be ...". */
  expects: string
  description: string
  /** Its value is never repeated in a message. */
  isSecret?: boolean
}

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
const wholeNumber = (least: number, most: number) => number(least, most).pipe(z.int())
const text = z.string().min(1)
/** Without a slash at the end, so that a path can follow. */
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** An address or a range of them, or one of the names that the web framework knows ranges by. */
function isProxyAddress(text: string): boolean {
  const [address, ...rest] = text.trim().split('/')
  const isRange = rest.length === 0 || (rest.length === 1 && /^\d{1,3}$/.test(rest[0]))
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text.trim()) || (isIP(address) !== 0 && isRange)
}

const MOST = Number.MAX_SAFE_INTEGER
const whole = (least: number, most: number) => ({
  schema: wholeNumber(least, most),
  expects: most === MOST ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
})
const oneOf = <Choice extends string>(...choices: [Choice, ...Choice[]]) => ({
  schema: z.enum(choices) as unknown as z.ZodType<Choice, string>,
  expects: `one of ${choices.join(', ')}`,
})

function setting<Value, Default extends string | undefined = undefined>(
  about: Omit<Setting<Value>, 'default'> & { default?: Default },
) {
  return about as Setting<Value> & { default: Default }
}

export const settings = {
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
      'What this process does: all of it, answer requests (api), or hear files for others (worker). As `--role`.',
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
  mostFiles: setting({
    variable: 'MAX_FILES',
    ...whole(1, 10_000),
    default: '500',
    description: 'Files in one audit.',
  }),
  mostUploadMb: setting({
    variable: 'MAX_UPLOAD_MB',
    ...whole(1, 1_000_000),
    default: '1024',
    description: 'MiB in one audit, all files together.',
  }),
  mostFileMinutes: setting({
    variable: 'MAX_FILE_MINUTES',
    ...whole(1, 10_000),
    default: '60',
    description: 'Longest file, in minutes of sound.',
  }),
  uploadMinutes: setting({
    variable: 'UPLOAD_TIMEOUT_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description: 'Time in which an upload must have come.',
  }),
  auditsAtOnce: setting({
    variable: 'AUDITS_AT_ONCE',
    ...whole(1, 1000),
    default: '16',
    description: 'Audits that share the workers, at most half of them of one caller; others wait.',
  }),
  auditsWaiting: setting({
    variable: 'AUDITS_WAITING',
    ...whole(0, 100_000),
    default: '60',
    description: 'Audits that may wait or be uploaded beside those; beyond, callers get a 503.',
  }),
  mostQueuedMinutes: setting({
    variable: 'MAX_QUEUED_MINUTES',
    ...whole(1, MOST),
    default: '600',
    description: 'Minutes of sound that may wait to be heard; beyond, new audits get a 503.',
  }),
  mostQueuedFiles: setting({
    variable: 'MAX_QUEUED_FILES',
    ...whole(1, MOST),
    default: '50000',
    description:
      'Files that may wait to be heard, in Redis those of all servers; beyond, new audits get a 503.',
  }),
  fileTimeoutMinutes: setting({
    variable: 'FILE_TIMEOUT_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description:
      'Minutes that hearing one file may take; beyond, it is refused as one that cannot be analysed.',
  }),
  workerLostSec: setting({
    variable: 'WORKER_LOST_SEC',
    ...whole(1, 3600),
    default: '20',
    description: 'Seconds without a sign of life after which the files of a worker go to others.',
  }),
  workers: setting({
    variable: 'AUDIO_AUDIT_WORKERS',
    ...whole(1, MOST_WORKERS),
    description: 'Threads that hear files. One per core when not given.',
  }),
  memoryMb: setting({
    variable: 'AUDIO_AUDIT_MEMORY_MB',
    ...whole(1, MOST),
    description: 'Memory that all workers may take together, in MB. All that the machine has when not given.',
  }),
  model: setting({
    variable: 'AUDIO_AUDIT_MODEL',
    ...oneOf('base', 'tiny'),
    default: 'base',
    description: 'Recogniser: base, or tiny (faster, more errors).',
  }),
  cachedPrice: setting({
    variable: 'CACHED_PRICE',
    schema: number(0, 1),
    expects: 'a number from 0 to 1',
    default: '0.5',
    description: 'Credits for one check on a file that was analysed for the same caller before.',
  }),
  x402PayTo: setting({
    variable: 'X402_PAY_TO',
    schema: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    expects: 'the address of a wallet: 0x and 40 hex digits',
    description:
      'Wallet that payments per request (x402) go to, in USDC. When not given, only API keys are taken.',
  }),
  x402FacilitatorUrl: setting({
    variable: 'X402_FACILITATOR_URL',
    schema: webAddress,
    expects: 'an address that begins with http:// or https://',
    description: 'x402 facilitator that verifies and settles payments. Goes with X402_PAY_TO.',
  }),
  x402Network: setting({
    variable: 'X402_NETWORK',
    ...oneOf(...networkNames),
    default: 'base',
    description: 'Network of the payments: base, or base-sepolia (a test network).',
  }),
  x402CreditPrice: setting({
    variable: 'X402_PRICE_PER_CREDIT',
    schema: number(0.000001, 1000),
    expects: 'a number from 0.000001 to 1000',
    default: '0.01',
    description: 'USDC for one credit.',
  }),
  x402LeastPrice: setting({
    variable: 'X402_MIN_PRICE',
    schema: number(0.000001, 1000),
    expects: 'a number from 0.000001 to 1000',
    default: '0.01',
    description: 'USDC that an audit costs at least.',
  }),
  x402QuoteMinutes: setting({
    variable: 'X402_QUOTE_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description: 'Minutes for which a price that was told holds; upload and audit must fit in.',
  }),
  x402KeptMb: setting({
    variable: 'X402_KEPT_MB',
    ...whole(0, 1_000_000_000),
    default: '4096',
    description:
      'MiB of files that are kept while their price holds, so that a payment need not come with them again; a quarter of it for one address. 0 keeps none.',
  }),
  audioDays: setting({
    variable: 'AUDIO_RETENTION_DAYS',
    ...whole(1, 36_500),
    default: '30',
    description: 'Days after which stored audio is deleted; results stay.',
  }),
  findingsDays: setting({
    variable: 'FINDINGS_RETENTION_DAYS',
    ...whole(1, 36_500),
    default: '90',
    description:
      'Days after which findings that no audit has asked for are dropped, and the discount with them.',
  }),
  idempotencyDays: setting({
    variable: 'IDEMPOTENCY_DAYS',
    ...whole(1, 365),
    default: '1',
    description: 'Days for which an Idempotency-Key is remembered.',
  }),
  audioLinkHours: setting({
    variable: 'AUDIO_LINK_HOURS',
    ...whole(1, 8760),
    default: '24',
    description: 'Hours for which links in audioUrls work.',
  }),
  requestsPerKey: setting({
    variable: 'RATE_LIMIT_PER_KEY',
    ...whole(1, 1_000_000),
    default: '120',
    description: 'Requests a minute with one key.',
  }),
  requestsPerAddress: setting({
    variable: 'RATE_LIMIT_PER_ADDRESS',
    ...whole(1, 1_000_000),
    default: '300',
    description: 'Requests a minute from one address.',
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    schema: text
      .refine((given) => given === 'true' || given === 'false' || given.split(',').every(isProxyAddress))
      .transform((given) => (given === 'true' ? true : given === 'false' ? false : given)),
    expects: 'true, false, or addresses of proxies separated by commas',
    default: 'false',
    description:
      "Whose X-Forwarded-For is believed: everybody's (true), nobody's (false), or that of these addresses.",
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    default: 'info',
    description: 'How much is logged.',
  }),
  metricsToken: setting({
    variable: 'METRICS_TOKEN',
    schema: text,
    expects: 'a text',
    description: 'When given, /metrics wants it as a Bearer token.',
    isSecret: true,
  }),
  leastFreeMb: setting({
    variable: 'MIN_FREE_DISK_MB',
    ...whole(0, MOST),
    default: '2048',
    description: 'Free MiB in the data folder under which /readyz says that the service is not ready.',
  }),
  shutdownGraceSec: setting({
    variable: 'SHUTDOWN_GRACE_SEC',
    ...whole(0, 86_400),
    default: '30',
    description:
      'Seconds that running audits have to finish when the service is told to stop; then their credits go back.',
  }),
}

type Settings = typeof settings
/** The same when it does not matter which is which. */
const table = settings as unknown as Record<string, Setting<unknown>>
type ValueOf<Of> = Of extends { schema: z.ZodType<infer Value> } ? Value : never
type GivenConfig = {
  [Name in keyof Settings]: Settings[Name]['default'] extends string
    ? ValueOf<Settings[Name]>
    : ValueOf<Settings[Name]> | undefined
}

export interface Config extends Omit<GivenConfig, 'baseUrl'> {
  baseUrl: string
}

/** The message names every variable that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Fails with a ConfigError. An empty variable counts as not given. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrong: string[] = []
  const values = Object.entries(table).map(([name, about]) => {
    const given = env[about.variable]?.trim() || about.default
    if (given === undefined) return [name, undefined]
    const read = about.schema.safeParse(given)
    if (read.success) return [name, read.data]
    wrong.push(`${about.variable} must be ${about.expects}${about.isSecret ? '' : `, not "${given}"`}`)
    return [name, undefined]
  })
  const config = Object.fromEntries(values) as GivenConfig
  if ((config.s3AccessKeyId === undefined) !== (config.s3SecretAccessKey === undefined)) {
    wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together')
  }
  if ((config.x402PayTo === undefined) !== (config.x402FacilitatorUrl === undefined)) {
    wrong.push('X402_PAY_TO and X402_FACILITATOR_URL must be given together')
  }
  wrong.push(...missingForRole(config))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return { ...config, baseUrl: config.baseUrl ?? `http://localhost:${config.port}` }
}

/** Machines that share the work share where it lies. Workers do not ask the database. */
function missingForRole({ role, redisUrl, databaseUrl, s3Bucket }: GivenConfig): string[] {
  if (role === 'all' && redisUrl === undefined) return []
  const missing = [
    redisUrl === undefined && 'REDIS_URL',
    role !== 'worker' && databaseUrl === undefined && 'DATABASE_URL',
    s3Bucket === undefined && 'S3_BUCKET',
  ].filter((variable) => variable !== false)
  if (missing.length === 0) return []
  const who = role === 'all' ? 'With REDIS_URL the service' : `The role ${role}`
  return [`${who} needs ${missing.join(' and ')} as well`]
}

/** The settings as a table for the documentation. */
export function settingsTable(): string {
  const rows = Object.values(table).map(
    ({ variable, default: usual, description }) =>
      `| \`${variable}\` | ${usual === undefined ? '' : `\`${usual}\``} | ${description} |`,
  )
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n')
}
