import { connectRedis, endRedis } from './redis.js'

/** Fails unless Redis answers, and has a policy that drops no jobs. */
export async function expectRedis(redisUrl: string, withinMs: number): Promise<string> {
  let lastError: Error | undefined
  const redis = connectRedis(
    redisUrl,
    (error) => {
      lastError = error
    },
    { commandTimeout: withinMs },
  )
  try {
    const about = await redis.info()
    return /redis_version:(\S+)/.exec(about)?.[1] ?? 'of unknown version'
  } catch (error) {
    throw lastError ?? error
  } finally {
    endRedis(redis)
  }
}
