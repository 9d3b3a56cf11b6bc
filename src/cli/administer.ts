import { administer as administerService } from '../server/admin/administer.js'
import { type Administration, AdministrationError } from '../server/admin/administration.js'
import { UsageError } from './exit.js'

export type Administer = <Result>(
  work: (administration: Administration) => Promise<Result>,
) => Promise<Result>

/** Fails with a UsageError when the request, the settings or the store are at fault. */
export const administer: Administer = async (work) => {
  try {
    return await administerService(work)
  } catch (error) {
    if (error instanceof AdministrationError) throw new UsageError(error.message)
    throw error
  }
}
