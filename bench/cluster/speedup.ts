// npx tsx bench/main.ts speedup: the same batch by one worker and by two, and whether the results are the same.
import { spawnSync } from 'node:child_process'
import { sendAudit } from '../../lab/service/audits.js'
import { Cluster, type Member } from '../../lab/service/cluster.js'
import { sentenceMaker, speech } from './speech-files.js'

const MOST_RATIO = 0.55
const RUNS = 3
const ALL_CHECKS = ['comparison', 'quality', 'pace', 'scriptAccuracy']

export async function benchSpeedup(seconds: number): Promise<boolean> {
  // As many for the one as for the other.
  const sounds = (await speech(seconds)).filter((_, index, { length }) => index < length - (length % 2))
  const sentence = await sentenceMaker()
  const cluster = await Cluster.start()
  try {
    const api = await cluster.add('api')
    const run = async (files: Buffer[]) => {
      // An account of its own each time: nothing is cached.
      const { key } = await cluster.account(1_000_000)
      const started = performance.now()
      const answer = await sendAudit(api.address, key, { sounds: files, checksOn: ALL_CHECKS })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(body)
      const { auditId, timing, reportUrl, ...result } = JSON.parse(body)
      return { sec: (performance.now() - started) / 1000, result: JSON.stringify(result) }
    }
    const best = async () => {
      const runs = []
      for (let at = 0; at < RUNS; at++) runs.push(await run(sounds))
      return runs.reduce((a, b) => (a.sec < b.sec ? a : b))
    }
    pin(await cluster.add('worker'), 0)
    await run([sentence(), sentence()])
    const one = await best()
    pin(await cluster.add('worker'), 1)
    // Until both have their models open.
    for (let at = 0; at < 2; at++) await run(Array.from({ length: 6 }, sentence))
    const two = await best()
    const ratio = two.sec / one.sec
    const isSame = one.result === two.result
    process.stdout.write(
      `${sounds.length} files, best of ${RUNS}: one worker ${one.sec.toFixed(2)} s, two ${two.sec.toFixed(2)} s, ratio ${ratio.toFixed(3)}; ` +
        `results ${isSame ? 'identical' : 'DIFFERENT'}\n${ratio <= MOST_RATIO && isSame ? 'GOOD' : 'BAD'}: at most ${MOST_RATIO}\n`,
    )
    return ratio <= MOST_RATIO && isSame
  } finally {
    await cluster.end()
  }
}

/** A core of its own, all threads of the process on it: else one worker alone would lean on the core that the other will have. */
function pin({ process: { pid } }: Member, core: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)])
}
