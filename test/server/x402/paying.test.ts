// Paying per request, on a real EVM with a real facilitator over HTTP. No network.
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { LightMyRequestResponse } from 'fastify'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.js'
import { type FormPart, file } from '../multipart.js'
import { contentPool } from '../pools.js'
import { toneWav } from '../sounds.js'
import { checks, TestService } from '../test-service.js'
import { Chain } from './chain.js'
import { LocalFacilitator } from './facilitator.js'
import { type Forgery, newWallet, signed, termsOf } from './wallets.js'

const CENT = 10_000n
const quality = checks('quality')
const shop = newWallet()
let pitchHz = 300
/** Two files that nobody has sent before: 2 credits. */
const batch = (): FormPart[] => [file('a.wav', toneWav(pitchHz++)), file('b.wav', toneWav(pitchHz++))]

let chain: Chain
let facilitator: LocalFacilitator
let service: TestService
let heard = 0
/** May fail or wait in place of the analyser. */
let whileHearing: () => Promise<void> = async () => {}

beforeAll(async () => {
  chain = await Chain.start()
  facilitator = await LocalFacilitator.start(chain)
  service = await TestService.start({
    config: {
      x402PayTo: shop.address,
      x402FacilitatorUrl: facilitator.url,
      x402Network: 'base-sepolia',
    },
    pool: contentPool(async () => {
      heard++
      await whileHearing()
    }),
  })
})
afterAll(async () => {
  await service?.stop()
  await facilitator?.stop()
})
afterEach(() => {
  Object.assign(facilitator, { verify: 'up', settle: 'up', beforeSettle: async () => {} })
  whileHearing = async () => {}
})

async function walletWith(cents: bigint): Promise<PrivateKeyAccount> {
  const wallet = newWallet()
  await chain.mint(wallet.address, cents * CENT)
  return wallet
}

const quoted = (parts: FormPart[], wallet?: string) =>
  service.audit(quality, parts, undefined, wallet ? { 'x-wallet': wallet } : {})
const pay = (parts: FormPart[], header: string) =>
  service.audit(quality, parts, undefined, { 'payment-signature': header })
const receiptOf = (answer: LightMyRequestResponse) =>
  decodePaymentResponseHeader(String(answer.headers['payment-response']))

/** Nothing was moved, done or told. */
async function expectNothingSold(
  answer: LightMyRequestResponse,
  wallet: PrivateKeyAccount,
  before: { cents: bigint; heard: number },
) {
  expect(answer.body).not.toMatch(/auditId|reportUrl/)
  expect(answer.headers['payment-response']).toBeUndefined()
  expect(await chain.balance(wallet.address)).toBe(before.cents * CENT)
  expect(heard).toBe(before.heard)
}

describe('the price', () => {
  test('is told with its parts, in the body and in the header', async () => {
    const answer = await quoted(batch())
    expect(answer.statusCode).toBe(402)
    const { error, price, ...offer } = answer.json()
    expect(price).toMatchObject({ files: 2, checks: 1, cached: 0, credits: 2, creditsPerFile: 1 })
    expect(price).toMatchObject({ usdc: '0.02', usdcPerFile: '0.01', quoteId: expect.any(String) })
    const hour = Date.parse(price.expiresAt) - Date.now()
    expect(hour).toBeGreaterThan(55 * 60_000)
    expect(hour).toBeLessThanOrEqual(60 * 60_000)
    expect(offer.accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        amount: '20000',
        payTo: shop.address,
        maxTimeoutSeconds: 3600,
        extra: { name: 'USDC', version: '2', quoteId: price.quoteId },
      },
    ])
    const header = decodePaymentRequiredHeader(String(answer.headers['payment-required']))
    expect(header).toEqual({ ...offer, error: error.message })
  })

  test('never falls below the least, however small the audit', async () => {
    const dear = await service.variant({ config: { x402LeastPrice: 0.5 } })
    const answer = await dear.audit(quality, batch())
    expect(answer.json()).toMatchObject({
      price: { usdc: '0.5', credits: 2 },
      accepts: [{ amount: '500000' }],
    })
  })
})

describe('a wallet that pays', () => {
  test('through @x402/fetch or our client gets the audit, and the money has moved', async () => {
    const wallet = await walletWith(10n)
    const shopBefore = await chain.balance(shop.address)
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const payingFetch = wrapFetchWithPayment(
      fetch,
      new x402Client().register('eip155:84532', new ExactEvmScheme(wallet)),
    )
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(toneWav(pitchHz++))]), 'a.wav')
    form.append('files', new Blob([new Uint8Array(toneWav(pitchHz++))]), 'b.wav')
    const answer = await payingFetch(`${address}/v1/audit?${new URLSearchParams(quality)}`, {
      method: 'POST',
      body: form,
    })
    expect(answer.status).toBe(200)
    const audit = (await answer.json()) as { fileCount: number; creditsUsed: number; reportUrl: string }
    expect(audit).toMatchObject({ fileCount: 2, creditsUsed: 2, auditId: expect.any(String) })
    const receipt = decodePaymentResponseHeader(answer.headers.get('payment-response')!)
    expect(receipt).toMatchObject({ success: true, network: 'eip155:84532', amount: '20000' })
    expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await chain.balance(wallet.address)).toBe(8n * CENT)
    expect(await chain.balance(shop.address)).toBe(shopBefore + 2n * CENT)

    const [, auditId, token] = /report\/(\w+)#(.+)$/.exec(audit.reportUrl)!
    const report = await service.get(`/v1/audits/${auditId}/report`, undefined, { 'x-report-token': token })
    expect(report.statusCode).toBe(200)
    expect((await service.get('/v1/audits')).statusCode).toBe(401)
    expect((await service.get(`/v1/audits/${auditId}`)).statusCode).toBe(401)

    // The same with our own client, which is one upload more than it need be and one dependency less.
    const sources = [toneWav(pitchHz++), toneWav(pitchHz++)].map((wav, at) => ({
      name: `${at}.wav`,
      content: new Blob([new Uint8Array(wav)]),
    }))
    const client = createClient({ baseUrl: address, wallet })
    const ours = await client.audit(sources, { checks: ['quality'] })
    expect(ours).toMatchObject({ fileCount: 2, creditsUsed: 2, fileNames: ['0.wav', '1.wav'] })
    expect(await chain.balance(wallet.address)).toBe(6n * CENT)
    await client.audit(sources, { checks: ['quality'] })
    expect(await chain.balance(wallet.address)).toBe(5n * CENT)
    const thrifty = createClient({ baseUrl: address, wallet, mostUsdc: 0.009 })
    await expect(thrifty.audit(sources, { checks: ['quality'] })).rejects.toThrow(/costs 0.01 USDC/)
    expect(await chain.balance(wallet.address)).toBe(5n * CENT)

    // A header of a megabyte is refused by the server itself, before anything is read.
    const huge = await fetch(`${address}/v1/audit?${new URLSearchParams(quality)}`, {
      method: 'POST',
      body: form,
      headers: { 'payment-signature': 'A'.repeat(1_000_000) },
    }).catch(() => undefined)
    expect([undefined, 413, 431]).toContain(huge?.status)
  })

  test('gets the same result for the same payment, and pays once', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    const header = await signed(wallet, termsOf(await quoted(parts)))
    const first = await pay(parts, header)
    expect(first.statusCode).toBe(200)
    const heardBefore = heard
    const again = await pay(parts, header)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(receiptOf(again)).toEqual(receiptOf(first))
    const other = await pay(batch(), header)
    expect([other.statusCode, other.json().error.message]).toEqual([
      402,
      expect.stringMatching(/another audit/),
    ])
    await expectNothingSold(other, wallet, { cents: 8n, heard: heardBefore })
  })

  test('five times at once pays once and gets one audit', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    const header = await signed(wallet, termsOf(await quoted(parts)))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    whileHearing = () => released
    const before = heard
    const sent = Array.from({ length: 5 }, () => pay(parts, header))
    const refused = await Promise.race(sent)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([409, '5'])
    release()
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(heard).toBe(before + 2)
    expect(await chain.balance(wallet.address)).toBe(8n * CENT)
  })

  test('has the discount for what it paid before; no other wallet has', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    expect((await pay(parts, await signed(wallet, termsOf(await quoted(parts))))).statusCode).toBe(200)
    const cheaper = await quoted(parts, wallet.address)
    expect(cheaper.json().price).toMatchObject({ cached: 2, credits: 1, usdc: '0.01' })

    const stranger = await walletWith(10n)
    const before = heard
    const refused = await pay(parts, await signed(stranger, termsOf(cheaper)))
    expect([refused.statusCode, refused.json().price.usdc]).toEqual([402, '0.02'])
    expect(refused.json().error.message).toMatch(/discount of another wallet/)
    await expectNothingSold(refused, stranger, { cents: 10n, heard: before })

    const paid = await pay(parts, await signed(wallet, termsOf(cheaper)))
    expect([paid.statusCode, paid.json().creditsUsed]).toEqual([200, 1])
    expect(await chain.balance(wallet.address)).toBe(7n * CENT)
  })
})

describe('a payment that does not hold is refused, and nothing is done:', () => {
  const nowSec = Math.floor(Date.now() / 1000)
  const thief = newWallet().address
  const forgeries: [string, Forgery][] = [
    ['another amount', { accepted: { amount: '1' } }],
    ['amount 0', { accepted: { amount: '0' } }],
    ['a smaller authorisation', { authorization: { value: '1' } }],
    ['an authorisation of 0', { authorization: { value: '0' } }],
    ['another asset', { accepted: { asset: thief } }],
    ['another network', { accepted: { network: 'eip155:8453' } }],
    ['another receiver', { accepted: { payTo: thief } }],
    ['an authorisation for another receiver', { authorization: { to: thief } }],
    ['expired', { authorization: { validBefore: String(nowSec - 10) } }],
    ['too early', { authorization: { validAfter: String(nowSec + 3000) } }],
    ['a nonce changed after signing', { afterwards: { nonce: `0x${'1'.repeat(64)}` } }],
    ['signed by another', { afterwards: { from: thief } }],
    ['an unknown quote', { accepted: { extra: { name: 'USDC', version: '2', quoteId: '0'.repeat(32) } } }],
  ]
  test.each(forgeries)('%s', async (_, forgery) => {
    const wallet = await walletWith(10n)
    const parts = batch()
    const before = { cents: 10n, heard }
    const answer = await pay(parts, await signed(wallet, termsOf(await quoted(parts)), forgery))
    expect([answer.statusCode, answer.json().error.code]).toEqual([402, 'payment_required'])
    expect(answer.json().accepts).toHaveLength(1)
    await expectNothingSold(answer, wallet, before)
  })

  test('an empty wallet', async () => {
    const wallet = await walletWith(1n)
    const parts = batch()
    const before = { cents: 1n, heard }
    const answer = await pay(parts, await signed(wallet, termsOf(await quoted(parts))))
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      402,
      expect.stringMatching(/does not hold/),
    ])
    await expectNothingSold(answer, wallet, before)
  })

  test('the price of other files', async () => {
    const wallet = await walletWith(10n)
    const before = { cents: 10n, heard }
    const answer = await pay(batch(), await signed(wallet, termsOf(await quoted(batch()))))
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      402,
      expect.stringMatching(/another request/),
    ])
    await expectNothingSold(answer, wallet, before)
  })

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  test.each([
    ['no base64', 'nonsense!'],
    ['nothing', ''],
    ['an empty object', encoded({})],
    ['null', encoded(null)],
    ['wrong types', encoded({ x402Version: 2, accepted: null, payload: [] })],
    ['a long header', 'A'.repeat(12_000)],
  ])('garbage: %s', async (_, header) => {
    const answer = await pay(batch(), header)
    expect([answer.statusCode, answer.json().error.code]).toEqual([402, 'payment_required'])
    expect(answer.body).not.toContain('auditId')
  })
})

describe('when something fails', () => {
  test('in the analysis, nothing is settled, and the payment can be used again', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    const header = await signed(wallet, termsOf(await quoted(parts)))
    whileHearing = () => Promise.reject(new Error('broken'))
    const { settlements } = facilitator
    const answer = await pay(parts, header)
    expect([answer.statusCode, facilitator.settlements]).toEqual([500, settlements])
    expect(await chain.balance(wallet.address)).toBe(10n * CENT)
    whileHearing = async () => {}
    expect((await pay(parts, header)).statusCode).toBe(200)
    expect(await chain.balance(wallet.address)).toBe(8n * CENT)
  })

  test('in the settlement, the result is withheld, and the 402 says so', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    const header = await signed(wallet, termsOf(await quoted(parts)))
    facilitator.beforeSettle = () => chain.empty(wallet.address)
    const answer = await pay(parts, header)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      402,
      expect.stringMatching(/could not be settled .* withheld and nothing was charged/),
    ])
    await expectNothingSold(answer, wallet, { cents: 0n, heard })
    // Nor was anything bought that would make the next audit cheaper.
    expect((await quoted(parts, wallet.address)).json().price.cached).toBe(0)
  })

  test('at the facilitator before the work: 503, prices are told, keys work', async () => {
    const wallet = await walletWith(10n)
    const parts = batch()
    facilitator.verify = 'down'
    const header = await signed(wallet, termsOf(await quoted(parts)))
    const before = { cents: 10n, heard }
    const answer = await pay(parts, header)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await expectNothingSold(answer, wallet, before)
    const { key } = await service.caller(2)
    expect((await service.audit(quality, parts, key)).statusCode).toBe(200)
    facilitator.verify = 'up'
    expect((await pay(parts, header)).statusCode).toBe(200)
  })

  test.each(['down', 'mute'] as const)(
    'at the facilitator after the work (%s): the same payment brings the result, once paid',
    async (mood) => {
      const wallet = await walletWith(10n)
      const parts = batch()
      const header = await signed(wallet, termsOf(await quoted(parts)))
      facilitator.settle = mood
      const answer = await pay(parts, header)
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy'])
      expect(answer.body).not.toMatch(/auditId|reportUrl/)
      expect((await pay(parts, header)).statusCode).toBe(503)
      facilitator.settle = 'up'
      const before = heard
      const again = await pay(parts, header)
      expect([again.statusCode, again.json().creditsUsed]).toEqual([200, 2])
      expect(heard).toBe(before)
      expect(await chain.balance(wallet.address)).toBe(8n * CENT)
    },
  )
})
