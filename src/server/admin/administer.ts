import { StoreError } from '../../store/errors.js'
import { OTHERS } from '../../store/owner-only.js'
import { openStore } from '../../store/store.js'
import { ConfigError, readConfig } from '../config.js'
import { storeSettings } from '../store-settings.js'
import { type Administration, AdministrationError, administrationOn } from './administration.js'
import { administrationAt, controlSocketIn } from './control-socket.js'

/**
 * Through the server that holds the data folder, or on the folder (or database) itself where there is none. Fails with an
 * AdministrationError when the request, the settings or the store are at fault.
 */
export async function administer<Result>(
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  process.umask(OTHERS)
  try {
    const config = readConfig()
    const socket = config.databaseUrl ? undefined : controlSocketIn(config.dataFolder)
    const remote = socket && (await administrationAt(socket))
    if (remote) return await work(remote)
    const store = await openStore(storeSettings(config))
    try {
      return await work(administrationOn(store))
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StoreError) {
      throw new AdministrationError(error.message, { cause: error })
    }
    throw error
  }
}
