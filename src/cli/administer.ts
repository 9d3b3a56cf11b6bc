import { type Administration, AdministrationError, administrationOn } from '../server/admin/administration.js'
import { administrationAt, controlSocketIn } from '../server/admin/control-socket.js'
import { ConfigError, readConfig } from '../server/config.js'
import { storeSettings } from '../server/store-settings.js'
import { StoreError } from '../store/errors.js'
import { OTHERS } from '../store/owner-only.js'
import { openStore } from '../store/store.js'
import { UsageError } from './exit.js'

export type Administer = <Result>(
  work: (administration: Administration) => Promise<Result>,
) => Promise<Result>

/** Through the server that holds the data folder, or on the folder (or database) itself where there is none. */
export const administer: Administer = async (work) => {
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
    if (error instanceof AdministrationError || error instanceof ConfigError || error instanceof StoreError) {
      throw new UsageError(error.message)
    }
    throw error
  }
}
