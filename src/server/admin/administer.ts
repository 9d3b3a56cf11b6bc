import type { Readable } from 'node:stream'
import { accountCaller } from '../../store/caller.js'
import { StoreError } from '../../store/errors.js'
import { OTHERS } from '../../store/owner-only.js'
import { openBlobs, openStore } from '../../store/store.js'
import { type Config, ConfigError, readConfig } from '../config.js'
import { outboundPolicyOf } from '../outbound-policy.js'
import { storeSettings } from '../store-settings.js'
import { type Administration, AdministrationError, administrationOn } from './administration.js'
import { administrationAt, controlSocketIn } from './control-socket.js'

/**
 * Through the server that holds the data folder, or on the folder (or database) itself where there is none. Fails with an
 * AdministrationError when the request, the settings or the store are at fault.
 */
export function administer<Result>(
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  return withConfig(async (config) => {
    const socket = config.databaseUrl ? undefined : controlSocketIn(config.dataFolder)
    const remote = socket && (await administrationAt(socket))
    if (remote) return await work(remote)
    const store = await openStore(storeSettings(config))
    try {
      return await work(administrationOn(store, outboundPolicyOf(config)))
    } finally {
      await store.close()
    }
  })
}

/** The stored audio of an account, which can be read while a server has the rest open. Fails like the above. */
export function readAudio<Result>(
  account: string,
  work: (open: (sha256: string) => Promise<Readable | undefined>) => Promise<Result>,
): Promise<Result> {
  return withConfig(async (config) => {
    const blobs = await openBlobs(storeSettings(config))
    try {
      const caller = accountCaller(account)
      return await work(async (sha256) => (await blobs.get({ caller, sha256 }))?.stream)
    } finally {
      blobs.close()
    }
  })
}

async function withConfig<Result>(work: (config: Config) => Promise<Result>): Promise<Result> {
  process.umask(OTHERS)
  try {
    return await work(readConfig())
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StoreError) {
      throw new AdministrationError(error.message, { cause: error })
    }
    throw error
  }
}
