// A request that is sent again under its Idempotency-Key: after a line that broke, beside the first, and written otherwise.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, field, file, multipart } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { checks, TestService } from '../../lab/service/test-service.js'
import { qualityCheckNames } from '../../src/checks/check.js'
import { contentPool, holdingPool } from './pools.js'

const quality = checks('quality')
const tones = [file('one.wav', toneWav(300)), file('two.wav', toneWav(310))]
const replayed = 'idempotency-replayed'

let service: TestService
beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
})
afterAll(() => service.stop())

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(5)
}

/** Sends all of the request over a real connection. */
async function sentTo(slow: TestService, key: string, idempotencyKey?: string) {
  const address = new URL(await slow.app.listen({ port: 0, host: '127.0.0.1' }))
  const { headers, body } = multipart(tones)
  const socket = connect(Number(address.port), address.hostname)
  const keyLine = idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`
  socket.write(
    `POST /v1/audit?${new URLSearchParams(quality)} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${keyLine}Content-Length: ${body.length}\r\nContent-Type: ${headers['content-type']}\r\n\r\n`,
  )
  socket.write(body)
  return socket
}

describe('when the line breaks after the upload', () => {
  test('the audit goes on, and the same request gets its result', async () => {
    const { key } = await service.caller(4)
    const holding = holdingPool()
    const slow = await service.variant({ pool: holding.pool })
    const socket = await sentTo(slow, key, 'order 1')
    await until(() => holding.heard() > 0)
    socket.destroy()
    await until(async () => (await connections(slow)) === 0)
    const again = slow.audit(quality, tones, key, { 'idempotency-key': 'order 1' })
    const asynchronous = await slow.audit(quality, tones, key, {
      'idempotency-key': 'order 1',
      prefer: 'respond-async',
    })
    expect([asynchronous.statusCode, asynchronous.headers[replayed]]).toEqual([202, 'true'])
    // On another server, which can only look.
    const elsewhere = service.audit(quality, tones, key, { 'idempotency-key': 'order 1' })
    expect(await slow.balance(key)).toBe(2)
    holding.release()
    const answers = await Promise.all([again, elsewhere])
    const later = await slow.audit(quality, tones, key, { 'idempotency-key': 'order 1' })
    for (const answer of [...answers, later]) {
      expect([answer.statusCode, answer.headers[replayed]]).toEqual([200, 'true'])
      expect(answer.json().auditId).toBe(asynchronous.json().auditId)
    }
    expect([holding.heard(), await slow.balance(key)]).toEqual([2, 2])
    await slow.app.close()
  })

  test('without a key it is stopped and nothing is charged', async () => {
    const { key } = await service.caller(4)
    const holding = holdingPool()
    const slow = await service.variant({ pool: holding.pool })
    const socket = await sentTo(slow, key)
    await until(() => holding.heard() > 0)
    expect(await slow.balance(key)).toBe(2)
    socket.destroy()
    await until(async () => (await slow.balance(key)) === 4)
    await slow.app.close()
  })

  test('and the service stops, its credits go back and the request can be sent again', async () => {
    const { key } = await service.caller(4)
    const holding = holdingPool()
    const slow = await service.variant({ pool: holding.pool })
    const socket = await sentTo(slow, key, 'order 2')
    await until(() => holding.heard() > 0)
    socket.destroy()
    const waiting = slow.audit(quality, tones, key, { 'idempotency-key': 'order 2' })
    await until(async () => (await connections(slow)) === 0)
    slow.announceStop()
    await slow.context.running.drain(0)
    expect((await waiting).json().error).toMatchObject({ code: 'busy' })
    expect(await service.balance(key)).toBe(4)
    const anew = await service.audit(quality, tones, key, { 'idempotency-key': 'order 2' })
    expect([anew.statusCode, anew.headers[replayed]]).toEqual([200, undefined])
    await slow.app.close()
  })
})

function connections({ app }: TestService): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

describe('of two at the same time', () => {
  test('one is run and both get it, with credits for one', async () => {
    const { key } = await service.caller(2)
    const send = () => service.audit(quality, tones, key, { 'idempotency-key': 'order 3' })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers[replayed] === 'true')).toHaveLength(2)
    expect(await service.balance(key)).toBe(0)
    // Paid before, it is not short of credits.
    const later = await send()
    expect([later.statusCode, later.headers[replayed]]).toEqual([200, 'true'])
  })

  test('both get the failure of a run that fails, and the next is run anew', async () => {
    const { key } = await service.caller(4)
    let fail = () => {}
    const failing = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('out of order'))
    })
    let heard = 0
    const broken = await service.variant({
      pool: contentPool(() => {
        heard++
        return failing
      }),
    })
    const send = (to: TestService) => to.audit(quality, tones, key, { 'idempotency-key': 'order 4' })
    const first = send(broken)
    await until(() => heard > 0)
    const second = send(broken)
    await sleep(50)
    fail()
    const answers = await Promise.all([first, second])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    expect(await service.balance(key)).toBe(4)
    const anew = await send(service)
    expect([anew.statusCode, anew.headers[replayed], await service.balance(key)]).toEqual([200, undefined, 2])
    await broken.app.close()
  })
})

describe('the same request written otherwise', () => {
  const scripts = { 'one.wav': 'The harbour lay still.', 'two.wav': 'Nobody spoke.' }
  const allOn = Object.fromEntries(qualityCheckNames.map((name) => [name, true]))
  const asked = [...tones, field('scripts', JSON.stringify(scripts))]
  let key: string
  const send = (parts: FormPart[], query: Record<string, string> = quality) =>
    service.audit(query, parts, key, { 'idempotency-key': 'order 5' })

  beforeAll(async () => {
    key = (await service.caller(2)).key
    expect((await send(asked)).statusCode).toBe(200)
  })

  const [one, two] = Object.entries(scripts)
  test.each<[string, FormPart[], Record<string, string>?]>([
    ['the accuracy spelled out', [...asked, field('accuracy', 'standard')]],
    ['the threshold spelled out', [...asked, field('deviationThreshold', '0.15')]],
    ['the threshold with a zero more', [...asked, field('deviationThreshold', '0.150')]],
    ['no quality check changed', [...asked, field('qualityChecks', '{}')]],
    ['every quality check on', [...asked, field('qualityChecks', JSON.stringify(allOn))]],
    ['optional fields left empty', [...asked, field('accuracy', ''), field('deviationThreshold', '')]],
    ['forceFresh other than true', asked, { ...quality, forceFresh: 'no' }],
    ['forceFresh spelled out', asked, { ...quality, forceFresh: 'false' }],
    ['keys in another order', [...tones, field('scripts', JSON.stringify(Object.fromEntries([two, one])))]],
    ['fields before files', [asked[2], ...tones]],
  ])('%s is the same', async (_, parts, query) => {
    const answer = await send(parts, query)
    expect([answer.statusCode, answer.headers[replayed]]).toEqual([200, 'true'])
  })

  test.each<[string, FormPart[], Record<string, string>?]>([
    ['another threshold', [...asked, field('deviationThreshold', '0.16')]],
    ['a quality check off', [...asked, field('qualityChecks', '{"hum":false}')]],
    ['no scripts', tones],
    ['another order of files', [tones[1], tones[0], asked[2]]],
    ['forceFresh', asked, { ...quality, forceFresh: 'true' }],
  ])('%s is another request', async (_, parts, query) => {
    const answer = await send(parts, query)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'conflict'])
  })
})
