import { describe, expect, test } from 'vitest'
import { messageOf, newBatch, type Shop } from './shop.js'
import { type Forgery, newWallet, signed, termsOf } from './wallets.js'

export function refusalTests(shop: Shop): void {
  describe('a payment that does not hold is refused, with the files or without, and nothing is done:', () => {
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
    ]
    test.each(forgeries)('%s', async (_, forgery) => {
      const { wallet, parts, quote } = await shop.sale()
      const { heard } = shop
      const payment = await signed(wallet, termsOf(quote), forgery)
      for (const answer of [await shop.payOnly(payment), await shop.pay(parts, payment)]) {
        expect([answer.statusCode, answer.json().error.code]).toEqual([402, 'payment_required'])
        expect(answer.json().accepts).toHaveLength(1)
        expect(messageOf(answer)).toContain('Nothing was charged.')
        await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
      }
    })

    test('an unknown quote', async () => {
      const { wallet, parts, quote } = await shop.sale()
      const { heard } = shop
      const extra = { name: 'USDC', version: '2', quoteId: '0'.repeat(32) }
      const payment = await signed(wallet, termsOf(quote), { accepted: { extra } })
      const whole = await shop.pay(parts, payment)
      expect([whole.statusCode, whole.json().accepts.length]).toEqual([402, 1])
      await shop.expectNothingSold(whole, wallet, { cents: 10, heard })
      const alone = await shop.payOnly(payment)
      expect([alone.statusCode, alone.json().error.details[0].fault]).toEqual([400, 'files_not_kept'])
      await shop.expectNothingSold(alone, wallet, { cents: 10, heard })
    })

    test('terms with lists inside of lists', async () => {
      const { wallet, parts, quote } = await shop.sale()
      const { heard } = shop
      const payment = JSON.parse(Buffer.from(await signed(wallet, termsOf(quote)), 'base64').toString())
      payment.accepted.deep = 0
      const deep = JSON.stringify(payment).replace(
        '"deep":0',
        `"deep":${'['.repeat(4000)}${']'.repeat(4000)}`,
      )
      const answer = await shop.pay(parts, Buffer.from(deep).toString('base64'))
      expect([answer.statusCode, answer.json().accepts.length]).toEqual([402, 1])
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
    })

    test('the price that is told to who has sent nothing', async () => {
      const probe = await shop.service.app.inject({ method: 'POST', url: '/v1/audit' })
      const { error, accepts, price } = probe.json()
      expect([probe.statusCode, error.code, price.usdc, price.quoteId]).toEqual([
        402,
        'payment_required',
        '0.01',
        undefined,
      ])
      expect(accepts).toMatchObject([{ scheme: 'exact', amount: '10000' }])
      const { wallet, parts } = await shop.sale()
      const { heard } = shop
      const answer = await shop.pay(parts, await signed(wallet, accepts[0]))
      expect([answer.statusCode, answer.json().accepts.length]).toEqual([402, 1])
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
    })

    test('an empty wallet', async () => {
      const wallet = await shop.walletWith(1n)
      const parts = newBatch()
      const { heard } = shop
      const payment = await signed(wallet, termsOf(await shop.quoted(parts)))
      for (const answer of [await shop.payOnly(payment), await shop.pay(parts, payment)]) {
        expect([answer.statusCode, messageOf(answer)]).toEqual([402, expect.stringMatching(/does not hold/)])
        await shop.expectNothingSold(answer, wallet, { cents: 1, heard })
      }
    })

    test('the price of other files', async () => {
      const { wallet, payment } = await shop.sale()
      const { heard } = shop
      const answer = await shop.pay(newBatch(), payment)
      expect([answer.statusCode, messageOf(answer)]).toEqual([402, expect.stringMatching(/another request/)])
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
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
      const whole = await shop.pay(newBatch(), header)
      expect([whole.statusCode, whole.json().error.code]).toEqual([402, 'payment_required'])
      const alone = await shop.payOnly(header)
      expect([alone.statusCode, alone.json().error.details[1].fault]).toEqual([402, 'files_not_kept'])
      for (const { body } of [whole, alone]) expect(body).not.toContain('auditId')
    })
  })
}
