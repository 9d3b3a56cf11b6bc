import { DrizzleQueryError } from 'drizzle-orm'

/** The server ends sessions, or is not up yet (PostgreSQL, appendix A: class 57, operator intervention; 08, connection). */
const SERVER_CODES = /^(57P0[123]|08...)$/
const NETWORK_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']
/** How the driver says it when there is no code. */
const CUT_OFF = /Connection terminated|connection is closed|Client has encountered a connection error/

/** Whether the database could not be reached or went away meanwhile: then nobody knows whether a commit was done. */
export function isConnectionLoss(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error)) return false
  const { code = '', message, syscall = '' } = cause as NodeJS.ErrnoException
  // A socket may be a file that is not there; other files have nothing to do with it.
  const isOfNetwork = ['connect', 'read', 'write'].includes(syscall) && NETWORK_CODES.includes(code)
  return SERVER_CODES.test(code) || isOfNetwork || CUT_OFF.test(message)
}
