// Settings come from environment variables. One table says what there is; validation and documentation both read it.
import type { z } from 'zod'
import { limits } from './settings/limits.js'
import { operation } from './settings/operation.js'
import { outbound } from './settings/outbound.js'
import { places } from './settings/places.js'
import { prices } from './settings/prices.js'
import type { Setting } from './settings/setting.js'

export const settings = { ...places, ...limits, ...prices, ...outbound, ...operation }

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
