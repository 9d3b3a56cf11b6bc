import { Redis, type RedisOptions } from 'ioredis'

const LONGEST_RECONNECT_PAUSE_MS = 1_000
/** A connection that is cut without a word is noticed by it. */
const KEEP_ALIVE_MS = 10_000

const ended = new WeakSet<Redis>()

/** For good, together with the copies that BullMQ has made of it: a plain disconnect is undone by an attempt under way. */
export function endRedis(redis: Redis): void {
  ended.add(redis)
  redis.disconnect()
}

/**
 * A connection that comes back by itself, however long Redis is away. Commands wait for it meanwhile; whoever cannot
 * wait so long looks at the clock. That Redis is away is told by `onError`, over and over.
 */
export function connectRedis(
  url: string,
  onError: (error: Error) => void = () => {},
  options: Pick<RedisOptions, 'enableOfflineQueue' | 'commandTimeout' | 'maxRetriesPerRequest'> = {},
): Redis {
  const redis: Redis = new Redis(url, {
    // BullMQ wants it so: its commands are not to be given up halfway.
    maxRetriesPerRequest: null,
    retryStrategy: (times) =>
      ended.has(redis) ? null : Math.min(50 * 2 ** times, LONGEST_RECONNECT_PAUSE_MS),
    keepAlive: KEEP_ALIVE_MS,
    connectionName: 'audio-audit',
    ...options,
  })
  redis.on('error', onError)
  return redis
}
