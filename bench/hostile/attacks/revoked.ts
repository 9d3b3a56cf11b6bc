// What was ended and must not go on: sessions of those who signed out, links of reports that were revoked.
import { WEB_HEADER } from '../../../src/server/web/session.js'
import type { Attack } from '../attack.js'
import { jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

const signOut: Attack = {
  name: 'sign-out',
  fault: 9,
  about: 'the cookie of a session that was ended is used again',
  async run({ attacker, target }) {
    const client = await attacker(0)
    const begun = await client.ask('POST', '/v1/session', { headers: { [WEB_HEADER]: '1' } })
    const cookie = begun.headers['set-cookie']?.[0].split(';')[0]
    if (!cookie) return { wrong: [`signing in is answered with ${told(begun)}`] }
    const headers = { cookie, [WEB_HEADER]: '1' }
    const browser = target.stranger()
    const inside = await browser.ask('GET', '/v1/audits', { headers })
    const ended = await browser.ask('DELETE', '/v1/session', { headers })
    const after = await browser.ask('GET', '/v1/audits', { headers })
    const wrong: string[] = []
    if (inside.status !== 200) wrong.push(`a session is answered with ${told(inside)}`)
    if (ended.status !== 204) wrong.push(`signing out is answered with ${told(ended)}`)
    if (after.status !== 401) wrong.push(`after signing out the cookie is answered with ${told(after)}`)
    return { wrong }
  },
}

const revokedReport: Attack = {
  name: 'revoked-report',
  fault: 9,
  about: 'the audio links of a report that was revoked are used again',
  async run({ attacker, target }) {
    const client = await attacker(2)
    const sent = await client.audit({ files: { 'a.wav': (await speech(9)).bytes }, on: ['quality'] })
    if (sent.status !== 200) return { wrong: [`an audit is answered with ${told(sent)}`] }
    const { auditId, reportUrl } = jsonOf<{ auditId: string; reportUrl: string }>(sent)
    const reader = target.stranger()
    const token = { 'x-report-token': new URL(reportUrl).hash.slice(1) }
    const report = await reader.ask('GET', `/v1/audits/${auditId}/report`, { headers: token })
    const links = (jsonOf<{ audioUrls?: string[] }>(report).audioUrls ?? []).map((link) => new URL(link))
    if (links.length === 0) return { wrong: [`the report is answered with ${told(report)}`] }
    const wrong: string[] = []
    const [{ pathname, search }] = links
    const before = await reader.ask('GET', `${pathname}${search}`)
    if (before.status !== 200) wrong.push(`a link of the report is answered with ${told(before)}`)
    const revoked = await client.ask('DELETE', `/v1/audits/${auditId}/report`)
    if (revoked.status !== 204) wrong.push(`revoking is answered with ${told(revoked)}`)
    const answers = {
      'the report': await reader.ask('GET', `/v1/audits/${auditId}/report`, { headers: token }),
      'its audio': await reader.ask('GET', `${pathname}${search}`),
      'its waveform': await reader.ask('GET', `${pathname}/peaks${search}`),
    }
    for (const [what, answer] of Object.entries(answers)) {
      if (answer.status < 400) wrong.push(`${what} still answers ${answer.status}`)
    }
    return { wrong }
  },
}

export const revoked: Attack[] = [signOut, revokedReport]
