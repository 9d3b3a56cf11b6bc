import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.js'
import { mayConnect, type OutboundPolicy, refusedAddress } from './policy.js'

/** Longer ones are cut by proxies and servers on the way (RFC 9110, section 4.1, asks for 8,000 octets). */
const MOST_CHARACTERS = 2_048
/** Below are the ports of services that are not of the web: mail, shells, directories. */
const FIRST_FREE_PORT = 1_024
const webPorts: Record<string, number> = { 'https:': 443, 'http:': 80 }

/**
 * An address that a request may be sent to, as far as that can be told without looking up its name: that is done, and held
 * against the same rules, when a connection is made. The parser turns 0x7f.1, 017700000001 and 2130706433 into the address that
 * they mean. Fails with an OutboundError.
 */
export function checkedUrl(text: string, policy: OutboundPolicy): URL {
  if (text.length > MOST_CHARACTERS) throw bad(`must have at most ${MOST_CHARACTERS} characters`)
  // The parser would leave these out, and two readers might then read two addresses.
  if (/[\s\\\p{Cc}]/u.test(text)) throw bad('must not hold spaces, backslashes or control characters')
  if (!/^https?:\/\/[^/]/i.test(text)) throw bad(`must begin with ${begin(policy)}`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw bad('cannot be read')
  if (url.protocol === 'http:' && !policy.isHttpAllowed) throw bad('must begin with https://')
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text)) {
    throw bad('must not hold a user name or password')
  }
  if (url.hash !== '' || text.includes('#')) throw bad('must not have a part behind #')
  const host = hostOf(url)
  if (host.endsWith('.')) throw bad('must not have a host that ends with a dot')
  const port = url.port === '' ? webPorts[url.protocol] : Number(url.port)
  if (port !== webPorts[url.protocol] && port < FIRST_FREE_PORT) {
    throw bad(`must be on port ${webPorts[url.protocol]}, or on ${FIRST_FREE_PORT} or above`)
  }
  if (isIP(host) !== 0 && !mayConnect(policy, host)) throw refusedAddress()
  return url
}

/** Without the brackets around an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function begin({ isHttpAllowed }: OutboundPolicy): string {
  return isHttpAllowed ? 'https:// or http://' : 'https://'
}

function bad(what: string): OutboundError {
  return new OutboundError('bad_url', `The address ${what}.`)
}
