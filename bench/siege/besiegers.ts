// Those who want to shut the others out: every attack again and again, all of them at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { scriptsThatExplode } from '../hostile/attacks/exploding-scripts.js'
import { slowUpload } from '../hostile/attacks/slow-uploads.js'
import { type Client, jsonOf } from '../hostile/client.js'
import { silentFlac } from '../hostile/silent-flac.js'
import { speech } from '../hostile/sounds.js'

const SLOW_UPLOADS = { keyed: 57, anonymous: 19, heldMs: 30_000, byteEveryMs: 1_000 }
const FLOOD_PER_SEC = 40
const PAUSE_MS = 2_000

/** What the attackers were answered: for each attack how often each status. */
export type CountedAnswers = [attack: string, statuses: [status: number, count: number][]][]

/** Each an account of its own; the stranger has none. */
export type Besiegers = Record<'silence' | 'slow' | 'scripts' | 'batches' | 'flood' | 'stranger', Client>

type Besieger = (stop: AbortSignal, count: (status: number) => void) => Promise<void>

/** Until told to stop; `files`: of a batch. */
export async function besiege(clients: Besiegers, files: number, stop: AbortSignal): Promise<CountedAnswers> {
  const { stranger } = clients
  const besiegers: Record<string, Besieger> = {
    'silent hours': async (ends, count) => {
      for (let at = 0; !ends.aborted; at++) {
        const quiet = { 'quiet.flac': silentFlac(59 * 60 + (at % 590) / 10) }
        count((await clients.silence.audit({ files: quiet, on: ['quality'], isAsync: true })).status)
        await rest(PAUSE_MS, ends)
      }
    },
    'slow uploads': async (ends) => {
      while (!ends.aborted) {
        const held = [
          ...Array.from({ length: SLOW_UPLOADS.keyed }, () => slowUpload(clients.slow)),
          ...Array.from({ length: SLOW_UPLOADS.anonymous }, () => slowUpload(stranger)),
        ]
        for (const until = Date.now() + SLOW_UPLOADS.heldMs; Date.now() < until && !ends.aborted; ) {
          await rest(SLOW_UPLOADS.byteEveryMs, ends)
          for (const { socket, isOpen } of held) if (isOpen && !socket.destroyed) socket.write('x')
        }
        for (const { socket } of held) socket.destroy()
      }
    },
    'exploding scripts': async (ends, count) => {
      const all = Object.values(scriptsThatExplode)
      for (let at = 0; !ends.aborted; at++) {
        const spoken = await speech(at)
        const order = { files: { 'a.wav': spoken.bytes }, on: ['scriptAccuracy'], isAsync: true }
        const scripts = { 'a.wav': all[at % all.length] }
        count((await clients.scripts.audit({ ...order, scripts })).status)
        await rest(PAUSE_MS, ends)
      }
    },
    batches: async (ends, count) => {
      while (!ends.aborted) {
        const spoken = await Promise.all(Array.from({ length: files }, (_, at) => speech(at)))
        const named = Object.fromEntries(spoken.map(({ bytes }, at) => [`${at}.wav`, bytes]))
        const scripts = Object.fromEntries(
          spoken.map((_, at) => [`${at}.wav`, spoken[(at + 1) % spoken.length].text]),
        )
        const order = { files: named, scripts, on: ['scriptAccuracy'], isAsync: true }
        const answer = await clients.batches.audit(order)
        count(answer.status)
        await rest(PAUSE_MS, ends)
        if (answer.status === 202)
          await ended(clients.batches, jsonOf<{ auditId: string }>(answer).auditId, ends)
      }
    },
    'bad requests': async (ends, count) => {
      const bad = badRequests(clients.flood, stranger)
      for (let at = 0; !ends.aborted; at++) {
        bad[at % bad.length]().then(
          (status) => count(status),
          () => {},
        )
        await rest(1000 / FLOOD_PER_SEC, ends)
      }
    },
  }
  return Promise.all(
    Object.entries(besiegers).map(async ([name, besieger]): Promise<CountedAnswers[number]> => {
      const counts = new Map<number, number>()
      await besieger(stop, (status) => counts.set(status, (counts.get(status) ?? 0) + 1))
      return [name, [...counts]]
    }),
  )
}

const rest = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }).catch(() => {})

/** Until the audit is over, one way or the other. */
async function ended(client: Client, auditId: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const answer = await client.ask('GET', `/v1/audits/${auditId}/status`)
    const { status } = jsonOf<{ status?: string }>(answer)
    if (answer.status === 404 || status === 'done' || status === 'failed') return
    await rest(PAUSE_MS, stop)
  }
}

/** Each wrong in a way of its own. */
function badRequests(keyed: Client, stranger: Client): (() => Promise<number>)[] {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const statusOf = (answer: Promise<{ status: number }>) => answer.then(({ status }) => status)
  return [
    () => statusOf(keyed.ask('GET', '/v1/audits?limit=1000000')),
    () =>
      statusOf(keyed.ask('POST', '/v1/audit?quality=perhaps', { headers: form, body: Buffer.from('--x') })),
    () => statusOf(stranger.ask('GET', '/v1/audits', { headers: { 'x-api-key': 'aa_no-such-key' } })),
    () => statusOf(stranger.ask('POST', '/v1/audit', { body: Buffer.from('{'.repeat(10_000)) })),
    () => statusOf(stranger.ask('GET', `/v1/audits/${'0'.repeat(32)}/audio/0?signature=x&expires=1`)),
    () => statusOf(keyed.ask('DELETE', '/v1/audits/..%2f..%2fetc')),
  ]
}
