import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, settings, settingsTable } from '../../src/server/config.js'

describe('the configuration', () => {
  test('is complete without any variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataFolder: './data',
      mostFiles: 500,
      mostUploadMb: 1024,
      mostFileMinutes: 60,
      cachedPrice: 0.5,
      audioDays: 30,
      trustProxy: false,
      databaseUrl: undefined,
      workers: undefined,
    })
  })

  test('takes what is given, and nothing for empty variables', () => {
    const env = {
      PORT: ' 9000 ',
      BASE_URL: 'https://x.example/audits/',
      CACHED_PRICE: '0.25',
      HOST: '',
      TRUST_PROXY: 'true',
    }
    expect(readConfig(env)).toMatchObject({
      port: 9000,
      baseUrl: 'https://x.example/audits',
      cachedPrice: 0.25,
      host: '0.0.0.0',
      trustProxy: true,
    })
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' }).trustProxy).toBe(
      'loopback, 10.0.0.0/8, ::1',
    )
    const socket = 'postgresql://postgres@/postgres?host=%2Fvar%2Frun'
    for (const url of ['postgres://me:pw@db.example:5432/audits', socket]) {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    }
  })

  test.each([
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
    ['PORT', '-1', 'PORT must be'],
    ['PORT', '70000', 'PORT must be'],
    ['PORT', '80.5', 'PORT must be a whole number'],
    [
      'BASE_URL',
      'ftp://x',
      'BASE_URL must be an address that begins with http:// or https://, not "ftp://x"',
    ],
    ['CACHED_PRICE', '2', 'CACHED_PRICE must be a number from 0 to 1, not "2"'],
    ['LOG_LEVEL', 'trace', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent'],
    ['AUDIO_AUDIT_MODEL', 'huge', 'AUDIO_AUDIT_MODEL must be one of base, tiny, base+whisper'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be true, false, or addresses'],
    ['TRUST_PROXY', '10.0.0.0/8,nginx', 'TRUST_PROXY must be'],
    ['AUDIO_RETENTION_DAYS', '0', 'AUDIO_RETENTION_DAYS must be a whole number from 1'],
    ['X402_NETWORK', 'ethereum', 'X402_NETWORK must be one of base, base-sepolia'],
    ['X402_PAY_TO', 'me', 'X402_PAY_TO must be the address of a wallet'],
    [
      'X402_FACILITATOR_URL',
      'https://f.example',
      'X402_PAY_TO and X402_FACILITATOR_URL must be given together',
    ],
    ['X402_MIN_PRICE', '0', 'X402_MIN_PRICE must be a number from 0.000001'],
    [
      'OUTBOUND_NETWORKS',
      '10.0.0.0/8,lan',
      'OUTBOUND_NETWORKS must be addresses or ranges such as 10.0.0.0/8',
    ],
    ['OUTBOUND_HTTP', 'yes', 'OUTBOUND_HTTP must be one of false, true'],
    ['FILE_URL_BUCKETS', 'tracks,/all', 'FILE_URL_BUCKETS must be names of buckets'],
    ['WEBHOOK_RETRY_SEC', '5,soon', 'WEBHOOK_RETRY_SEC must be at most 50 whole numbers of seconds'],
    ['S3_ACCESS_KEY_ID', 'x', 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together'],
  ])('refuses %s=%s by name', (variable, value, message) => {
    expect(() => readConfig({ [variable]: value })).toThrow(message)
    expect(() => readConfig({ [variable]: value })).toThrow(ConfigError)
  })

  test.each([
    [{ AUDIO_AUDIT_ROLE: 'api' }, 'The role api needs REDIS_URL and DATABASE_URL and S3_BUCKET as well'],
    [{ AUDIO_AUDIT_ROLE: 'worker' }, 'The role worker needs REDIS_URL and S3_BUCKET as well'],
    [{ REDIS_URL: 'redis://r' }, 'With REDIS_URL the service needs DATABASE_URL and S3_BUCKET as well'],
    [{ REDIS_URL: 'http://r' }, 'REDIS_URL must be an address that begins with redis:// or rediss://'],
    [{ AUDIO_AUDIT_ROLE: 'both' }, 'AUDIO_AUDIT_ROLE must be one of all, api, worker'],
  ])('says what a role is in want of: %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).toThrow(ConfigError)
  })

  test('names everything that is wrong at once, and no secret', () => {
    const env = { PORT: 'x', DATABASE_URL: 'mysql://me:s3cret@db/x' }
    const error = (() => {
      try {
        return readConfig(env)
      } catch (thrown) {
        return thrown as Error
      }
    })() as Error
    expect(error.message.split('\n')).toHaveLength(2)
    expect(error.message).toContain('DATABASE_URL must be an address that begins with postgres://')
    expect(error.message).not.toContain('s3cret')
  })

  test('is in the documentation as it is', async () => {
    const docs = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
    expect(docs).toContain(settingsTable())
    expect(Object.keys(settings).length).toBeGreaterThan(20)
  })
})
