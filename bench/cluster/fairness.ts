// npx tsx bench/main.ts fairness: an audit of two files, alone and beside a batch of five hundred.
import { sendAudit } from '../../lab/service/audits.js'
import { Cluster } from '../../lab/service/cluster.js'
import { quantile } from './callers.js'
import { sentenceMaker } from './speech-files.js'

const LARGE_BATCH = 500
const MOST_TIMES = 2
const ALONE = 15
const BESIDE = 15

export async function benchFairness(): Promise<boolean> {
  const cluster = await Cluster.start()
  try {
    const api = await cluster.add('api')
    await Promise.all([cluster.add('worker'), cluster.add('worker')])
    // About as long as a prompt of generated speech: of shorter ones it is the rest of the machine that is measured.
    const sentence = await sentenceMaker(3)
    const [small, large] = [await cluster.account(1_000_000), await cluster.account(1_000_000)]
    const one = async () => {
      const started = performance.now()
      const sounds = [sentence(), sentence()]
      const answer = await sendAudit(api.address, small.key, { sounds, checksOn: ['quality'] })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(body)
      return (performance.now() - started) / 1000
    }
    for (let at = 0; at < 4; at++) await one()
    const alone: number[] = []
    while (alone.length < ALONE) alone.push(await one())
    let isOver = false
    const batch = sendAudit(api.address, large.key, {
      sounds: Array.from({ length: LARGE_BATCH }, sentence),
      checksOn: ['quality'],
    }).then(async (answer) => {
      isOver = true
      return answer.status
    })
    // Until workers listen to it.
    for (;;) {
      const metrics = await (await fetch(`${api.address}/metrics`)).text()
      if (Number(/^audio_audit_queue_files (\d+)/m.exec(metrics)?.[1]) > LARGE_BATCH / 2) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const beside: number[] = []
    while (beside.length < BESIDE && !isOver) beside.push(await one())
    const status = await batch
    const times = quantile(beside, 0.5) / quantile(alone, 0.5)
    const isGood = times <= MOST_TIMES && status === 200 && beside.length === BESIDE
    process.stdout.write(
      `two files alone: median ${quantile(alone, 0.5).toFixed(2)} s; beside ${LARGE_BATCH}: median ${quantile(beside, 0.5).toFixed(2)} s, ` +
        `worst ${Math.max(...beside).toFixed(2)} s of ${beside.length} = ${times.toFixed(2)} times; the large batch ended with ${status}\n` +
        `${isGood ? 'GOOD' : 'BAD'}: at most ${MOST_TIMES} times\n`,
    )
    return isGood
  } finally {
    await cluster.end()
  }
}
