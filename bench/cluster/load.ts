// npx tsx bench/main.ts load: fifty callers at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from '../../lab/service/cluster.js'
import { Callers, quantile, statusText } from './callers.js'
import { MemoryWatch, SWEPT } from './memory.js'

const CALLERS = 50
const WORKERS = 2

export async function benchLoad(minutes: number): Promise<boolean> {
  const cluster = await Cluster.start()
  try {
    const api = await cluster.add('api', SWEPT)
    const members = [api]
    for (let at = 0; at < WORKERS; at++) members.push(await cluster.add('worker'))
    const callers = await new Callers(cluster, { count: CALLERS, addresses: () => [api.address] }).start()
    const watches = members.map((member) => new MemoryWatch(member))
    const until = Date.now() + minutes * 60_000
    while (Date.now() < until) {
      await sleep(1000)
      for (const watch of watches) watch.look()
    }
    await callers.stop()
    const wrong = await callers.verify()
    const memory = watches.map((watch) => watch.verdict())
    const isGood = wrong.length === 0 && memory.every(({ isFlat }) => isFlat)
    process.stdout.write(
      `${CALLERS} callers, ${minutes} min: ${statusText(callers.statuses)}; median ${quantile(callers.seconds, 0.5).toFixed(2)} s, ` +
        `p95 ${quantile(callers.seconds, 0.95).toFixed(2)} s\n${memory.map(({ text }) => text).join('\n')}\n`,
    )
    for (const each of wrong.slice(0, 5)) process.stdout.write(`${each}\n`)
    process.stdout.write(`${isGood ? 'GOOD' : 'BAD'}: no error but 429 and 503, memory flat\n`)
    return isGood
  } finally {
    await cluster.end()
  }
}
