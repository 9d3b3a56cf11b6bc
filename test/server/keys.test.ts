// What a key may do, for how long, and what ends at once: sessions, and links to audio.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { BASE_URL, type Caller, checks, TestService } from '../../lab/service/test-service.js'
import type { KeyScope } from '../../src/store/key-scopes.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

const SESSION = 'audio_audit_session'
const fromPage = { 'x-audio-audit-web': '1' }
const hourMs = 3_600_000

let service: TestService
let owner: Caller
let documentation: Documentation
beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  owner = await service.caller(1000)
  documentation = new Documentation(service.app)
})
afterAll(() => service?.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method, url, headers })
const withKey = (key: string) => ({ 'x-api-key': key })
const keyWith = async (scopes: KeyScope[], expiresAt?: Date) =>
  (await service.store.apiKeys.create(owner.accountId, 'limited', { scopes, expiresAt })).secret
let pitchHz = 300
const quickly = async (key: string) => {
  const answer = await service.audit(checks('quality'), [file('a.wav', toneWav(pitchHz++))], key)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { auditId: string }
}
const listItem = async (auditId: string) => (await service.get(`/v1/audits/${auditId}`, owner.key)).json()
const within = (link: string) => link.slice(BASE_URL.length)

describe('a key', () => {
  const nothing = '0'.repeat(32)
  const all: { method: Method; url: string; scope: KeyScope }[] = [
    {
      method: 'POST',
      url: '/v1/audit?comparison=false&quality=true&pace=false&scriptAccuracy=false',
      scope: 'audit',
    },
    { method: 'GET', url: '/v1/audits', scope: 'read' },
    { method: 'GET', url: '/v1/audits?limit=nonsense', scope: 'read' },
    { method: 'GET', url: '/v1/audits/overview', scope: 'read' },
    { method: 'GET', url: `/v1/audits/${nothing}`, scope: 'read' },
    { method: 'GET', url: `/v1/audits/${nothing}/status`, scope: 'read' },
    { method: 'GET', url: '/v1/balance', scope: 'read' },
    { method: 'GET', url: '/v1/balance/history', scope: 'read' },
    { method: 'GET', url: '/v1/keys', scope: 'manage' },
    { method: 'POST', url: '/v1/keys?name=x', scope: 'manage' },
    { method: 'DELETE', url: `/v1/keys/${nothing}`, scope: 'manage' },
    { method: 'DELETE', url: `/v1/audits/${nothing}`, scope: 'manage' },
    { method: 'DELETE', url: `/v1/audits/${nothing}/report`, scope: 'manage' },
    { method: 'GET', url: `/v1/audits/${nothing}/decisions`, scope: 'read' },
    { method: 'PUT', url: `/v1/audits/${nothing}/name?name=x`, scope: 'manage' },
  ]

  test.each<KeyScope>(['audit', 'read', 'manage'])(
    'with "%s" alone may do that and nothing else',
    async (own) => {
      const key = await keyWith([own])
      for (const { method, url, scope } of all) {
        const answer = await ask(method, url, withKey(key))
        if (scope === own) {
          expect([method, url, answer.statusCode]).not.toEqual([method, url, 403])
          continue
        }
        expect([method, url, answer.statusCode]).toEqual([method, url, 403])
        const { error } = answer.json()
        expect(error).toMatchObject({ code: 'forbidden', details: [{ scope }] })
        expect(error.message).toContain(`"${scope}"`)
        const path = url.split('?')[0].replace(nothing, path0(url))
        documentation.expectDescribed(method, path, answer)
      }
    },
  )
  const path0 = (url: string) => (url.startsWith('/v1/keys') ? '{keyId}' : '{auditId}')

  test('with "audit" alone reads, revokes and deletes what was made with it, and nothing of its sisters', async () => {
    const [key, sister] = [await keyWith(['audit']), await keyWith(['audit'])]
    const { auditId } = await quickly(key)
    for (const place of ['', '/status']) {
      const url = `/v1/audits/${auditId}${place}`
      expect((await service.get(url, key)).statusCode).toBe(200)
      expect((await service.get(url, sister)).statusCode).toBe(403)
    }
    for (const place of ['/report', '']) {
      expect((await service.delete(`/v1/audits/${auditId}${place}`, sister)).statusCode).toBe(403)
      expect((await service.delete(`/v1/audits/${auditId}${place}`, key)).statusCode).toBe(204)
    }
    const { auditId: other } = await quickly(owner.key)
    expect((await service.get(`/v1/audits/${other}`, key)).statusCode).toBe(403)
    const stranger = await service.caller(0)
    expect((await service.get(`/v1/audits/${other}`, stranger.key)).statusCode).toBe(404)
  })

  test('makes keys with no more scope than its own', async () => {
    const maker = await keyWith(['read', 'manage'])
    const make = (query: string) => ask('POST', `/v1/keys?name=made${query}`, withKey(maker))
    const made = await make('&scopes=manage,read')
    documentation.expectDescribed('POST', '/v1/keys', made)
    expect(made.json()).toMatchObject({ scopes: ['read', 'manage'], expiresAt: null, lastUsedAt: null })
    expect((await service.get('/v1/keys', made.json().secret)).statusCode).toBe(200)
    const beyond = await make('&scopes=read,audit')
    expect(beyond.statusCode).toBe(403)
    expect(beyond.json().error.details).toMatchObject([{ scope: 'audit' }])
    // Left out, it is what most keys are for, as far as the maker has it.
    expect((await make('')).json().scopes).toEqual(['read'])
    const usual = await ask('POST', '/v1/keys?name=usual', withKey(owner.key))
    expect(usual.json().scopes).toEqual(['audit', 'read'])
    for (const wrong of ['', 'all', 'read,', 'read manage', 'audit,read,manage,audit']) {
      const answer = await make(`&scopes=${encodeURIComponent(wrong)}`)
      expect([wrong, answer.statusCode]).toEqual([wrong, 400])
      expect(answer.json().error.details).toMatchObject([{ field: 'scopes' }])
    }
    const onlyManage = await keyWith(['manage'])
    expect((await ask('POST', '/v1/keys?name=x', withKey(onlyManage))).statusCode).toBe(400)
  })

  test('makes keys that do not outlive it', async () => {
    const end = new Date(Date.now() + hourMs)
    const maker = await keyWith(['read', 'manage'], end)
    const make = (expiresAt?: Date | string) => {
      const when = expiresAt instanceof Date ? expiresAt.toISOString() : expiresAt
      return ask(
        'POST',
        `/v1/keys?name=x${when === undefined ? '' : `&expiresAt=${encodeURIComponent(when)}`}`,
        withKey(maker),
      )
    }
    const expected = (time: Date) => time.toISOString().replace('Z', '+00:00')
    expect((await make()).json().expiresAt).toBe(expected(end))
    const sooner = new Date(end.getTime() - 1)
    expect((await make(sooner)).json().expiresAt).toBe(expected(sooner))
    for (const wrong of [new Date(end.getTime() + 1), new Date(Date.now() - 1), 'tomorrow', '2030-01-01']) {
      const answer = await make(wrong)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error.details).toMatchObject([{ field: 'expiresAt' }])
    }
    const listed = (await service.get('/v1/keys', maker)).json().keys
    expect(listed.at(-1)).toMatchObject({ expiresAt: expected(sooner), lastUsedAt: null })
  })

  test('that has expired is refused with 401 and listed no more, and its session is over', async () => {
    const soon = new Date(Date.now() + hourMs)
    const key = await keyWith(['read'], soon)
    const begun = await ask('POST', '/v1/session', withKey(key))
    const cookie = String(begun.headers['set-cookie'])
    const maxAgeSec = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
    expect(maxAgeSec).toBeGreaterThan(3500)
    expect(maxAgeSec).toBeLessThanOrEqual(3600)
    const expired = await keyWith(['read'], new Date(Date.now() - 1))
    const answer = await service.get('/v1/balance', expired)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error.code).toBe('unauthorized')
    const { keys } = (await service.get('/v1/keys', owner.key)).json()
    const prefixes = keys.map(({ prefix }: { prefix: string }) => prefix)
    expect(prefixes).toContain(key.slice(0, 9))
    expect(prefixes).not.toContain(expired.slice(0, 9))
  })

  test('sees credit entries by numbers of its own account, and pages by them', async () => {
    const one = await service.caller(1)
    await service.caller(1)
    await quickly(one.key)
    const { entries } = (await service.get('/v1/balance/history', one.key)).json()
    expect(entries.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1])
    const older = (await service.get('/v1/balance/history?before=2', one.key)).json()
    expect(older.entries.map(({ id }: { id: number }) => id)).toEqual([1])
  })
})

describe('a session', () => {
  const signIn = async (key = owner.key) => {
    const answer = await ask('POST', '/v1/session', withKey(key))
    return String(answer.headers['set-cookie']).split(';')[0]
  }
  const signedIn = async (cookie: string, at = service) =>
    (await at.app.inject({ url: '/v1/session', headers: { cookie, ...fromPage } })).json().signedIn

  test('is over when its owner signs out, on every server, also for who has copied the cookie', async () => {
    const [cookie, other] = [await signIn(), await signIn()]
    const secondServer = await service.variant({})
    expect([await signedIn(cookie), await signedIn(cookie, secondServer)]).toEqual([true, true])
    const out = await ask('DELETE', '/v1/session', { cookie, ...fromPage })
    expect(out.statusCode).toBe(204)
    expect(out.headers['set-cookie']).toMatch(
      new RegExp(`^${SESSION}=; Max-Age=0; .*HttpOnly; SameSite=Strict`),
    )
    expect([await signedIn(cookie), await signedIn(cookie, secondServer)]).toEqual([false, false])
    const balance = await ask('GET', '/v1/balance', { cookie, ...fromPage })
    expect(balance.statusCode).toBe(401)
    expect(await signedIn(other)).toBe(true)
    await secondServer.app.close()
  })

  test('is over everywhere when that is wished, for the same key alone', async () => {
    const sister = await keyWith(['read'])
    const [here, there, hers] = [await signIn(), await signIn(), await signIn(sister)]
    await ask('DELETE', '/v1/session?everywhere=true', { cookie: here, ...fromPage })
    expect([await signedIn(here), await signedIn(there), await signedIn(hers)]).toEqual([false, false, true])
    expect((await ask('DELETE', '/v1/session?everywhere=true')).statusCode).toBe(204)
    expect(await signedIn(hers)).toBe(true)
    await ask('DELETE', '/v1/session?everywhere=true', withKey(sister))
    expect(await signedIn(hers)).toBe(false)
  })

  test('may do what its key may', async () => {
    const cookie = await signIn(await keyWith(['read']))
    const inPage = { cookie, ...fromPage }
    expect((await ask('GET', '/v1/audits', inPage)).statusCode).toBe(200)
    expect((await ask('POST', '/v1/keys?name=x', inPage)).statusCode).toBe(403)
    const { scopes, credits } = (await ask('GET', '/v1/session', inPage)).json()
    expect([scopes, typeof credits]).toEqual([['read'], 'number'])
    const blind = { cookie: await signIn(await keyWith(['audit'])), ...fromPage }
    const seen = await ask('GET', '/v1/session', blind)
    documentation.expectDescribed('GET', '/v1/session', seen)
    expect(seen.json()).toMatchObject({ signedIn: true, scopes: ['audit'] })
    expect(seen.json().credits).toBeUndefined()
  })
})

describe('links to audio', () => {
  const places = (link: string) => {
    const { pathname, search } = new URL(link)
    return [within(link), `${pathname}/peaks${search}`]
  }
  const outlines = (link: string) => {
    const { pathname, search } = new URL(link)
    return `${pathname.replace(/audio\/\d+$/, 'outlines')}${search}&positions=0`
  }
  const statuses = async (link: string) => {
    const answers = []
    for (const url of [...places(link), outlines(link)]) answers.push((await service.get(url)).statusCode)
    return answers
  }

  test('end when the report is revoked; the owner has new ones', async () => {
    const { auditId } = await quickly(owner.key)
    const [before] = (await listItem(auditId)).audioUrls
    expect(await statuses(before)).toEqual([200, 200, 200])
    expect((await service.delete(`/v1/audits/${auditId}/report`, owner.key)).statusCode).toBe(204)
    expect(await statuses(before)).toEqual([404, 404, 404])
    const [after] = (await listItem(auditId)).audioUrls
    expect(await statuses(after)).toEqual([200, 200, 200])
    const listed = (await service.get('/v1/audits?limit=1', owner.key)).json().audits[0]
    expect(listed.audioUrls).toEqual([after])
    await service.delete(`/v1/audits/${auditId}`, owner.key)
    expect(await statuses(after)).toEqual([404, 404, 404])
  })

  test('are asked for again before what a browser has kept is used', async () => {
    const { auditId } = await quickly(owner.key)
    const [link] = (await listItem(auditId)).audioUrls
    const kept: { url: string; known: Record<string, string> }[] = []
    for (const url of places(link)) {
      const { headers } = await service.get(url)
      expect(headers['cache-control']).toBe('private, no-cache')
      kept.push({ url, known: { 'if-none-match': String(headers.etag) } })
    }
    const revalidated = async () => {
      const answers = []
      for (const { url, known } of kept) answers.push((await service.get(url, undefined, known)).statusCode)
      return answers
    }
    expect(await revalidated()).toEqual([304, 304])
    await service.delete(`/v1/audits/${auditId}/report`, owner.key)
    expect(await revalidated()).toEqual([404, 404])
  })

  test('are signed to the letter', async () => {
    const { auditId } = await quickly(owner.key)
    const [link] = (await listItem(auditId)).audioUrls
    // Each decodes to the same bytes as the signature itself.
    for (const wrong of [`${link}=`, `${link}%20`, `${link}!`]) {
      expect((await service.get(within(wrong))).statusCode).toBe(404)
    }
  })
})
