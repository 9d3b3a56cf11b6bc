// Keys that may do less than the one that made them.
import type { Attack } from '../attack.js'
import { type Answer, Client, jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

type MadeKey = { id?: string; secret?: string; scopes?: string[] }

export const keyScopes: Attack = {
  name: 'key-scopes',
  fault: 10,
  about: 'keys for reading and for auditing try to make and revoke keys',
  async run({ attacker }) {
    const owner = await attacker(10)
    const wrong: string[] = []
    const make = (maker: Client, scopes: string) =>
      maker.ask('POST', `/v1/keys?${new URLSearchParams({ name: 'bench', scopes })}`)
    const keyed = async (scopes: string) => {
      const made = await make(owner, scopes)
      const { secret, scopes: given } = jsonOf<MadeKey>(made)
      if (!secret || !given)
        wrong.push(`a key for "${scopes}" only: ${told(made)}, scopes ${given ?? 'unknown'}`)
      return new Client(owner.address, secret, owner.from)
    }
    const [reader, auditor] = [await keyed('read'), await keyed('audit')]
    if (wrong.length > 0) return { wrong }
    const { keys = [] } = jsonOf<{ keys?: MadeKey[] }>(await owner.ask('GET', '/v1/keys'))
    const order = { files: { 'a.wav': (await speech(10)).bytes }, on: ['quality'] }
    const refused: [string, Answer][] = [
      ['a reading key makes a key', await make(reader, 'read')],
      ['an auditing key makes a key that manages', await make(auditor, 'manage')],
      ['an auditing key revokes another', await auditor.ask('DELETE', `/v1/keys/${keys[0]?.id}`)],
      ['a reading key audits', await reader.audit(order)],
    ]
    for (const [what, answer] of refused) if (answer.status !== 403) wrong.push(`${what}: ${told(answer)}`)
    const allowed: [string, Answer, number][] = [
      ['the reading key reads', await reader.ask('GET', '/v1/audits'), 200],
      ['the auditing key audits', await auditor.audit(order), 200],
    ]
    for (const [what, answer, status] of allowed)
      if (answer.status !== status) wrong.push(`${what}: ${told(answer)}`)
    return { wrong }
  },
}
