// Where requests to addresses that callers name may go, and how names are looked up.
import { Resolver } from 'node:dns/promises'
import { type BlockList, isIP } from 'node:net'
import { isPublicAddress, networkList } from './networks.js'
import { OutboundError } from './outbound-error.js'

export interface OutboundPolicy {
  /** Beyond the public internet. */
  allowed: BlockList
  isHttpAllowed: boolean
  /** The addresses of a name; none when there is no such name. */
  resolve: (name: string) => Promise<string[]>
}

export function outboundPolicy({
  networks = [],
  isHttpAllowed = false,
  resolve = resolved,
}: {
  networks?: readonly string[] | undefined
  isHttpAllowed?: boolean | undefined
  resolve?: OutboundPolicy['resolve'] | undefined
}): OutboundPolicy {
  return { allowed: networkList(networks), isHttpAllowed, resolve }
}

export function mayConnect({ allowed }: OutboundPolicy, address: string): boolean {
  return isPublicAddress(address) || allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const LOOKUP_MS = 5_000
const LOOKUP_TRIES = 2

/**
 * By questions to the name servers alone. The lookup of the system takes one of the few threads that also read and write files, and a
 * slow name server of a stranger could keep all of them.
 */
async function resolved(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: LOOKUP_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Those of a name that may be connected to. Fails with an OutboundError when there is none. */
export async function addressesOf(policy: OutboundPolicy, name: string): Promise<string[]> {
  const all = await policy.resolve(name)
  if (all.length === 0) throw new OutboundError('name_not_found', 'There is no such host name.')
  const open = all.filter((address) => isIP(address) !== 0 && mayConnect(policy, address))
  if (open.length === 0) throw refusedAddress()
  return open
}

export function refusedAddress(): OutboundError {
  return new OutboundError(
    'refused_address',
    'The address leads into a private or reserved network, where this service does not go.',
  )
}
