import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { withoutValues } from '../store/errors.js'

/** Only what says where it broke: own fields of errors may hold names, texts and values of queries. */
export function loggedError(error: unknown): object {
  const known = withoutValues(error)
  if (!(known instanceof Error)) return { message: String(known) }
  const { name, message, stack, cause } = known
  return { name, message, stack, ...(cause === undefined ? {} : { cause: loggedError(cause) }) }
}

/** Routes are logged by their pattern and never with headers or query: these hold keys and signatures. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: loggedError, req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}
