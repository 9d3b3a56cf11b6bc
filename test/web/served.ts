// What the service sends to browsers, without one.
import { expect, test } from 'vitest'
import type { Rig } from '../../lab/web/rig.js'
import { pageFor } from '../../src/server/web/page.js'
import { SESSION_COOKIE, WEB_HEADER } from '../../src/server/web/session.js'
import { forged } from '../server/forged-link.js'

export function servedTests(rig: Rig) {
  const inject = (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' | 'DELETE' = 'GET',
  ) => rig.web.service.app.inject({ url, headers, method })
  const cookieOf = async (key = rig.web.owner.key) => {
    const answer = await inject('/v1/session', { 'x-api-key': key }, 'POST')
    expect(answer.statusCode).toBe(204)
    return String(answer.headers['set-cookie']).split(';')[0]
  }

  test('pages may load nothing from elsewhere and run nothing that is written into them', async () => {
    for (const url of ['/', '/new', '/audits', '/account', '/compare', `/report/${'0'.repeat(32)}`]) {
      const page = await inject(url)
      expect(page.statusCode).toBe(200)
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/)
      expect(page.headers['cache-control']).toBe('no-cache')
      expect(page.headers['referrer-policy']).toBe('no-referrer')
      expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    }
  })

  test('files of the page are kept for ever and sent compressed', async () => {
    const { body } = await inject('/new')
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(body)!
    const plain = await inject(`/${script}`)
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const packed = await inject(`/${script}`, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    const again = await inject(`/${script}`, { 'if-none-match': String(plain.headers.etag) })
    expect(again.statusCode).toBe(304)
    for (const path of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/nothing.js']) {
      expect((await inject(path)).statusCode).toBe(404)
    }
  })

  test('a service in a folder of its host tells the page so, whatever its name', () => {
    const config = { ...rig.web.service.context.config, baseUrl: 'https://audit.example/a"b<c' }
    expect(pageFor('<!-- service -->', config)).toMatch(/^<base href="\/a%22b%3Cc\/"><meta name="settings"/)
  })

  test('a session counts only for the pages of the web app, and only as it was given', async () => {
    const cookie = await cookieOf()
    const fromPage = { cookie, [WEB_HEADER]: '1' }
    expect((await inject('/v1/balance', fromPage)).statusCode).toBe(200)
    expect((await inject('/v1/session', fromPage)).json()).toMatchObject({
      signedIn: true,
      account: 'tester',
    })
    // As another site would send it.
    expect((await inject('/v1/balance', { cookie })).statusCode).toBe(401)
    expect((await inject('/v1/keys?name=x', { cookie }, 'POST')).statusCode).toBe(401)
    const [name, value] = cookie.split('=')
    for (const wrong of [
      value.slice(1),
      `${value}x`,
      value.toLowerCase(),
      `${value}.`,
      '',
      'x'.repeat(4000),
    ]) {
      const answer = await inject('/v1/session', { cookie: `${name}=${wrong}`, [WEB_HEADER]: '1' })
      expect(answer.json()).toEqual({ signedIn: false })
    }
  })

  test('a session is for encrypted lines alone where the service has one', async () => {
    const encrypted = await rig.web.service.variant({ config: { baseUrl: 'https://audit.example' } })
    const answer = await encrypted.app.inject({
      url: '/v1/session',
      method: 'POST',
      headers: { 'x-api-key': rig.web.owner.key },
    })
    expect(answer.headers['set-cookie']).toMatch(
      new RegExp(`^${SESSION_COOKIE}=[\\w-]{40}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict; Secure$`),
    )
    await encrypted.app.close()
  })

  test('keys of others can be neither seen nor revoked', async () => {
    const stranger = await rig.web.service.caller(0)
    const own = (await inject('/v1/keys', { 'x-api-key': rig.web.owner.key })).json().keys
    expect((await inject('/v1/keys', { 'x-api-key': stranger.key })).json().keys).toHaveLength(1)
    const answer = await inject(`/v1/keys/${own[0].id}`, { 'x-api-key': stranger.key }, 'DELETE')
    expect(answer.statusCode).toBe(404)
  })

  test('the waveform is for whoever may play the file', async () => {
    const { auditId } = await rig.web.store([{ name: 'one.mp3' }])
    const [link] = rig.web.service.context.links.audio({ id: auditId, reportRevokedAt: null }, 1)
    const { pathname, search } = new URL(link)
    const answer = await inject(`${pathname}/peaks${search}`)
    expect(answer.statusCode).toBe(200)
    const { durationSec, stepSec, peaks } = answer.json()
    // 110,880 bytes at 96 kbit/s are 9.24 s, less the padding of the encoder.
    expect(durationSec).toBeCloseTo(9.2, 1)
    expect(peaks.length / 2).toBe(Math.ceil(durationSec / stepSec - 1e-6))
    expect((await inject(`${pathname}/peaks${search}`)).json()).toEqual(answer.json())
    expect((await inject(`${pathname}/peaks${forged(search)}`)).statusCode).toBe(404)
    expect((await inject(`${pathname}/peaks?expires=1&signature=x`)).statusCode).toBe(404)
    const small = (positions: string, query = search) =>
      inject(`${pathname.replace('audio/0', 'outlines')}${query}&positions=${positions}`)
    const { outlines } = (await small('0,0')).json()
    expect(outlines).toMatchObject([{ position: 0, durationSec }])
    expect(outlines[0].peaks.length).toBeLessThanOrEqual(2 * 72)
    expect(Math.max(...outlines[0].peaks)).toBe(Math.max(...peaks))
    expect((await small('1')).statusCode).toBe(404)
    expect((await small('0', forged(search))).statusCode).toBe(404)
    for (const wrong of ['', 'x', '0,', '-1', Array(13).fill(0).join()])
      expect((await small(wrong)).statusCode).toBe(400)
  })
}
