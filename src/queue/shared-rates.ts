// How often somebody has come, counted in Redis for all servers together.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { DEFAULT_PREFIX } from './job.js'
import { connectRedis, endRedis } from './redis.js'

/** Every request waits for it: who counts too slowly is not asked. */
const ANSWER_WITHIN_MS = 300

export class SharedRates {
  private readonly redis: Redis

  constructor(
    redisUrl: string,
    private readonly prefix = DEFAULT_PREFIX,
  ) {
    // That Redis is away is told by those who cannot do without it.
    this.redis = connectRedis(redisUrl, () => {}, {
      enableOfflineQueue: false,
      commandTimeout: ANSWER_WITHIN_MS,
      maxRetriesPerRequest: 0,
    })
  }

  /**
   * Counts them once more, and says how often they came and when the counting begins anew. Undefined while Redis is away: a
   * limit is no reason to refuse everybody.
   */
  async count(who: string, withinMs: number): Promise<{ count: number; resetSec: number } | undefined> {
    // Addresses and keys are nobody's business there.
    const key = `${this.prefix}:rate:${createHash('sha256').update(who).digest('base64url')}`
    const answers = await this.redis
      .multi()
      .set(key, 0, 'PX', withinMs, 'NX')
      .incr(key)
      .pttl(key)
      .exec()
      .catch(() => undefined)
    const [, [, count] = [], [, leftMs] = []] = answers ?? []
    if (typeof count !== 'number' || typeof leftMs !== 'number') return undefined
    return { count, resetSec: Math.max(1, Math.ceil(leftMs / 1000)) }
  }

  close(): void {
    endRedis(this.redis)
  }
}
