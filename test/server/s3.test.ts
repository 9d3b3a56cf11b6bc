// Audio in a bucket, from the request to the link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { type S3Engine, startS3 } from '../../lab/service/engines.js'
import { file } from '../../lab/service/multipart.js'
import { sha256 } from '../../lab/service/sample-audit.js'
import { toneWav } from '../../lab/service/sounds.js'
import { BASE_URL, checks, TestService } from '../../lab/service/test-service.js'
import { placeOf } from '../../src/store/blobs.js'
import { accountCaller } from '../../src/store/caller.js'
import { StoreError } from '../../src/store/errors.js'
import { openStore } from '../../src/store/store.js'
import { forged } from './forged-link.js'
import { contentPool } from './pools.js'

let s3: S3Engine
let service: TestService
beforeAll(async () => {
  s3 = await startS3()
  service = await TestService.start({
    pool: contentPool(),
    database: { dataFolder: await newDataFolder(), s3: s3.settings },
  })
})
afterAll(async () => {
  await service?.stop()
  await s3?.stop()
})

test('audio of an audit lies in the bucket, is served from there whole and in part, and goes with the audit', async () => {
  const { accountId, key } = await service.caller(10)
  const sounds = [toneWav(440), toneWav(550)]
  const parts = sounds.map((sound, at) => file(`${at}.wav`, sound))
  const answer = await service.audit(checks('quality'), parts, key)
  expect(answer.statusCode, answer.body).toBe(200)
  const { auditId } = answer.json()
  const places = sounds.map((sound) => placeOf({ caller: accountCaller(accountId), sha256: sha256(sound) }))
  expect((await s3.objects()).sort()).toEqual(places.map((place) => `audio/${place}`).sort())

  const { audioUrls } = (await service.get(`/v1/audits/${auditId}`, key)).json()
  for (const [at, sound] of sounds.entries()) {
    const url = audioUrls[at].slice(BASE_URL.length)
    const whole = await service.get(url)
    expect(whole.statusCode).toBe(200)
    expect(whole.rawPayload.equals(sound)).toBe(true)
    const part = await service.get(url, undefined, { range: 'bytes=100-299' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-299/${sound.length}`)
    expect(part.rawPayload.equals(sound.subarray(100, 300))).toBe(true)
    const end = await service.get(url, undefined, { range: 'bytes=-7' })
    expect(end.rawPayload.equals(sound.subarray(-7))).toBe(true)
    const beyond = await service.get(url, undefined, { range: `bytes=${sound.length}-` })
    expect(beyond.statusCode).toBe(416)
    expect((await service.get(forged(url))).statusCode).toBe(404)
  }

  expect((await service.delete(`/v1/audits/${auditId}`, key)).statusCode).toBe(204)
  expect(await s3.objects()).toEqual([])
})

test.each([
  ['is not there', { bucket: 'elsewhere' }, 'no such bucket'],
  ['is on a server that does not answer', { endpoint: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
  [
    'takes other credentials',
    { credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'wrong' } },
    'credentials',
  ],
])('a bucket that %s is named at the start', async (_, wrong, why) => {
  const opening = openStore({ dataFolder: service.dataFolder, s3: { ...s3.settings, ...wrong } })
  const error = await opening.catch((refused) => refused)
  expect(error).toBeInstanceOf(StoreError)
  expect(error.message).toContain('S3_BUCKET')
  expect(error.message).toContain(why)
})
