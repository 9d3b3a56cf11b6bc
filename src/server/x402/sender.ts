import { isIPv6 } from 'node:net'
import { type Caller, senderCaller } from '../../store/caller.js'

const GROUPS = 8
/** What one subscriber gets, who may then use any address in it (RFC 6177). */
const SUBSCRIBER_GROUPS = 4

/** Who shares one allowance of room: an address of version 4, or a network of version 6. */
export function senderAt(address: string): Caller {
  return senderCaller(isIPv6(address) ? networkOf(address) : address)
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groupsIn = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')]
  const missing = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0')
  return [...before, ...missing, ...after]
    .slice(0, SUBSCRIBER_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
