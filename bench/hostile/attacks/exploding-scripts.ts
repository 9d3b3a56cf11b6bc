// Scripts that have more readings than there are atoms: the work of comparing is bounded by construction.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../lab/random.js'
import type { Attack, Scene, Shown } from '../attack.js'
import { type ErrorBody, jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

const MOST_CPU_SEC = 2
const MOST_DELETING_MS = 2_000
const HELD_MS = 1_500

const plainWords = 'river lantern window seven copper under the garden while nobody counted stairs'.split(' ')

/** English words in no order. */
function words(count: number): string {
  const random = seededRandom(8_000)
  return Array.from({ length: count }, () => plainWords[Math.floor(random() * plainWords.length)]).join(' ')
}

export const scriptsThatExplode: Record<string, string> = {
  uuid: 'The order is 7f3e9a52-4c1b-4d86-9e07-2b58d1c6a940 today.',
  sha256: `The file is ${createHash('sha256').update('a file').digest('hex')} today.`,
  'ones-200': '1'.repeat(200),
  'ones-apart-100000': '1 '.repeat(100_000).trim(),
  'words-8000': words(8_000),
}

async function cpuOf(scene: Scene, work: () => Promise<unknown>): Promise<number> {
  const before = await scene.target.cpuSec()
  await work()
  return (await scene.target.cpuSec()) - before
}

async function run(scene: Scene, script: string): Promise<Shown> {
  const client = await scene.attacker(2)
  const on = ['scriptAccuracy']
  const listening = await cpuOf(scene, async () =>
    client.audit({ files: { 'a.wav': (await speech(2)).bytes }, on }),
  )
  const order = { files: { 'a.wav': (await speech(2)).bytes }, on, scripts: { 'a.wav': script } }
  let answer = { status: 0, headers: {}, text: '', ms: 0 }
  const all = await cpuOf(scene, async () => {
    answer = await client.audit(order, { patienceMs: scene.sizes.patienceSec * 1000 })
  })
  const beyond = Math.max(0, all - listening)
  const isTyped = answer.status === 400 && jsonOf<ErrorBody>(answer).error?.code === 'invalid_request'
  return {
    wrong: answer.status === 200 || isTyped ? [] : [`it is answered with ${told(answer)}`],
    slow: beyond > MOST_CPU_SEC ? [`comparing takes ${beyond.toFixed(1)} CPU s beyond listening`] : [],
    notes: [`${told(answer)}, ${beyond.toFixed(2)} CPU s beyond listening`],
  }
}

/** Two at once for two workers, and what deleting them takes. */
async function runDeleting(scene: Scene): Promise<Shown> {
  const client = await scene.attacker(2)
  const started = await Promise.all(
    ['ones-apart-100000', 'words-8000'].map(async (kind) => {
      const files = { 'a.wav': (await speech(3)).bytes }
      return client.audit({
        files,
        on: ['scriptAccuracy'],
        scripts: { 'a.wav': scriptsThatExplode[kind] },
        isAsync: true,
      })
    }),
  )
  await sleep(HELD_MS)
  const wrong: string[] = []
  let longestMs = 0
  for (const answer of started) {
    if (answer.status !== 202) {
      if (answer.status !== 400) wrong.push(`it is answered with ${told(answer)}`)
      continue
    }
    const { auditId } = jsonOf<{ auditId: string }>(answer)
    const deleted = await client.ask('DELETE', `/v1/audits/${auditId}`, {
      patienceMs: scene.sizes.patienceSec * 1000,
    })
    longestMs = Math.max(longestMs, deleted.ms)
    if (deleted.status !== 204) wrong.push(`deleting it is answered with ${told(deleted)}`)
  }
  return {
    wrong,
    slow:
      longestMs > MOST_DELETING_MS ? [`deleting a running one takes ${(longestMs / 1000).toFixed(1)} s`] : [],
    notes: [`deleting takes at most ${longestMs.toFixed(0)} ms`],
  }
}

export const explodingScripts: Attack[] = [
  ...Object.entries(scriptsThatExplode).map(
    ([kind, script]): Attack => ({
      name: `script-${kind}`,
      fault: 3,
      about: `a script of ${script.length} characters that does not fit`,
      // In seconds the comparisons of these are tested by themselves.
      isLongOnly: kind === 'sha256' || kind === 'ones-200' || kind === 'words-8000',
      run: (scene) => run(scene, script),
    }),
  ),
  {
    name: 'script-deleted',
    fault: 3,
    about: 'two such audits at once, deleted while they run',
    isBesideHonest: true,
    run: runDeleting,
  },
]
