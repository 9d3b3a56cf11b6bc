import { createRequire } from 'node:module'
import { StoreError } from '../store/errors.js'

type QueueParts = typeof import('../queue/parts.js')

/** What is shared by Redis. Fails with a StoreError that says what to install where its client is not installed. */
export async function queueParts(
  load: () => Promise<QueueParts> = () => import('../queue/parts.js'),
): Promise<QueueParts> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const { peerDependencies } = createRequire(import.meta.url)('../../package.json')
    const packages = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`)
    throw new StoreError(
      `The Redis at REDIS_URL cannot be used: its client is not installed. Run "npm install ${packages.join(' ')}".`,
      { cause },
    )
  }
}
