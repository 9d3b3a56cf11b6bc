// npx tsx bench/main.ts leak: whether memory grows with the number of audits.
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from '../../lab/service/cluster.js'
import { Callers, statusText } from './callers.js'
import { MemoryWatch, SWEPT } from './memory.js'

const CALLERS = 8

export async function benchLeak(audits: number): Promise<boolean> {
  const cluster = await Cluster.start()
  try {
    const api = await cluster.add('api', SWEPT)
    const members = [api, await cluster.add('worker'), await cluster.add('worker')]
    const callers = await new Callers(cluster, { count: CALLERS, addresses: () => [api.address] }).start()
    const watches = members.map((member) => new MemoryWatch(member))
    while (callers.answered < audits) {
      await sleep(500)
      for (const watch of watches) watch.look()
    }
    await callers.stop()
    const wrong = await callers.verify()
    const memory = watches.map((watch) => watch.verdict())
    const isGood = wrong.length === 0 && memory.every(({ isFlat }) => isFlat)
    process.stdout.write(`${statusText(callers.statuses)}\n${memory.map(({ text }) => text).join('\n')}\n`)
    for (const each of wrong.slice(0, 5)) process.stdout.write(`${each}\n`)
    process.stdout.write(`${isGood ? 'GOOD' : 'BAD'}: memory flat over ${audits} audits\n`)
    return isGood
  } finally {
    await cluster.end()
  }
}
