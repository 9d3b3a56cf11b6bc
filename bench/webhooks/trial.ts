// Events of real audits to a receiver that cannot be relied on, while the service that sends them is killed again and again.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { seededRandom } from '../../lab/random.js'
import { freshTone, sendAudit } from '../../lab/service/audits.js'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { type RunningServer, runServer } from '../../lab/service/running-server.js'
import { type ReceivedMessage, WebhookReceiver } from '../../lab/service/webhook-receiver.js'
import { grantCredits } from '../../src/billing/credit-account.js'
import { openEmbeddedDatabase } from '../../src/store/database.js'
import { openStore } from '../../src/store/store.js'
import { moodBy, PATIENCE_SEC } from './moods.js'

export interface TrialSize {
  events: number
  kills: number
  seed: number
}

export interface TrialFigures {
  /** Audits that ended, each of which is an event. */
  events: number
  completed: number
  failed: number
  kills: number
  /** Times that the receiver was away altogether. */
  deaths: number
  attempts: number
  mostAttempts: number
  /** Received more than once after the receiver had taken it, as "at least once" allows. */
  repeated: number
  seconds: number
  /** All of these must be 0. */
  wrong: {
    'ended audits without an event': number
    'events not delivered': number
    'delivered but never taken by the receiver': number
    'not verified by the standardwebhooks package': number
    'attempts out of order': number
    'attempts at the same time': number
    'redirects followed': number
  }
}

const GRANTED = 1_000_000
const LANES = 3
/** So long after its first answer a service lives at most, beyond its share of the events. */
const LONGEST_LIFE_MS = 2_000
/** With these moods a message is taken at every second attempt; that all of so many fail is not to be expected. */
const RETRIES = 49
const LOOK_EVERY_MS = 500
/** The receiver is away now and then, for a while. */
const DEATH_EVERY_MS = 5_000
const DEATH_MS = 1_000

const SERVICE = {
  OUTBOUND_NETWORKS: '127.0.0.0/8',
  OUTBOUND_HTTP: 'true',
  WEBHOOK_TIMEOUT_SEC: String(PATIENCE_SEC),
  WEBHOOK_RETRY_SEC: Array.from({ length: RETRIES }, () => '1').join(','),
  RATE_LIMIT_PER_KEY: '1000000',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  MIN_FREE_DISK_MB: '0',
}

export async function webhookTrial(
  { events, kills, seed }: TrialSize,
  onKill: (kill: number, events: number) => void = () => {},
): Promise<TrialFigures> {
  const began = performance.now()
  const random = seededRandom(seed)
  const dataFolder = await newDataFolder()
  const receiver = await WebhookReceiver.start(() => moodBy(random))
  let server: RunningServer | undefined
  let isOver = false
  let deaths = 0
  const dying = (async () => {
    while (!isOver) {
      await sleep(DEATH_EVERY_MS * (0.5 + random()))
      if (isOver) return
      await receiver.die()
      deaths++
      await sleep(DEATH_MS)
      await receiver.revive()
    }
  })()
  try {
    const key = await newKey(dataFolder)
    server = await runServer(dataFolder, SERVICE)
    receiver.secrets = [await register(server, key, receiver.url)]
    let ended = 0
    for (let kill = 1; kill <= kills; kill++) {
      ended += await audits(server, key, Math.ceil(events / kills), random() * LONGEST_LIFE_MS)
      server = await runServer(dataFolder, SERVICE)
      onKill(kill, ended)
    }
    while (await waiting(server, key)) await sleep(LOOK_EVERY_MS)
    await server.end('SIGTERM')
    isOver = true
    await dying
    const figures = await examined(dataFolder, receiver)
    return { ...figures, kills, deaths, seconds: (performance.now() - began) / 1000 }
  } finally {
    isOver = true
    const isRunning = server && server.process.exitCode === null && server.process.signalCode === null
    if (isRunning) await server!.end('SIGKILL')
    await dying
    await receiver.die()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function newKey(dataFolder: string): Promise<string> {
  const store = await openStore({ dataFolder })
  const { id } = await store.accounts.create('hooked')
  const { secret } = await store.apiKeys.create(id, 'hooked')
  await grantCredits(store, id, GRANTED)
  await store.close()
  return secret
}

async function register({ address }: RunningServer, key: string, url: string): Promise<string> {
  const answer = await fetch(`${address}/v1/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { secret, error } = (await answer.json()) as { secret?: string; error?: { message: string } }
  if (!secret) throw new Error(`the endpoint was refused: ${error?.message}`)
  return secret
}

/** Sends audits until so many are answered, and some more until the service is killed in the middle of them. */
async function audits(server: RunningServer, key: string, wanted: number, moreMs: number): Promise<number> {
  let answered = 0
  let isKilled = false
  const lanes = Array.from({ length: LANES }, async () => {
    while (!isKilled) {
      const answer = await sendAudit(server.address, key, { sounds: [freshTone()] }).catch(() => undefined)
      // The connection broke with the service.
      if (!answer) return
      if (!answer.ok) throw new Error(`an audit was answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer().catch(() => undefined)
      answered++
    }
  })
  const all = Promise.all(lanes)
  while (answered < wanted) await Promise.race([sleep(LOOK_EVERY_MS / 10), all])
  await Promise.race([sleep(moreMs), all])
  await server.end('SIGKILL')
  isKilled = true
  await all
  return answered
}

async function waiting({ address }: RunningServer, key: string): Promise<boolean> {
  const answer = await fetch(`${address}/v1/webhooks/deliveries?state=waiting&limit=1`, {
    headers: { 'x-api-key': key },
  })
  return ((await answer.json()) as { deliveries: unknown[] }).deliveries.length > 0
}

interface Row extends Record<string, unknown> {
  audit_state: string
  delivery: string | null
  event: string | null
  delivery_state: string | null
}

async function examined(
  dataFolder: string,
  receiver: WebhookReceiver,
): Promise<Omit<TrialFigures, 'kills' | 'deaths' | 'seconds'>> {
  const { db, close } = await openEmbeddedDatabase(dataFolder)
  const { rows } = await db.execute<Row>(sql`
    SELECT a.state AS audit_state, d.id AS delivery, d.event, d.state AS delivery_state
    FROM audits a LEFT JOIN webhook_deliveries d ON d.audit_id = a.id`)
  await close()
  const expectedEvent: Record<string, string> = { done: 'audit.completed', failed: 'audit.failed' }
  const byId = new Map<string, ReceivedMessage[]>()
  for (const message of receiver.received) {
    const before = byId.get(message.id)
    if (before) before.push(message)
    else byId.set(message.id, [message])
  }
  const seenOf = ({ delivery }: Row) => byId.get(`msg_${delivery}`) ?? []
  const times = rows.map((row) => seenOf(row).map(({ sentAtSec }) => sentAtSec))
  return {
    events: rows.length,
    completed: rows.filter(({ audit_state }) => audit_state === 'done').length,
    failed: rows.filter(({ audit_state }) => audit_state === 'failed').length,
    attempts: receiver.received.length,
    mostAttempts: Math.max(...rows.map((row) => seenOf(row).length)),
    repeated: rows.filter((row) => seenOf(row).findIndex(({ isTaken }) => isTaken) < seenOf(row).length - 1)
      .length,
    wrong: {
      'ended audits without an event': rows.filter(
        ({ audit_state, event }) => event !== expectedEvent[audit_state],
      ).length,
      'events not delivered': rows.filter(({ delivery_state }) => delivery_state !== 'delivered').length,
      'delivered but never taken by the receiver': rows.filter(
        (row) => !seenOf(row).some(({ isTaken }) => isTaken),
      ).length,
      'not verified by the standardwebhooks package': receiver.received.filter(({ verified }) => !verified[0])
        .length,
      'attempts out of order': times.filter((each) => each.some((time, at) => at > 0 && time < each[at - 1]))
        .length,
      'attempts at the same time': receiver.overlaps,
      'redirects followed': receiver.strays,
    },
  }
}
