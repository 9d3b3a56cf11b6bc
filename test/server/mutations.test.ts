// Requests that were right once, changed by chance. Whatever comes of it: no failure of ours, no word about the inside of
// the service or about others, no charge without an audit. MUTATED_REQUESTS sets how many, MUTATION_SEED which.
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../lab/random.js'
import { type FormPart, field, file, multipart } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { corrupt } from '../../src/audio/decode/error.js'
import { creditBalance } from '../../src/billing/credit-account.js'
import { accountCaller } from '../../src/store/caller.js'
import { mutated, pick, rawRequest } from './mutations.js'
import { contentPool } from './pools.js'

const COUNT = Number(process.env.MUTATED_REQUESTS ?? 5_000)
const SEED = Number(process.env.MUTATION_SEED ?? 1)
const MS_PER_REQUEST = 100
/** Some requests are waited for; meanwhile others are sent, each lane on an account of its own. */
const LANES = 16
const AFTER_HANGING_UP_MS = 100
const CREDITS = 1_000_000
/** Requests in a row that were refused, after which the balance is looked at; after all others it is at once. */
const REFUSALS_PER_LOOK = 20
const PATIENCE_MS = 1_000
const SILENCE_MS = 10_000
const VICTIM_FILE = 'the-secret-of-the-other.wav'

let service: TestService
let port: number
let callers: Caller[]
let victim: Caller
let victimAudit: string
let victimKeyId: string
const complaints: string[] = []

const parts: FormPart[] = [
  file('a.wav', toneWav(300, 0.01)),
  field('accuracy', 'high'),
  file('b "2".wav'.replaceAll('"', '%22'), toneWav(400, 0.01)),
  field('deviationThreshold', '0.2'),
  field('qualityChecks', '{"garble":false}'),
  field('scripts', '{"a.wav":"[warmly] Hello there."}'),
]

/** Hears no fault in anything, and nothing at all for the checks that chance may turn on. */
const quality = contentPool()
const listen: typeof quality.listen = async (heard, requests, options) => {
  if (requests.some(({ check }) => check !== 'quality')) throw corrupt('nothing can be heard')
  return quality.listen(heard, requests, options)
}

beforeAll(async () => {
  service = await TestService.start({
    pool: { ...quality, listen },
    onLog: (line) => {
      if (/"level":(50|60)/.test(line)) complaints.push(line)
    },
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
  callers = await Promise.all(Array.from({ length: LANES }, () => service.caller(CREDITS)))
  victim = await service.caller(1_000)
  const secret = await service.audit(checks('quality'), [file(VICTIM_FILE, toneWav(999))], victim.key)
  victimAudit = secret.json().auditId
  victimKeyId = (await service.get('/v1/keys', victim.key)).json().keys[0].id
})
afterAll(() => service?.stop())

const decision = { file: VICTIM_FILE, check: 'quality', kind: 'quality', timeSec: null, decision: 'accept' }

function requestsOf(caller: Caller): Buffer[] {
  const { headers, body } = multipart(parts)
  const all = { ...headers, 'x-api-key': caller.key }
  const audit = `/v1/audit?${new URLSearchParams({ ...checks('quality'), forceFresh: 'false' })}`
  const posted = (more: Record<string, string>) => rawRequest('POST', audit, { ...all, ...more }, body)
  const own = { 'x-api-key': caller.key }
  const scripted = (scripts: string) => {
    const form = multipart([file('a.wav', toneWav(300, 0.01)), field('scripts', scripts)])
    return rawRequest('POST', audit, { ...form.headers, ...own }, form.body)
  }
  return [
    posted({}),
    posted({ 'idempotency-key': 'one' }),
    posted({ prefer: 'respond-async' }),
    rawRequest('POST', audit, headers, body),
    scripted(`{"a.wav":${'['.repeat(2_000)}${']'.repeat(2_000)}}`),
    scripted(`{${Array.from({ length: 2_000 }, (_, at) => `"${at}.wav":"x"`).join(',')}}`),
    rawRequest('GET', '/v1/keys', own),
    rawRequest('POST', '/v1/keys?name=build&scopes=read', own),
    rawRequest('DELETE', `/v1/keys/${victimKeyId}`, own),
    rawRequest('DELETE', `/v1/audits/${victimAudit}`, own),
    rawRequest('DELETE', `/v1/audits/${victimAudit}/report`, own),
    rawRequest(
      'PUT',
      `/v1/audits/${victimAudit}/decisions`,
      { ...own, 'content-type': 'application/json' },
      Buffer.from(JSON.stringify({ decisions: [decision] })),
    ),
    rawRequest('GET', `/v1/audits/${victimAudit}/decisions`, own),
    rawRequest('GET', `/v1/audits/${victimAudit}/captions/0?format=srt&level=word`, own),
    rawRequest('POST', '/v1/session', own),
    rawRequest('GET', '/v1/balance/history', own),
    rawRequest('GET', '/v1/audits?limit=2', { authorization: `Bearer ${caller.key}` }),
    rawRequest('GET', `/v1/audits/${victimAudit}`, { 'x-api-key': caller.key }),
    rawRequest('GET', `/v1/audits/${victimAudit}/audio/0?expires=99999999999&signature=Zm9v`, {}),
    rawRequest('GET', `/v1/audits/${victimAudit}/report`, { 'x-report-token': 'x' }),
  ]
}

/** All that comes back until one side hangs up. What was sent is all that is sent. */
function exchange(message: Buffer, patienceMs = PATIENCE_MS): Promise<string> {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(message)
      // To hang up is to call the request off, so that is done only where the rest of it would be waited for.
      if (!isWhole(message)) socket.end()
    })
    // Some that look whole are not, to the server: then it is told that there is no more.
    const patience = setTimeout(() => socket.end(), patienceMs)
    socket.setTimeout(SILENCE_MS, () => {
      answer = Buffer.concat([answer, Buffer.from('SILENCE')])
      socket.destroy()
    })
    socket.on('data', (piece) => {
      answer = Buffer.concat([answer, piece])
      if (isWhole(answer)) socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(answer.toString())
    })
  })
}

/** Head and body of a request or an answer, as long as it says of itself. */
function isWhole(message: Buffer): boolean {
  const end = message.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /^content-length: *(\d+) *\r?$/im.exec(message.subarray(0, end).toString('latin1'))?.[1]
  return message.length - end - 4 >= Number(length ?? 0)
}

const insides =
  /node_modules|\n\s+at |\.ts:\d|\.js:\d|\bSELECT\b|\bINSERT\b|\bUPDATE\b .* SET|drizzle|pglite|postgres|ENOENT|EACCES|errno|FST_|busboy/i

/** Statuses of everything that was answered: a message cut into two may be answered twice. */
const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

function expectDecent(answer: string, about: string): void {
  expect(answer, about).not.toContain('SILENCE')
  for (const status of statusesIn(answer))
    expect(status, `${about}\n${complaints.join('\n')}`).toBeLessThan(500)
  // A name that was sent may come back; what was not sent must not.
  expect(answer.replaceAll(/DROP TABLE audits/g, ''), about).not.toMatch(insides)
  expect(answer, about).not.toContain(service.dataFolder)
  for (const secret of [VICTIM_FILE, victim.key, victim.accountId]) {
    expect(answer, about).not.toContain(secret)
  }
}

/** Audits that were accepted go on after the answer, and those that were hung up on may only have begun. */
async function settledFor({ accountId }: Caller, isAnswered: boolean): Promise<void> {
  if (!isAnswered) await sleep(AFTER_HANGING_UP_MS)
  // biome-ignore lint/complexity/useLiteralKeys: private, and of no use to anybody but this test
  const inside = [...service.context.running['entries'].values()]
  const own = inside.filter(({ running }) => running.charged.caller === accountCaller(accountId))
  await Promise.all(own.map(({ ended }) => ended))
}

async function settled(): Promise<void> {
  await service.context.running.drain(SILENCE_MS)
}

const filesIn = async (folder: string) => {
  const found = await readdir(path.join(service.dataFolder, folder), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).length
}

test('the requests are right before they are changed', async () => {
  const answers: number[] = []
  // To hang up on one of these would be to call off what must be answered, however slow the machine is.
  for (const original of requestsOf(callers[0]))
    answers.push(...statusesIn(await exchange(original, SILENCE_MS)))
  expect(answers).toEqual([
    ...[200, 200, 202, 402, 400, 400, 200, 201, 404, 404, 404, 404, 404, 404, 204, 200],
    ...[200, 404, 404, 404],
  ])
  await settled()
})

test('an id of a key that the database cannot compare is one that is not there', async () => {
  const answer = await exchange(
    rawRequest('DELETE', '/v1/keys/c97%0023a07b147c62d618485f1a75aa60b', { 'x-api-key': callers[0].key }),
    SILENCE_MS,
  )
  expect(statusesIn(answer)).toEqual([404])
})

test(
  `${COUNT} mutated requests`,
  async () => {
    const outcomes = new Map<string, number>()
    const cpu = process.cpuUsage()
    const lane = async (caller: Caller, seed: number) => {
      const random = seededRandom(seed)
      const originals = requestsOf(caller)
      let balance: number | undefined = await creditBalance(service.store, caller.accountId)
      // Of the requests since the balance was looked at last: one that may rightly have been charged.
      let mayBeCharged = false
      // What was hung up on may be charged, and given back, a while after.
      let isCertainFrom = 0
      for (let at = 0; at < COUNT / LANES; at++) {
        const message = mutated(pick(random, originals), random)
        const about = `request ${at} of seed ${seed}`
        const answer = await exchange(message)
        expectDecent(
          answer,
          `${about}:\n${message.toString('latin1').slice(0, 3000)}\n\n${answer.slice(0, 2000)}`,
        )
        const statuses = statusesIn(answer)
        const outcome = statuses.join('+') || 'no answer'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        await settledFor(caller, statuses.length > 0)
        if (statuses.length === 0) isCertainFrom = at + REFUSALS_PER_LOOK
        mayBeCharged ||= statuses.some((status) => status === 200 || status === 202)
        if (!mayBeCharged && at % REFUSALS_PER_LOOK > 0) continue
        const now = await creditBalance(service.store, caller.accountId)
        // Charged: then there is an audit, and whoever was still there was told so.
        if (at >= isCertainFrom && balance !== undefined) {
          expect(now, about).toBeLessThanOrEqual(balance)
          if (!mayBeCharged) expect(now, `${about}, or one of those before it`).toBe(balance)
        }
        // What may still be given back is nothing to measure the next by.
        balance = at >= isCertainFrom ? now : undefined
        mayBeCharged = false
      }
    }
    await Promise.all(callers.map((caller, at) => lane(caller, SEED * LANES + at)))
    const { user, system } = process.cpuUsage(cpu)
    console.info(
      `${((user + system) / 1e6).toFixed(1)} CPU s; answers: ${[...outcomes].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
    )
    // Not all of them may have been refused at the door, or little was tried.
    expect([...outcomes.keys()].length).toBeGreaterThan(4)
  },
  60_000 + COUNT * MS_PER_REQUEST,
)

test('afterwards every credit is accounted for, nothing lies about, and the service is well', async () => {
  await settled()
  for (const { accountId } of callers) {
    expect(await creditBalance(service.store, accountId)).toBeCloseTo(CREDITS - (await spentBy(accountId)), 6)
  }
  expect(await service.balance(victim.key)).toBe(999)
  expect(await filesIn('uploads')).toBe(0)
  // Whoever has gone has left the place behind.
  expect(await service.context.metrics.text()).toMatch(/^audio_audit_\w*admitted\w* 0$/m)
  expect(complaints).toEqual([])
  const answer = await service.audit(checks('quality'), parts, callers[0].key)
  expect(answer.statusCode).toBe(200)
})

/** What all audits of an account cost together. */
async function spentBy(accountId: string): Promise<number> {
  let sum = 0
  let cursor: string | undefined
  do {
    const page = await service.store.audits.page(accountCaller(accountId), { limit: 100, cursor })
    for (const { resultJson } of page.audits) sum += JSON.parse(resultJson).creditsUsed
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return sum
}
