// A service that really listens, with finished audits put into its store.

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditContext } from '../../src/audit/engine.js'
import { accountCaller, type Caller as StoreCaller } from '../../src/store/caller.js'
import { written } from '../service/sample-audit.js'
import { type Caller, TestService } from '../service/test-service.js'
import { type MadeUpFile, madeUpAudit } from './made-up-audit.js'

export const samplesFolder = new URL('../../samples/', import.meta.url)

/** What the service calls itself; it is reached by another name, as behind a proxy. */
const OWN_NAME = 'http://localhost'

export class WebService {
  private constructor(
    readonly service: TestService,
    readonly origin: string,
    readonly owner: Caller,
    private readonly samples: Buffer[],
  ) {}

  static async start(pool?: AuditContext['pool']): Promise<WebService> {
    const service = await TestService.start({ config: { baseUrl: OWN_NAME }, ...(pool && { pool }) })
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const names = (await readdir(samplesFolder)).filter((name) => name.endsWith('.mp3')).sort()
    const samples = await Promise.all(names.map((name) => readFile(new URL(name, samplesFolder))))
    return new WebService(service, origin, await service.caller(1000), samples)
  }

  /** Stores an audit of these files; their sound is that of the samples, over and over. Gives where its report opens. */
  store(files: MadeUpFile[]): Promise<{ auditId: string; reportUrl: string }> {
    return this.storeResult(
      files.map(({ name }) => name),
      madeUpAudit(files),
    )
  }

  get caller(): StoreCaller {
    return accountCaller(this.owner.accountId)
  }

  /** With the reports of these checks alone. */
  storeOnly(
    files: MadeUpFile[],
    names: (keyof ReturnType<typeof madeUpAudit>['checks'])[],
  ): Promise<{ auditId: string; reportUrl: string }> {
    const whole = madeUpAudit(files)
    const checks = Object.fromEntries(names.map((name) => [name, whole.checks[name]]))
    return this.storeResult(
      files.map(({ name }) => name),
      { ...whole, checks },
    )
  }

  /** The same with a result that was come by in another way. */
  async storeResult(
    names: string[],
    madeUp: ReturnType<typeof madeUpAudit>,
  ): Promise<{ auditId: string; reportUrl: string }> {
    const { store, context } = this.service
    const { caller } = this
    const sounds = names.map((_, at) => this.samples[at % this.samples.length])
    const auditId = await store.audits.start(caller, {
      source: 'web',
      selectedAnalyses: Object.keys(madeUp.checks),
      accuracy: 'standard',
      files: names.map((name, at) => ({
        name,
        sha256: sha256Of(sounds[at]),
        byteCount: sounds[at].length,
        mediaType: 'audio/mpeg',
      })),
      leaseSec: 60,
    })
    const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-web-'))
    for (const sound of new Set(sounds)) {
      const file = path.join(folder, 'sound')
      await writeFile(file, sound)
      await store.audio.put({ caller, sha256: sha256Of(sound) }, file)
    }
    await rm(folder, { recursive: true })
    const result = { ...madeUp, auditId }
    await store.audits.complete(auditId, {
      ...written(result),
      regenCount: result.tracksToRegenerate.length,
      creditsUsedMilli: 1000 * result.creditsUsed,
      reportToken: context.links.reportToken(auditId),
    })
    return { auditId, reportUrl: context.links.report(auditId).replace(OWN_NAME, this.origin) }
  }

  stop(): Promise<void> {
    return this.service.stop()
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
