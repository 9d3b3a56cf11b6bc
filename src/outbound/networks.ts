// Which addresses belong to the public internet, and which lead into a network that a stranger has no business in.
import { BlockList, isIP } from 'node:net'

/**
 * Not globally reachable by the IANA IPv4 Special-Purpose Address Registry (RFC 6890 and those after it), multicast (RFC 5771),
 * and the relays of 6to4, by which a packet can come out elsewhere (RFC 7526).
 */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Of IPv6 only global unicast (RFC 4291, 2000::/3) is public at all. That leaves out loopback, the unspecified address, IPv4-mapped
 * ones, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), local (fc00::/7), link-local (fe80::/10) and multicast ones.
 */
const openV6 = '2000::/3'
/** In it: protocol assignments with Teredo and ORCHID (RFC 2928, 4380, 7343), 6to4 (RFC 3056), documentation (RFC 3849, 9637). */
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = networkList([...closedV4, ...closedV6])
const open = networkList([openV6])

/** Of addresses and ranges such as 10.0.0.0/8, as `isNetwork` takes them. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, prefix] = network.split('/')
    const isV6 = isIP(address) === 6
    list.addSubnet(address, Number(prefix ?? (isV6 ? 128 : 32)), isV6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Whether a text is an address, or a range of them by the length of its prefix. */
export function isNetwork(text: string): boolean {
  const [address, prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32))
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  // The list would take an IPv4-mapped address for the IPv4 address in it; here it is one of IPv6, and not open.
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
