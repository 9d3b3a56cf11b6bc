// Runs audits on a store until it is killed, or kills itself at the point it is told: `node crashing-server.ts <settings> <point>`.
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileOf, newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import { beginAudit, giveUpAudit, settleAudit } from '../../src/billing/audit-charge.js'
import { openStore } from '../../src/store/store.js'

export const crashPoints = ['reserved', 'copying', 'stored', 'settling', 'giving up', 'anywhere'] as const
export type CrashPoint = (typeof crashPoints)[number]

export interface CrashSettings {
  dataFolder: string
  databaseUrl?: string | undefined
  accountId: string
  leaseSec: number
}

const die = () => process.kill(process.pid, 'SIGKILL')

async function serve({ accountId, leaseSec, ...settings }: CrashSettings, point: CrashPoint): Promise<void> {
  const store = await openStore(settings)
  const uploads = path.join(settings.dataFolder, 'uploads')
  await mkdir(uploads, { recursive: true })

  const audit = async (at: number, point?: CrashPoint) => {
    const content = randomUUID()
    const upload = path.join(uploads, content)
    await writeFile(upload, content)
    const charged = await beginAudit(store, accountId, {
      ...newAudit({ files: [fileOf(content), fileOf('the same in all')], leaseSec }),
      priceMilli: 1500,
    })
    if (point === 'reserved') die()
    const put = store.audio.put({ caller: charged.caller, sha256: sha256(content) }, upload)
    if (point === 'copying') {
      await writeFile(path.join(settings.dataFolder, 'audio', 'unfinished', 'half'), 'ha')
      die()
    }
    await put
    if (point === 'stored') die()
    if (point === 'settling') {
      await store.transaction(async (tx) => {
        await tx.audits.complete(charged.auditId, { ...outcome, creditsUsedMilli: 1500 })
        await tx.ledger.settle(charged.reservationId, 1500, charged.auditId)
        die()
      })
    }
    if (point === 'giving up') {
      await store.transaction(async (tx) => {
        await tx.audits.fail(charged.auditId, { code: 'internal', message: '' })
        await tx.ledger.release(charged.reservationId)
        die()
      })
    }
    if (at % 4 === 3) await giveUpAudit(store, charged, { code: 'cancelled', message: '' })
    else await settleAudit(store, charged, { ...outcome, creditsUsedMilli: undefined })
  }

  // Some that come to their end, so that there is something to lose.
  for (let at = 0; at < 4; at++) await audit(at)
  process.stdout.write('serving\n')
  if (point !== 'anywhere') await audit(0, point)
  for (let at = 0; ; at++) await Promise.all([audit(at), audit(at + 1), audit(at + 2)])
}

if (process.argv[2]) await serve(JSON.parse(process.argv[2]), process.argv[3] as CrashPoint)
