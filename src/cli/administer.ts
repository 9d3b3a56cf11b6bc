import { administer as administerService, readAudio as readServiceAudio } from '../server/admin/administer.js'
import { type Administration, AdministrationError } from '../server/admin/administration.js'
import { UsageError } from './exit.js'

export type Administer = <Result>(
  work: (administration: Administration) => Promise<Result>,
) => Promise<Result>

/** Fails with a UsageError when the request, the settings or the store are at fault. */
export const administer: Administer = (work) => administerService(work).catch(wrongUse)

/** The stored audio of an account. Fails like the above. */
export const readAudio: typeof readServiceAudio = (account, work) =>
  readServiceAudio(account, work).catch(wrongUse)

function wrongUse(error: unknown): never {
  if (error instanceof AdministrationError) throw new UsageError(error.message)
  throw error
}
