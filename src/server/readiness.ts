import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { alignerFiles, modelFiles, packageFolder } from '../speech/models.js'
import type { ServerContext } from './context.js'
import type { Readiness } from './schemas/service.js'

const BYTES_PER_MIB = 2 ** 20

/** Looks at each part anew; a part that cannot be looked at has failed. */
export async function readiness(context: ServerContext): Promise<Readiness> {
  const { store, stopping, config } = context
  const verdict = (work: Promise<boolean>) =>
    work.then(
      (isGood) => (isGood ? ('ok' as const) : ('failed' as const)),
      (err) => {
        context.log.warn({ err }, 'not ready')
        return 'failed' as const
      },
    )
  const [database, models, disk] = await Promise.all([
    verdict(store.ping().then(() => true)),
    verdict(modelsAreThere()),
    verdict(freeMb(context.uploadsFolder).then((free) => free >= config.leastFreeMb)),
  ])
  const checks = { database, models, disk, accepting: stopping.aborted ? 'failed' : 'ok' } as const
  const isReady = Object.values(checks).every((each) => each === 'ok')
  return { status: isReady ? 'ready' : 'not_ready', checks }
}

/** That they are the right ones is verified when they are loaded. */
async function modelsAreThere(): Promise<boolean> {
  return [...Object.values(modelFiles), ...alignerFiles].every((model) =>
    existsSync(path.join(packageFolder(model.package), model.file)),
  )
}

async function freeMb(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / BYTES_PER_MIB
}
