// One service of several processes: what callers get and pay is as from one process, whatever happens to the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAudit } from '../../lab/service/audits.js'
import { Cluster, type Member } from '../../lab/service/cluster.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { describeWith } from '../machine/needing.js'

describeWith(['Redis', 'PostgreSQL'], 'several processes', () => {
  let cluster: Cluster
  let api: Member
  let workers: Member[]

  beforeAll(async () => {
    cluster = await Cluster.start()
    ;[api, ...workers] = await Promise.all([
      cluster.add('api'),
      cluster.add('worker', { WORKER_LOST_SEC: '2' }),
      cluster.add('worker', { WORKER_LOST_SEC: '2' }),
    ])
  })
  afterAll(() => cluster?.end())

  test('give the same result as one, byte for byte', async () => {
    const sounds = []
    for (const text of ['The harbour was quiet.', 'Seven children played.']) {
      const { samples, sampleRateHz } = await voice('flite:slt').speak(text)
      sounds.push(wavBytes(samples, sampleRateHz))
    }
    const alone = await cluster.add('all', { REDIS_URL: '' })
    const results = []
    for (const member of [api, alone]) {
      const { key } = await cluster.account(100)
      const answer = await sendAudit(member.address, key, { sounds, checksOn: ['quality'] })
      expect(answer.status).toBe(200)
      const body = await answer.text()
      const { auditId, timing, reportUrl } = JSON.parse(body)
      results.push(
        body
          .replace(JSON.stringify(timing), '')
          .replace(JSON.stringify(reportUrl), '')
          .replaceAll(auditId, ''),
      )
    }
    await alone.end('SIGTERM')
    expect(results[0]).toBe(results[1])
    expect(results[0].length).toBeGreaterThan(200)
  })

  test('tell those who watch them what waits and who is busy', async () => {
    const metrics = await (await fetch(`${api.address}/metrics`)).text()
    for (const name of ['queue_audio_seconds', 'queue_files', 'queue_jobs']) {
      expect(metrics).toMatch(new RegExp(`^audio_audit_${name} \\d`, 'm'))
    }
    const ofWorker = await (await fetch(`${workers[0].address}/metrics`)).text()
    expect(ofWorker).toMatch(/^audio_audit_workers 1$/m)
    expect(ofWorker).toMatch(/^audio_audit_busy_share \d/m)
    for (const member of [api, workers[0]]) {
      const ready = await fetch(`${member.address}/readyz`)
      expect(await ready.json()).toMatchObject({ status: 'ready', checks: { queue: 'ok' } })
      expect((await fetch(`${member.address}/healthz`)).status).toBe(200)
    }
    expect((await fetch(`${workers[0].address}/v1/audits`)).status).toBe(404)
  })

  test('lose nothing and charge nothing twice when a worker is killed, told to stop, or comes', async () => {
    const { accountId, key } = await cluster.account(1000)
    let isOver = false
    let answered = 0
    const lanes = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const answer = await sendAudit(api.address, key)
        expect(answer.status, await answer.text()).toBe(200)
        answered++
      }
    })
    const all = Promise.all(lanes)
    await sleep(500)
    await workers[0].end('SIGKILL')
    expect(await workers[1].end('SIGTERM')).not.toBeNull()
    workers = [await cluster.add('worker', { WORKER_LOST_SEC: '2' })]
    const before = answered
    while (answered < before + 4) await sleep(50)
    isOver = true
    await all
    expect(await cluster.balance(accountId)).toBe(1000 - 2 * answered)
    expect(await cluster.store.ledger.abandoned(true)).toEqual([])
  }, 60_000)

  test('count requests together, and each for itself while Redis is away', async () => {
    const env = { RATE_LIMIT_PER_KEY: '4' }
    const apis = await Promise.all([cluster.add('api', env), cluster.add('api', env)])
    const [{ key }, other] = await Promise.all([cluster.account(1), cluster.account(1)])
    const ask = async (member: Member, apiKey = key) => {
      const answer = await fetch(`${member.address}/v1/balance`, { headers: { 'x-api-key': apiKey } })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    }
    const statuses = []
    for (const member of [...apis, ...apis, ...apis, ...apis]) statuses.push((await ask(member)).status)
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200])
    // Each by itself would allow all eight. On a crowded machine Redis may answer too late once or twice.
    expect(statuses.slice(6)).toEqual([429, 429])
    expect(Number((await ask(apis[0])).retryAfter)).toBeGreaterThan(30)
    await cluster.redis.kill()
    try {
      for (let time = 0; time < 4; time++) expect((await ask(apis[1], other.key)).status).toBe(200)
      expect((await ask(apis[1], other.key)).status).toBe(429)
    } finally {
      await cluster.redis.start()
    }
    await Promise.all(apis.map((member) => member.end('SIGKILL')))
  })

  test('end and say so when Redis does not answer', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:9' }
    const starting = [cluster.add('api', env), cluster.add('worker', env)]
    for (const each of starting) await expect(each).rejects.toThrow('REDIS_URL cannot be used')
  })
})
