// The connection breaks after everything was sent, and the caller sends the same again at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.js'
import { jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

/** By then all has been read, and little of it listened to. */
const DROPPED_AFTER_MS = 400

export const droppedConnection: Attack = {
  name: 'dropped-connection',
  fault: 8,
  about: 'a connection with an Idempotency-Key breaks, and the same comes again at once',
  async run({ attacker }) {
    const client = await attacker(10)
    const before = await client.credits()
    const files = { 'a.wav': (await speech(7, 4)).bytes, 'b.wav': (await speech(8, 4)).bytes }
    const order = { files, on: ['quality'], fields: { accuracy: '' } }
    const asking = { headers: { 'idempotency-key': `dropped-${Date.now()}` } }
    const first = client.audit({ files, on: ['quality'] }, { ...asking, patienceMs: DROPPED_AFTER_MS })
    await first
    const again = await client.audit({ files, on: ['quality'] }, asking)
    const wrong: string[] = []
    if (again.status !== 200) wrong.push(`the same again is answered with ${told(again)}`)
    else if (again.headers['idempotency-replayed'] !== 'true')
      wrong.push('the answer is not marked as a replay')
    const { auditId } = jsonOf<{ auditId?: string }>(again)
    // To spell out a default changes nothing.
    const spelled = await client.audit(
      { ...order, fields: { accuracy: 'standard', deviationThreshold: '0.15' } },
      asking,
    )
    if (spelled.status !== 200 || jsonOf<{ auditId?: string }>(spelled).auditId !== auditId)
      wrong.push(`the same with its defaults spelled out is answered with ${told(spelled)}`)
    await sleep(100)
    const spent = before - (await client.credits())
    if (spent !== 2) wrong.push(`${spent} credits were charged for one audit of 2`)
    const listed = jsonOf<{ audits?: unknown[] }>(await client.ask('GET', '/v1/audits'))
    if (listed.audits?.length !== 1) wrong.push(`${listed.audits?.length} audits are listed`)
    return { wrong }
  },
}
