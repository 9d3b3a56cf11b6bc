import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { messageOf, newBatch, receiptOf, type Shop } from './shop.js'
import { signed, termsOf } from './wallets.js'

const respondAsync = { prefer: 'respond-async' }
const pathOf = (url: string) => new URL(url).pathname

export function withoutWaitingTests(shop: Shop): void {
  const byToken = (url: string, token?: string) =>
    shop.service.get(pathOf(url), undefined, token ? { 'x-report-token': token } : {})

  async function ended(statusUrl: string, token: string) {
    for (;;) {
      const status = (await byToken(statusUrl, token)).json()
      if (status.status === 'done' || status.status === 'failed') return status
      await sleep(10)
    }
  }

  describe('a payer who does not wait', () => {
    test('follows the audit by the token of its report, and pays at the end', async () => {
      const { wallet, payment } = await shop.sale()
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      shop.whileHearing = () => released
      const { heard } = shop
      const answer = await shop.payOnly(payment, respondAsync)
      expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([202, 'respond-async'])
      expect(answer.headers['payment-response']).toBeUndefined()
      const { auditId, statusUrl, auditUrl, reportUrl } = answer.json()
      expect(answer.headers.location).toBe(statusUrl)
      const token = reportUrl.split('#')[1]
      while (shop.heard === heard) await sleep(5)
      const status = await byToken(statusUrl, token)
      expect([status.statusCode, status.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(status.json()).toMatchObject({ auditId, auditUrl, status: 'running', fileCount: 2 })
      expect((await byToken(auditUrl, token)).statusCode).toBe(404)
      expect((await byToken(statusUrl)).statusCode).toBe(401)
      expect((await byToken(statusUrl, `${token}x`)).statusCode).toBe(404)
      const { key } = await shop.service.caller(0)
      expect((await shop.service.get(pathOf(statusUrl), key, { 'x-report-token': token })).statusCode).toBe(
        404,
      )
      expect((await shop.payOnly(payment, respondAsync)).json()).toMatchObject({ auditId, status: 'running' })
      const waiting = shop.payOnly(payment)
      expect(await shop.balance(wallet)).toBe(10)
      release()
      expect((await waiting).json()).toMatchObject({ auditId, creditsUsed: 2 })
      expect((await waiting).headers['idempotency-replayed']).toBe('true')
      expect(await ended(statusUrl, token)).toMatchObject({ status: 'done', filesDone: 2 })
      expect(await shop.balance(wallet)).toBe(8)
      expect((await byToken(auditUrl, token)).json()).toMatchObject({ auditId, creditsUsed: 2 })
      const again = await shop.payOnly(payment, respondAsync)
      expect([again.statusCode, again.json().auditId]).toEqual([200, auditId])
      expect(receiptOf(again).transaction).toMatch(/^0x[0-9a-f]{64}$/)
    })

    test('learns from the status that the payment could not be settled', async () => {
      const { wallet, payment } = await shop.sale()
      shop.facilitator.beforeSettle = () => shop.chain.empty(wallet.address)
      const { statusUrl, auditUrl, reportUrl } = (await shop.payOnly(payment, respondAsync)).json()
      const token = reportUrl.split('#')[1]
      expect(await ended(statusUrl, token)).toMatchObject({
        status: 'failed',
        error: {
          code: 'payment_required',
          message: expect.stringMatching(/withheld and nothing was charged/),
        },
      })
      expect((await byToken(auditUrl, token)).statusCode).toBe(404)
    })
  })

  describe('a payer with an Idempotency-Key', () => {
    test('buys the same once, whatever the payment', async () => {
      const { wallet, parts, quote, payment } = await shop.sale()
      const key = { 'idempotency-key': `order of ${wallet.address}` }
      const first = await shop.pay(parts, payment, key)
      expect(first.statusCode).toBe(200)
      const { heard } = shop
      const another = await signed(wallet, termsOf(quote))
      const again = await shop.pay(parts, another, key)
      expect([again.statusCode, again.json()]).toEqual([200, first.json()])
      expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([
        undefined,
        'true',
      ])
      expect(receiptOf(again)).toEqual(receiptOf(first))
      expect([shop.heard, await shop.balance(wallet)]).toEqual([heard, 8])

      const other = newBatch()
      const refused = await shop.pay(other, await signed(wallet, termsOf(await shop.quoted(other))), key)
      expect([refused.statusCode, messageOf(refused)]).toEqual([
        409,
        expect.stringMatching(/another request.* nothing was charged/),
      ])
      await shop.expectNothingSold(refused, wallet, { cents: 8, heard })
      // It is this wallet's key: another's is another.
      const stranger = await shop.sale()
      expect((await shop.pay(stranger.parts, stranger.payment, key)).statusCode).toBe(200)
      // What was not taken is still good.
      expect((await shop.pay(parts, another)).statusCode).toBe(200)
      expect(await shop.balance(wallet)).toBe(6)
    })
  })
}
