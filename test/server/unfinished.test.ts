// Audits that wait, run or have failed: what is told of them meanwhile, here and on another server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { BASE_URL, type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { accountCaller } from '../../src/store/caller.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

let service: TestService
let documentation: Documentation
let owner: Caller
/** One for each file that is being listened to. */
const waiting: (() => void)[] = []

beforeAll(async () => {
  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  service = await TestService.start({ pool: contentPool(turn) })
  documentation = new Documentation(service.app)
  owner = await service.caller(1000)
})
afterAll(() => service?.stop())

const overview = async (query = '') => {
  const answer = await service.get(`/v1/audits/overview${query}`, owner.key)
  documentation.expectDescribed('GET', '/v1/audits/overview', answer)
  return answer.json()
}
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('an audit tells when its turn has come, how many files are done, and what is left', async () => {
  const files = [300, 400, 500, 600].map((pitchHz) => file(`${pitchHz}.wav`, toneWav(pitchHz)))
  const sent = await service.audit(checks('quality'), files, owner.key, { prefer: 'respond-async' })
  const { auditId, statusUrl } = sent.json()
  const path = statusUrl.slice(BASE_URL.length)
  const events = service.get(path, owner.key, { accept: 'text/event-stream' })
  const status = async () => (await service.get(path, owner.key)).json()
  await until(() => waiting.length === 2)
  expect(await status()).toMatchObject({ status: 'running', filesDone: 0 })
  expect(await status()).not.toHaveProperty('timeLeftSec')
  expect((await overview()).unfinished).toMatchObject([
    { auditId, status: 'running', fileCount: 4, filesDone: 0, firstFiles: ['300.wav', '400.wav', '500.wav'] },
  ])
  waiting.shift()!()
  await until(async () => (await status()).filesDone === 1)
  expect((await status()).timeLeftSec).toBeTypeOf('number')
  // Who asks another server is told what was last written down.
  const other = await service.variant({})
  const elsewhere = async () => (await other.get(path, owner.key)).json()
  await until(async () => (await elsewhere()).filesDone === 1)
  expect(await elsewhere()).toMatchObject({ status: 'running', timeLeftSec: expect.any(Number) })
  await other.app.close()
  await until(() => {
    for (const letGo of waiting.splice(0)) letGo()
    return service.context.running.find(accountCaller(owner.accountId), auditId) === undefined
  })
  const told = [...(await events).body.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, kind, data]) => ({
    kind,
    ...JSON.parse(data),
  }))
  const states = told
    .filter(({ kind }) => kind !== 'progress')
    .map(({ status, filesDone }) => [status, filesDone])
  expect(states[0][0]).toMatch(/queued|running/)
  expect(states).toContainEqual(['running', 0])
  expect(states).toContainEqual(['running', 1])
  expect(states.at(-1)).toEqual(['done', 4])
  expect(await overview()).toMatchObject({ unfinished: [], audits: [{ auditId }] })
})

test('a failed audit is listed with what went wrong, until it is deleted', async () => {
  const stopped = await service.audit(checks('quality'), [file('slow.wav', toneWav(800))], owner.key, {
    prefer: 'respond-async',
  })
  const { auditId } = stopped.json()
  await until(() => waiting.length === 1)
  const running = service.context.running.find(accountCaller(owner.accountId), auditId)!
  running.running.stop('Somebody stopped it.')
  await running.ended
  waiting.splice(0)
  const [failed] = (await overview('?search=SLOW')).unfinished
  expect(failed).toMatchObject({
    auditId,
    status: 'failed',
    error: { code: 'cancelled', message: 'Somebody stopped it.' },
    finishedAt: expect.any(String),
  })
  expect((await overview('?search=nothing')).unfinished).toEqual([])
  expect((await service.delete(`/v1/audits/${auditId}`, owner.key)).statusCode).toBe(204)
  expect((await overview('?search=slow')).unfinished).toEqual([])
})

test('an audit has the name that its owner gives it, whatever is in it, and no stranger gives it one', async () => {
  const answer = service.audit(checks('quality'), [file('one.wav', toneWav(900))], owner.key)
  await until(() => waiting.length === 1)
  waiting.shift()!()
  const { auditId } = (await answer).json()
  const name = (text: string, key = owner.key) =>
    service.app.inject({
      method: 'PUT',
      url: `/v1/audits/${auditId}/name?${new URLSearchParams({ name: text })}`,
      headers: { 'x-api-key': key },
    })
  const given = await name('  <b>Chapter 3</b> \u202e\0 ')
  documentation.expectDescribed('PUT', '/v1/audits/{auditId}/name', given)
  expect(given.statusCode).toBe(204)
  const item = async () => (await service.get(`/v1/audits/${auditId}`, owner.key)).json()
  expect((await item()).name).toBe('<b>Chapter 3</b> \u202e\0')
  expect((await overview('?search=chapter%203')).audits).toMatchObject([
    { auditId, name: (await item()).name },
  ])
  const stranger = await service.caller(0)
  expect((await name('mine', stranger.key)).statusCode).toBe(404)
  expect((await name('x'.repeat(121))).statusCode).toBe(400)
  await name('')
  expect(await item()).not.toHaveProperty('name')
})
