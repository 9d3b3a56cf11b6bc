// The rule of the fair queue (src/audit/fair-queue.ts) where the queue is in Redis: ranks are given there, so that all who
// put jobs count together, and become the priorities of the jobs.
import type { Redis } from 'ioredis'
import { fairness } from '../audit/fair-queue.js'
import { DEFAULT_PREFIX, QUEUE_NAME } from './job.js'

/** The highest priority number that BullMQ takes. Who comes so far waits in the order of coming. */
const HIGHEST_RANK = 2_097_151
/** From here on the numbers begin anew as soon as nobody waits. */
const BEGIN_ANEW_RANK = 1_000_000
/** Nobody was there for so long: then nobody is ahead of anybody. */
const FORGET_AFTER_SEC = 24 * 3600

const rankScript = `
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or '0')
if now > ${BEGIN_ANEW_RANK} and redis.call('ZCARD', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[1])
  now = 0
end
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local rank = math.min(math.floor(math.max(now - ${fairness.headStart}, last)) + 1, ${HIGHEST_RANK})
redis.call('HSET', KEYS[1], ARGV[1], rank)
redis.call('EXPIRE', KEYS[1], ${FORGET_AFTER_SEC})
return rank`

const takenScript = `
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or '0')
redis.call('HSET', KEYS[1], 'now', tostring(math.max(now + ${fairness.creep}, tonumber(ARGV[1]))))
redis.call('EXPIRE', KEYS[1], ${FORGET_AFTER_SEC})`

/** Who has a rank that is yet to be served has as many jobs waiting as it is ahead: ranks follow one another. */
const aheadScript = `
local now = 0
local ahead = {}
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do if all[at] == 'now' then now = math.floor(tonumber(all[at + 1])) end end
for at = 1, #all, 2 do
  local count = tonumber(all[at + 1]) - now
  if all[at] ~= 'now' and count > 0 then
    ahead[#ahead + 1] = all[at]
    ahead[#ahead + 1] = count
  end
end
return ahead`

export class FairRanks {
  private readonly key: string
  private readonly waitingKey: string

  constructor(
    private readonly redis: Redis,
    prefix = DEFAULT_PREFIX,
  ) {
    this.key = `${prefix}:ranks`
    this.waitingKey = `${prefix}:${QUEUE_NAME}:prioritized`
  }

  /** The rank of the next job of this caller; from 1. */
  async next(caller: string): Promise<number> {
    return Number(await this.redis.eval(rankScript, 2, this.key, this.waitingKey, caller))
  }

  /** A job of that rank has been taken: who comes from now on comes after it. */
  async taken(rank: number): Promise<void> {
    if (rank > 0) await this.redis.eval(takenScript, 1, this.key, String(rank))
  }

  /** About how many jobs of each caller wait, of all servers together. */
  async waiting(): Promise<Map<string, number>> {
    const ahead = (await this.redis.eval(aheadScript, 1, this.key)) as (string | number)[]
    const counts = new Map<string, number>()
    for (let at = 0; at < ahead.length; at += 2) counts.set(String(ahead[at]), Number(ahead[at + 1]))
    return counts
  }

  /** A job was taken out of the queue: what its caller puts next comes earlier. */
  async returned(caller: string): Promise<void> {
    await this.redis.hincrby(this.key, caller, -1)
  }
}
