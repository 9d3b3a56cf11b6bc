// Ways to lead a service into its own network that are known from others: each is refused, and nobody is connected to.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNetwork, isPublicAddress } from '../../src/outbound/networks.js'
import { OutboundError } from '../../src/outbound/outbound-error.js'
import { outboundPolicy } from '../../src/outbound/policy.js'
import { outboundRequest } from '../../src/outbound/request.js'

/** Where nobody should come. */
let trap: Server
let port: number
let visits = 0
beforeAll(async () => {
  trap = createServer((_, response) => response.end('inside')).on('connection', () => visits++)
  trap.listen(0, '127.0.0.1')
  await once(trap, 'listening')
  port = (trap.address() as AddressInfo).port
})
afterAll(() => trap.close())

/** What the name servers of an attacker answer. */
const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'inside.example': ['10.0.0.5'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'linklocal.example': ['fe80::1'],
  'metadata.example': ['169.254.169.254'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'sixtofour.example': ['2002:7f00:1::'],
  'zone.example': ['fe80::1%lo'],
  'nonsense.example': ['not an address'],
  'nobody.example': [],
}
const resolve = async (name: string) => names[name] ?? []
const asked = (url: string, policy = outboundPolicy({ isHttpAllowed: true, resolve })) =>
  outboundRequest(policy, { url, method: 'GET', answerWithinMs: 5_000 })

/** The host is followed by the port of the trap. */
const hosts: [trick: string, host: string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback in one decimal number', '2130706433'],
  ['loopback in one octal number', '017700000001'],
  ['loopback in one hex number', '0x7f000001'],
  ['loopback in two parts', '127.1'],
  ['loopback in three parts', '127.0.1'],
  ['an octal part', '0177.0.0.1'],
  ['a hex part', '0x7f.1'],
  ['loopback with a dot behind', '127.0.0.1.'],
  ['another loopback', '127.255.255.254'],
  ['digits in circles', '①②⑦.⓪.⓪.①'],
  ['dots of another script', '127。0。0。1'],
  ['dots in escapes', '127%2e0%2e0%2e1'],
  ['the unspecified address', '0.0.0.0'],
  ['the unspecified address in one digit', '0'],
  ['private, class A', '10.0.0.1'],
  ['private, class B', '172.16.5.4'],
  ['private, class C', '192.168.1.1'],
  ['link-local: metadata of a cloud', '169.254.169.254'],
  ['the same in one hex number', '0xA9FEA9FE'],
  ['behind the NAT of a carrier', '100.64.0.1'],
  ['protocol assignments', '192.0.0.192'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '203.0.113.9'],
  ['a relay of 6to4', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback in full', '[0:0:0:0:0:0:0:1]'],
  ['IPv6 unspecified', '[::]'],
  ['IPv4-mapped', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped in hex', '[::ffff:7f00:1]'],
  ['IPv4-mapped of a public address', '[::ffff:8.8.8.8]'],
  ['IPv4-compatible', '[::127.0.0.1]'],
  ['NAT64', '[64:ff9b::7f00:1]'],
  ['NAT64 of a local prefix', '[64:ff9b:1::a00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001:0:7f00:1::]'],
  ['IPv6 link-local', '[fe80::1]'],
  ['IPv6 link-local with a zone', '[fe80::1%25lo]'],
  ['IPv6 local', '[fd00:ec2::254]'],
  ['IPv6 site-local', '[fec0::1]'],
  ['IPv6 multicast', '[ff02::1]'],
  ['IPv6 discard', '[100::1]'],
  ['IPv6 documentation', '[2001:db8::1]'],
  ['a name for loopback', 'localhost'],
  ['the same in capitals', 'LOCALHOST'],
  ['the same with a dot behind', 'localhost.'],
  ['a public name for a private address', 'inside.example'],
  ['a public name for a mapped address', 'mapped.example'],
  ['a public name for a link-local address', 'linklocal.example'],
  ['a public name for metadata', 'metadata.example'],
  ['a public name for NAT64', 'nat64.example'],
  ['a public name for 6to4', 'sixtofour.example'],
  ['a public name for an address with a zone', 'zone.example'],
  ['a name server that answers nonsense', 'nonsense.example'],
  ['a user name that looks like the host', 'good.example@127.0.0.1'],
  ['a password', 'user:secret@127.0.0.1'],
  ['an empty user name', '@127.0.0.1'],
  ['a backslash before the host', 'good.example\\@127.0.0.1'],
]

const urls: [trick: string, url: string][] = [
  ['another protocol', 'ftp://127.0.0.1/'],
  ['a file', 'file:///etc/passwd'],
  ['gopher', 'gopher://127.0.0.1:6379/_INFO'],
  ['data', 'data:text/plain,hello'],
  ['no protocol', '//127.0.0.1/'],
  ['one slash', 'http:/127.0.0.1/'],
  ['no slash', 'http:127.0.0.1/'],
  ['three slashes', 'http:///127.0.0.1/'],
  ['a line end in the protocol', 'ht\ntp://127.0.0.1/'],
  ['a tab in the host', 'http://127.0\t.0.1/'],
  ['a space before it', ' http://127.0.0.1/'],
  ['a NUL', 'http://127.0.0.1\0.example/'],
  ['a part behind #', 'http://93.184.216.34/#@127.0.0.1/'],
  ['the port of mail', 'http://93.184.216.34:25/'],
  ['the port of shells', 'https://93.184.216.34:22/'],
  ['no host', 'http://'],
  ['too long', `https://93.184.216.34/${'a'.repeat(3000)}`],
]

describe('an address that leads inside is refused', () => {
  test.each(hosts)('%s: %s', async (_, host) => {
    await expectRefused(`http://${host}:${port}/`)
  })

  test.each(urls)('%s', async (_, url) => {
    await expectRefused(url)
  })

  async function expectRefused(url: string) {
    const error = await asked(url).catch((refused) => refused)
    expect(error).toBeInstanceOf(OutboundError)
    expect(['bad_url', 'refused_address']).toContain(error.fault)
    // The address may hold a secret, and who reads the message may be another.
    expect(error.message).not.toMatch(/127|10\.0|secret|example/)
    expect(visits).toBe(0)
  }

  test('and so is http where it is not allowed', async () => {
    const error = await asked('http://93.184.216.34/', outboundPolicy({ resolve })).catch(
      (refused) => refused,
    )
    expect(error).toMatchObject({ fault: 'bad_url', message: 'The address must begin with https://.' })
  })
})

test('a name is looked up once, and what that gave is connected to', async () => {
  const answers = [['127.0.0.1'], ['10.9.8.7'], ['127.0.0.1']]
  let lookups = 0
  const policy = outboundPolicy({
    isHttpAllowed: true,
    networks: ['127.0.0.1'],
    resolve: async () => answers[lookups++],
  })
  const before = visits
  const answer = await asked(`http://rebind.example:${port}/`, policy)
  answer.destroy()
  expect([lookups, visits - before]).toEqual([1, 1])
  // The next time the name means something else: what was allowed before does not count.
  await expect(asked(`http://rebind.example:${port}/`, policy)).rejects.toMatchObject({
    fault: 'refused_address',
  })
  expect([lookups, visits - before]).toEqual([2, 1])
})

test('of several addresses of a name only those that are allowed are tried', async () => {
  const tried: string[] = []
  const policy = outboundPolicy({
    isHttpAllowed: true,
    networks: ['127.0.0.1'],
    resolve: async (name) => {
      tried.push(name)
      return ['10.0.0.1', '127.0.0.1', '::1']
    },
  })
  const answer = await asked(`http://both.example:${port}/`, policy)
  expect(answer.socket.remoteAddress).toBe('127.0.0.1')
  answer.destroy()
  expect(tried).toEqual(['both.example'])
})

describe('what the other side does', () => {
  let other: Server
  let address: string
  const local = outboundPolicy({ isHttpAllowed: true, networks: ['127.0.0.0/8'], resolve })
  beforeAll(async () => {
    other = createServer((request, response) => {
      if (request.url === '/never') return
      if (request.url === '/broken') return request.socket.destroy()
      const status = Number(request.url?.slice(1))
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end()
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => {
    other.closeAllConnections()
    other.close()
  })

  test.each([301, 302, 303, 307, 308, 300, 304])('a redirect (%d) is not followed', async (status) => {
    const before = visits
    await expect(asked(`${address}/${status}`, local)).rejects.toMatchObject({ fault: 'redirected', status })
    expect(visits).toBe(before)
  })

  test.each([
    ['does not answer', '/never', 'timed_out'],
    ['breaks off', '/broken', 'cut_off'],
  ])('one that %s is told as that', async (_, path, fault) => {
    const request = { url: address + path, method: 'GET', answerWithinMs: 100 } as const
    await expect(outboundRequest(local, request)).rejects.toMatchObject({ fault })
  })

  test('one that is not there, or not secure, is told as that', async () => {
    await expect(asked(address.replace('http:', 'https:'), local)).rejects.toMatchObject({
      fault: 'not_secure',
    })
    await expect(asked('http://nobody.example:8080/', local)).rejects.toMatchObject({
      fault: 'name_not_found',
    })
    await expect(
      asked('http://127.0.0.1:9000/', outboundPolicy({ isHttpAllowed: true, networks: ['::1'] })),
    ).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('who asked can end it', async () => {
    const controller = new AbortController()
    const asking = outboundRequest(local, {
      url: `${address}/never`,
      method: 'GET',
      answerWithinMs: 60_000,
      signal: controller.signal,
    })
    controller.abort(new Error('hung up'))
    await expect(asking).rejects.toThrow('hung up')
  })
})

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '2606:2800:220:1::1',
  '2a00:1450:4001::1',
  '172.32.0.1',
  '100.128.0.1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['10.0.0/8', false],
  ['fe80::1%lo', false],
  ['everything', false],
])('%s is a network: %s', (text, is) => expect(isNetwork(text)).toBe(is))
