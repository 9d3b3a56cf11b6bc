import { describe, expect, test } from 'vitest'
import { LocalFacilitator } from './facilitator.js'
import { messageOf, quality, type Shop } from './shop.js'
import { cancelOnChain, submitOnChain } from './wallets.js'

export function failureTests(shop: Shop): void {
  describe('when something fails', () => {
    test('in the analysis, nothing is settled, and the payment can be used again', async () => {
      const { wallet, payment } = await shop.sale()
      shop.whileHearing = () => Promise.reject(new Error('broken'))
      const { settlements } = shop.facilitator
      const answer = await shop.payOnly(payment)
      expect([answer.statusCode, shop.facilitator.settlements]).toEqual([500, settlements])
      expect(await shop.balance(wallet)).toBe(10)
      shop.behave()
      expect((await shop.payOnly(payment)).statusCode).toBe(200)
      expect(await shop.balance(wallet)).toBe(8)
    })

    test('in the settlement, the result is withheld, and the 402 says so', async () => {
      const { wallet, parts, payment } = await shop.sale()
      shop.facilitator.beforeSettle = () => shop.chain.empty(wallet.address)
      const answer = await shop.pay(parts, payment)
      expect([answer.statusCode, messageOf(answer)]).toEqual([
        402,
        expect.stringMatching(/could not be settled .* withheld and nothing was charged/),
      ])
      await shop.expectNothingSold(answer, wallet, { cents: 0, heard: shop.heard })
      // Nor was anything bought that would make the next audit cheaper.
      expect((await shop.quoted(parts, wallet.address)).json().price.cached).toBe(0)
    })

    test.each([
      ['submitted', submitOnChain, 8],
      ['cancelled', cancelOnChain, 10],
    ])(
      'because the authorisation was %s on the chain by the payer, nothing is told of the money that may be wrong',
      async (_, act, cents) => {
        const early = await shop.sale()
        const { heard } = shop
        await act(shop.chain, early.wallet, early.payment)
        for (const answer of [
          await shop.payOnly(early.payment),
          await shop.pay(early.parts, early.payment),
        ]) {
          expect(answer.statusCode).toBe(402)
          expect(messageOf(answer)).toMatch(/used up on the chain.* or its wallet has cancelled it/)
          expect(messageOf(answer)).toContain(shop.owner.address)
          expect(messageOf(answer)).not.toMatch(/nothing was charged/i)
          await shop.expectNothingSold(answer, early.wallet, { cents, heard })
        }

        // While the audit runs, after the payment was found to hold.
        const late = await shop.sale()
        shop.facilitator.beforeSettle = () => act(shop.chain, late.wallet, late.payment)
        const answer = await shop.payOnly(late.payment)
        expect(answer.statusCode).toBe(402)
        expect(messageOf(answer)).toMatch(/could not be settled. .*used up on the chain.* result is withheld/)
        expect(messageOf(answer)).not.toMatch(/nothing was charged/i)
        await shop.expectNothingSold(answer, late.wallet, { cents, heard: shop.heard })
      },
    )

    test('at the facilitator before the work: 503, prices are told, keys work', async () => {
      shop.facilitator.verify = 'down'
      const { wallet, parts, quote, payment } = await shop.sale()
      expect(quote.json().accepts).toHaveLength(1)
      const { heard } = shop
      for (const answer of [await shop.payOnly(payment), await shop.pay(parts, payment)]) {
        expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy'])
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
      }
      const { key } = await shop.service.caller(2)
      expect((await shop.service.audit(quality, parts, key)).statusCode).toBe(200)
      shop.facilitator.verify = 'up'
      expect((await shop.pay(parts, payment)).statusCode).toBe(200)
    })

    test('at the facilitator while the service starts: it is asked again each time', async () => {
      const gone = await LocalFacilitator.start(shop.chain)
      await gone.stop()
      const late = await shop.service.variant({ config: { x402FacilitatorUrl: gone.url } })
      const { wallet, parts, quote, payment } = await shop.sale(late)
      expect([quote.statusCode, quote.json().accepts.length]).toEqual([402, 1])
      const { heard } = shop
      const answer = await shop.payOnly(payment, {}, late)
      expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([503, true])
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
      const { key } = await late.caller(2)
      expect((await late.audit(quality, parts, key)).statusCode).toBe(200)
      const back = await LocalFacilitator.start(shop.chain, Number(new URL(gone.url).port))
      expect((await shop.payOnly(payment, {}, late)).statusCode).toBe(200)
      expect(await shop.balance(wallet)).toBe(8)
      await back.stop()
    })

    test.each(['down', 'mute'] as const)(
      'at the facilitator after the work (%s): the same payment brings the result, once paid',
      async (mood) => {
        const { wallet, parts, payment } = await shop.sale()
        shop.facilitator.settle = mood
        const answer = await shop.pay(parts, payment)
        expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy'])
        expect(answer.body).not.toMatch(/auditId|reportUrl/)
        expect((await shop.payOnly(payment)).statusCode).toBe(503)
        // Not before it is paid.
        expect((await shop.quoted(parts, wallet.address)).json().price.cached).toBe(0)
        shop.facilitator.settle = 'up'
        const { heard } = shop
        const again = await shop.payOnly(payment)
        expect([again.statusCode, again.json().creditsUsed]).toEqual([200, 2])
        expect(shop.heard).toBe(heard)
        expect(await shop.balance(wallet)).toBe(8)
        expect((await shop.quoted(parts, wallet.address)).json().price.cached).toBe(2)
      },
    )
  })
}
