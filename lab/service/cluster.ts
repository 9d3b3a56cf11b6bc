// The service as several processes on real engines, as it is run in production: the compiled program.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { creditBalance, grantCredits } from '../../src/billing/credit-account.js'
import { openStore, type Store } from '../../src/store/store.js'
import {
  type PostgresEngine,
  type RedisEngine,
  type S3Engine,
  startPostgres,
  startRedis,
  startS3,
  tied,
} from './engines.js'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Member {
  role: string
  address: string
  process: ChildProcess
  /** What it said on its error stream. */
  complaints(): string
  isGone(): boolean
  /** Ends it by a signal; resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export class Cluster {
  readonly members = new Set<Member>()
  /** A look at everything that is kept. */
  store!: Store
  private made = 0

  private constructor(
    readonly redis: RedisEngine,
    readonly postgres: PostgresEngine,
    readonly s3: S3Engine,
    readonly folder: string,
  ) {}

  static async start({ redisKeepsData = false } = {}): Promise<Cluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'))
    const [redis, postgres, s3] = await Promise.all([
      startRedis({ keepsData: redisKeepsData }),
      startPostgres(),
      startS3(),
    ])
    const cluster = new Cluster(redis, postgres, s3, folder)
    cluster.store = await openStore({ dataFolder: folder, databaseUrl: postgres.url, s3: s3.settings })
    return cluster
  }

  get env(): Record<string, string> {
    const { bucket, region, endpoint, credentials } = this.s3.settings
    return {
      REDIS_URL: this.redis.url,
      DATABASE_URL: this.postgres.url,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint!,
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    }
  }

  /** Another process of that role; `all` without Redis when it is told so. */
  async add(role: 'api' | 'worker' | 'all', env: Record<string, string> = {}): Promise<Member> {
    const child = spawn(process.execPath, [program, 'serve', '--role', role], {
      env: {
        ...process.env,
        ...this.env,
        AUDIO_AUDIT_DATA: path.join(this.folder, `member-${this.made++}`),
        PORT: '0',
        HOST: '127.0.0.1',
        BASE_URL: '',
        AUDIO_AUDIT_WORKERS: '1',
        LOG_LEVEL: 'warn',
        MIN_FREE_DISK_MB: '0',
        RATE_LIMIT_PER_KEY: '1000000',
        RATE_LIMIT_PER_ADDRESS: '1000000',
        SHUTDOWN_GRACE_SEC: '5',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    tied(child)
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaints = (complaints + text).slice(-20_000)
    })
    const gone = once(child, 'exit')
    const port = await new Promise<string>((resolve, reject) => {
      let welcome = ''
      child.stdout.setEncoding('utf8').on('data', (text) => {
        welcome += text
        const [, found] = /\(port (\d+)\)[\s\S]*\n$/.exec(welcome) ?? []
        if (found) resolve(found)
      })
      gone.then(() => reject(new Error(`the ${role} ended: ${complaints}`)))
    })
    const isGone = () => child.exitCode !== null || child.signalCode !== null
    const member: Member = {
      role,
      address: `http://127.0.0.1:${port}`,
      process: child,
      complaints: () => complaints,
      isGone,
      end: async (signal) => {
        this.members.delete(member)
        if (isGone()) return child.exitCode
        child.kill(signal)
        await gone
        return child.exitCode
      },
    }
    this.members.add(member)
    return member
  }

  async account(credits: number): Promise<{ accountId: string; key: string }> {
    const { id: accountId } = await this.store.accounts.create('tester')
    const { secret } = await this.store.apiKeys.create(accountId, 'test')
    await grantCredits(this.store, accountId, credits)
    return { accountId, key: secret }
  }

  balance(accountId: string): Promise<number> {
    return creditBalance(this.store, accountId)
  }

  async end(): Promise<void> {
    await Promise.all([...this.members].map((member) => member.end('SIGKILL')))
    await this.store.close()
    await Promise.all([this.redis.stop(), this.postgres.stop(), this.s3.stop()])
    await rm(this.folder, { recursive: true, force: true })
  }
}
