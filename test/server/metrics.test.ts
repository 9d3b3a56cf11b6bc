// Who may read /metrics.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestService } from '../../lab/service/test-service.js'
import { Metrics } from '../../src/server/metrics.js'
import { openMetricsPort } from '../../src/server/metrics-port.js'
import { contentPool } from './pools.js'

let service: TestService
beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
})
afterAll(() => service?.stop())

const read = (at: TestService, remoteAddress: string, headers: Record<string, string> = {}) =>
  at.app.inject({ url: '/metrics', remoteAddress, headers })

test('without a token they are for this machine alone', async () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect((await read(service, address)).statusCode).toBe(200)
  }
  for (const address of ['10.0.0.7', '203.0.113.5', '::ffff:10.0.0.7', 'fe80::1']) {
    const answer = await read(service, address)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error.message).toContain('METRICS_TOKEN')
  }
})

test('what comes through a proxy on this machine is not from this machine, whoever is believed', async () => {
  const trusting = await service.variant({ config: { trustProxy: true } })
  for (const at of [service, trusting]) {
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto']) {
      expect((await read(at, '127.0.0.1', { [name]: '127.0.0.1' })).statusCode).toBe(401)
    }
    expect((await read(at, '203.0.113.5', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(401)
  }
  await trusting.app.close()
})

test('with a token they are for whoever sends it, from anywhere', async () => {
  const guarded = await service.variant({ config: { metricsToken: 'a secret' } })
  const far = '203.0.113.5'
  expect((await read(guarded, far, { authorization: 'Bearer a secret' })).statusCode).toBe(200)
  for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: 'Bearer' }]) {
    expect((await read(guarded, far, headers as Record<string, string>)).statusCode).toBe(401)
    expect((await read(guarded, '127.0.0.1', headers as Record<string, string>)).statusCode).toBe(401)
  }
  await guarded.app.close()
})

test('a port of their own serves nothing else, and the other port serves them no more', async () => {
  const elsewhere = await service.variant({ config: { metricsPort: 0 } })
  const answer = await read(elsewhere, '127.0.0.1')
  expect(answer.statusCode).toBe(404)
  expect(answer.json().error.message).toContain('a port of their own')
  await elsewhere.app.close()
  const log = pino({ level: 'silent' })
  const settings = { metricsPort: 0, metricsHost: '127.0.0.1', metricsToken: undefined }
  expect(await openMetricsPort({ ...settings, metricsPort: undefined }, new Metrics(), log)).toBeUndefined()
  for (const metricsToken of [undefined, 'a secret']) {
    const opened = (await openMetricsPort({ ...settings, metricsToken }, new Metrics(), log))!
    const address = `http://127.0.0.1:${opened.port}`
    const plain = await fetch(`${address}/metrics`)
    expect(plain.status).toBe(metricsToken ? 401 : 200)
    const told = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(await told.text()).toContain('audio_audit_audits_total')
    expect((await fetch(`${address}/v1/balance`)).status).toBe(404)
    await opened.close()
  }
})
