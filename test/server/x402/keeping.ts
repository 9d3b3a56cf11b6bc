import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type FormPart, file, multipart } from '../../../lab/service/multipart.js'
import { checks, type TestService } from '../../../lab/service/test-service.js'
import { senderAt } from '../../../src/server/x402/sender.js'
import { messageOf, newBatch, newSound, quality, receiptOf, type Shop } from './shop.js'
import { signed, termsOf } from './wallets.js'

const MIB = 2 ** 20

export function keepingTests(shop: Shop): void {
  const quoteIdOf = (quote: LightMyRequestResponse): string => quote.json().price.quoteId
  const isKept = async (quote: LightMyRequestResponse) =>
    (await shop.service.store.keptRequests.find(quoteIdOf(quote))) !== undefined
  const faultOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json().error.code,
    answer.json().error.details?.[0].fault,
  ]
  const gone = [400, 'invalid_request', 'files_not_kept']

  describe('the files of a price', () => {
    test('are kept until it is paid: the payment is enough, and brings the result as often as it comes', async () => {
      const wallet = await shop.walletWith(10n)
      const parts = [...newBatch(), { name: 'deviationThreshold', value: '0.4' } as FormPart]
      const quote = await shop.quoted(parts)
      expect(quote.json().price.filesKept).toBe(true)
      expect(messageOf(quote)).toContain('without a body: the files are kept until')
      const payment = await signed(wallet, termsOf(quote))
      const { heard } = shop
      const paid = await shop.payOnly(payment)
      expect([paid.statusCode, shop.heard]).toEqual([200, heard + 2])
      expect(paid.json()).toMatchObject({ fileCount: 2, creditsUsed: 2 })
      expect(await shop.balance(wallet)).toBe(8)
      expect(await isKept(quote)).toBe(false)
      expect(await shop.service.store.audio.dropUnreferenced()).toBe(0)

      for (const again of [await shop.payOnly(payment), await shop.pay(parts, payment)]) {
        expect([again.statusCode, again.json()]).toEqual([200, paid.json()])
        expect(receiptOf(again)).toEqual(receiptOf(paid))
      }
      expect([shop.heard, await shop.balance(wallet)]).toEqual([heard + 2, 8])
      // The signature can be read on the chain; the id of the quote cannot.
      const extra = { name: 'USDC', version: '2', quoteId: quoteIdOf(await shop.quoted(parts)) }
      const read = JSON.parse(Buffer.from(payment, 'base64').toString())
      read.accepted.extra = extra
      const stolen = await shop.payOnly(Buffer.from(JSON.stringify(read)).toString('base64'))
      expect([stolen.statusCode, messageOf(stolen)]).toEqual([402, expect.stringMatching(/another audit/)])
      await shop.expectNothingSold(stolen, wallet, { cents: 8, heard: heard + 2 })
    })

    test('are for the same query only', async () => {
      const { wallet, payment } = await shop.sale()
      const { heard } = shop
      const other = new URLSearchParams({ ...quality, forceFresh: 'true' })
      const answer = await shop.service.app.inject({
        method: 'POST',
        url: `/v1/audit?${other}`,
        headers: { 'payment-signature': payment },
      })
      expect([answer.statusCode, messageOf(answer)]).toEqual([402, expect.stringMatching(/another request/)])
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
      const same = new URLSearchParams({ ...quality, forceFresh: 'false' })
      const paid = await shop.service.app.inject({
        method: 'POST',
        url: `/v1/audit?${same}`,
        headers: { 'payment-signature': payment },
      })
      expect(paid.statusCode).toBe(200)
    })

    test('that are gone have to come again, with the same payment', async () => {
      const { wallet, parts, quote, payment } = await shop.sale()
      await shop.service.store.keptRequests.delete(quoteIdOf(quote))
      expect(await shop.service.store.audio.dropUnreferenced()).toBe(2)
      const { heard } = shop
      const answer = await shop.payOnly(payment)
      expect(faultOf(answer)).toEqual(gone)
      expect(messageOf(answer)).toMatch(/not kept.* Send the whole request.* nothing was charged/)
      await shop.expectNothingSold(answer, wallet, { cents: 10, heard })
      expect((await shop.pay(parts, payment)).statusCode).toBe(200)
      expect(await shop.balance(wallet)).toBe(8)
    })

    test('and the price itself end together', async () => {
      const shortLived = await shop.service.variant({ config: { x402QuoteMinutes: 0 } })
      const wallet = await shop.walletWith(10n)
      const parts = newBatch()
      const quote = await shop.quoted(parts, undefined, shortLived)
      const validBefore = String(Math.floor(Date.now() / 1000) + 600)
      const payment = await signed(wallet, termsOf(quote), { authorization: { validBefore } })
      const { heard } = shop
      const whole = await shop.pay(parts, payment)
      expect([whole.statusCode, messageOf(whole)]).toEqual([402, expect.stringMatching(/has expired/)])
      expect(whole.json().accepts[0].extra.quoteId).not.toBe(quoteIdOf(quote))
      await shop.expectNothingSold(whole, wallet, { cents: 10, heard })
      const alone = await shop.payOnly(payment)
      expect(faultOf(alone)).toEqual(gone)
      expect(messageOf(alone)).toMatch(/has expired/)
      await shop.expectNothingSold(alone, wallet, { cents: 10, heard })
      // The new price has the same files: only when both are over are they gone.
      await shop.service.store.keptRequests.deleteOver(false)
      expect(await shop.service.store.audio.dropUnreferenced()).toBe(0)
      await shop.service.store.keptRequests.delete(whole.json().price.quoteId)
      expect(await shop.service.store.audio.dropUnreferenced()).toBe(2)
    })

    test('that a killed process has not put whole are removed at the next start', async () => {
      const { store } = shop.service
      const sender = senderAt('192.0.2.1')
      const files = [{ name: 'a.wav', sha256: 'a'.repeat(64), byteCount: 1 }]
      const request = { id: 'b'.repeat(32), sender, query: checks('quality'), fields: [], files }
      const room = { lifeSec: 60, mostBytes: 1e9, mostBytesPerSender: 1e9 }
      expect(await store.keptRequests.begin(request, room)).toBe(true)
      expect(await store.keptRequests.find(request.id)).toBeUndefined()
      await store.keptRequests.deleteOver(false)
      expect(await store.keptRequests.finish(request.id)).toBe(true)
      expect(await store.keptRequests.find(request.id)).toMatchObject({ files })
      await store.keptRequests.delete(request.id)
      expect(await store.keptRequests.begin(request, room)).toBe(true)
      await store.keptRequests.deleteOver(true)
      expect(await store.keptRequests.finish(request.id)).toBe(false)
    })

    test('have limited room: who sends too much loses what came first, and others are told when it is full', async () => {
      const sound = newSound()
      const batches = Array.from({ length: 6 }, () => [file('a.wav', newSound())])
      // A quarter of it holds one batch, all of it four.
      const small = await shop.service.variant({ config: { x402KeptMb: (4 * sound.length) / MIB } })
      const quotedFrom = (remoteAddress: string, parts: FormPart[]) => {
        const form = multipart(parts)
        const url = `/v1/audit?${new URLSearchParams(quality)}`
        return small.app.inject({
          method: 'POST',
          url,
          remoteAddress,
          headers: form.headers,
          payload: form.body,
        })
      }
      const first = await quotedFrom('127.0.0.1', batches[0])
      expect([first.json().price.filesKept, await isKept(first)]).toEqual([true, true])
      const second = await quotedFrom('127.0.0.1', batches[1])
      expect([await isKept(first), await isKept(second)]).toEqual([false, true])
      // One network of version 6 is one sender.
      await quotedFrom('2001:db8::1', batches[2])
      const third = await quotedFrom('2001:db8:0:0:ffff::2', batches[3])
      expect([third.json().price.filesKept, await isKept(second)]).toEqual([true, true])
      const others = ['192.0.2.2', '192.0.2.3'].map((address) =>
        quotedFrom(address, [file('a.wav', newSound())]),
      )
      for (const other of others) expect((await other).json().price.filesKept).toBe(true)
      const last = await quotedFrom('192.0.2.4', batches[5])
      expect([last.statusCode, last.json().price.filesKept]).toEqual([402, false])
      expect(messageOf(last)).toContain('with the whole request: the files are not kept')
      await expectPaid(small, batches[5], last)
      // Too much for anybody's share.
      const tooMuch = await quotedFrom('192.0.2.5', newBatch())
      expect(tooMuch.json().price.filesKept).toBe(false)
    })
  })

  async function expectPaid(on: TestService, parts: FormPart[], quote: LightMyRequestResponse) {
    const wallet = await shop.walletWith(10n)
    const payment = await signed(wallet, termsOf(quote))
    expect(faultOf(await shop.payOnly(payment, {}, on))).toEqual(gone)
    expect((await shop.pay(parts, payment, {}, on)).statusCode).toBe(200)
    expect(await shop.balance(wallet)).toBe(9)
  }
}
