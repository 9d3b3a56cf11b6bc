// The connection breaks after everything was sent, and the caller sends the same again at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.js'
import { type Client, jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

/**
 * By then all has been read, and little of it listened to. On a machine that is busy with other things it may not even have been
 * read: then nothing was begun that could be replayed, and it is tried again with more patience.
 */
const DROPPED_AFTER_MS = [400, 1600, 6400]

export const droppedConnection: Attack = {
  name: 'dropped-connection',
  fault: 8,
  about: 'a connection with an Idempotency-Key breaks, and the same comes again at once',
  async run({ attacker }) {
    let wrong: string[] = []
    for (const [turn, patienceMs] of DROPPED_AFTER_MS.entries()) {
      const tried = await dropAndRepeat(await attacker(10), `dropped-${Date.now()}-${turn}`, patienceMs)
      wrong = tried.wrong
      if (!tried.isNew) break
    }
    return { wrong }
  },
}

async function dropAndRepeat(
  client: Client,
  key: string,
  patienceMs: number,
): Promise<{ wrong: string[]; isNew: boolean }> {
  const before = await client.credits()
  const files = { 'a.wav': (await speech(7, 4)).bytes, 'b.wav': (await speech(8, 4)).bytes }
  const order = { files, on: ['quality'], fields: { accuracy: '' } }
  const asking = { headers: { 'idempotency-key': key } }
  await client.audit({ files, on: ['quality'] }, { ...asking, patienceMs })
  const again = await client.audit({ files, on: ['quality'] }, asking)
  const isReplay = again.headers['idempotency-replayed'] === 'true'
  const wrong: string[] = []
  if (again.status !== 200) wrong.push(`the same again is answered with ${told(again)}`)
  else if (!isReplay) wrong.push('the answer is not marked as a replay')
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
  return { wrong, isNew: again.status === 200 && !isReplay }
}
