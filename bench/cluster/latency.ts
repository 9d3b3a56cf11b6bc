// npx tsx bench/main.ts latency: an audit of two files, alone and at four fifths of what the service can do.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendAudit } from '../../lab/service/audits.js'
import { Cluster } from '../../lab/service/cluster.js'
import { Callers, quantile } from './callers.js'
import { giveShareOfCore } from './core-share.js'
import { sentenceMaker } from './speech-files.js'

const CALLERS = 50
const SHARE_OF_CAPACITY = 0.8
const MOST_TIMES = 3
const IDLE_AUDITS = 15
const WARM_UPS = 2
const CAPACITY_SEC = 30
/** Of the pause between two audits of one caller: people and programs are not clocks. */
const JITTER = 0.2
/** Of all cores, for workers when there are more of them than cores; the rest is for everything else. */
const WORKERS_SHARE = 0.6

/** More workers than cores get a part of a core each: as slow as that, but as many. */
export async function benchLatency(minutes: number, workers: number): Promise<boolean> {
  const cluster = await Cluster.start()
  const ends: (() => Promise<void>)[] = []
  try {
    const api = await cluster.add('api')
    const members = await Promise.all(Array.from({ length: workers }, () => cluster.add('worker')))
    const share = (WORKERS_SHARE * availableParallelism()) / workers
    const isSlowed = workers > availableParallelism()
    if (isSlowed) {
      for (const member of members) ends.push(await giveShareOfCore(member.process.pid!, share))
    }
    const sentence = await sentenceMaker()
    const audit = () => ({ sounds: [sentence(), sentence()], checksOn: ['quality'] })
    const { key } = await cluster.account(1_000_000)
    const one = async (withKey: string) => {
      const started = performance.now()
      const answer = await sendAudit(api.address, withKey, audit())
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(body)
      return (performance.now() - started) / 1000
    }
    // Until every worker has its models open.
    for (let at = 0; at < WARM_UPS; at++) await Promise.all(members.map(() => one(key)))
    const idle: number[] = []
    for (let at = 0; at < IDLE_AUDITS; at++) idle.push(await one(key))

    // As many as it can do: with all workers busy all the time.
    const full = await new Callers(cluster, {
      count: 4 * workers,
      addresses: () => [api.address],
      audit,
    }).start()
    await sleep(5000)
    const before = full.answered
    await sleep(CAPACITY_SEC * 1000)
    const perSec = (full.answered - before) / CAPACITY_SEC
    await full.stop()

    const accounts = await Promise.all(Array.from({ length: CALLERS }, () => cluster.account(1_000_000)))
    const periodMs = (1000 * CALLERS) / (SHARE_OF_CAPACITY * perSec)
    const until = Date.now() + minutes * 60_000
    const times: number[] = []
    await Promise.all(
      accounts.map(async ({ key: own }, at) => {
        for (let next = Date.now() + (at / CALLERS) * periodMs; next < until; next += periodMs) {
          await sleep(Math.max(0, next + (Math.random() - 0.5) * 2 * JITTER * periodMs - Date.now()))
          times.push(await one(own))
        }
      }),
    )
    const idleSec = quantile(idle, 0.5)
    const p95Sec = quantile(times, 0.95)
    const isGood = p95Sec <= MOST_TIMES * idleSec
    process.stdout.write(
      `${workers} workers${isSlowed ? ` with ${share.toFixed(2)} of a core each` : ''}, two files of a sentence, quality check: ` +
        `alone ${idleSec.toFixed(2)} s; capacity ${perSec.toFixed(2)} audits/s; ` +
        `at ${SHARE_OF_CAPACITY * 100} %: ${times.length} audits of ${CALLERS} callers, median ${quantile(times, 0.5).toFixed(2)} s, ` +
        `p95 ${p95Sec.toFixed(2)} s = ${(p95Sec / idleSec).toFixed(2)} times\n${isGood ? 'GOOD' : 'BAD'}: p95 at most ${MOST_TIMES} times\n`,
    )
    return isGood
  } finally {
    await cluster.end()
    for (const end of ends) await end()
  }
}
