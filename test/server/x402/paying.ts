import { setTimeout as sleep } from 'node:timers/promises'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../packages/client/src/client.js'
import { type CountedSockets, countSockets } from './counted-sockets.js'
import { messageOf, newBatch, newSound, quality, receiptOf, type Shop } from './shop.js'
import { signed, termsOf } from './wallets.js'

export function payingTests(shop: Shop): void {
  describe('the price', () => {
    test('is told with its parts, in the body and in the header', async () => {
      const answer = await shop.quoted(newBatch())
      expect(answer.statusCode).toBe(402)
      const { error, price, ...offer } = answer.json()
      expect(price).toMatchObject({ files: 2, checks: 1, cached: 0, credits: 2, creditsPerFile: 1 })
      expect(price).toMatchObject({ usdc: '0.02', usdcPerFile: '0.01', filesKept: true })
      expect(price.quoteId).toMatch(/^[0-9a-f]{32}$/)
      const hour = Date.parse(price.expiresAt) - Date.now()
      expect(hour).toBeGreaterThan(55 * 60_000)
      expect(hour).toBeLessThanOrEqual(60 * 60_000)
      expect(offer.accepts).toEqual([
        {
          scheme: 'exact',
          network: 'eip155:84532',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          amount: '20000',
          payTo: shop.owner.address,
          maxTimeoutSeconds: 3600,
          extra: { name: 'USDC', version: '2', quoteId: price.quoteId },
        },
      ])
      const header = decodePaymentRequiredHeader(String(answer.headers['payment-required']))
      expect(header).toEqual({ ...offer, error: error.message })
    })

    test('never falls below the least, however small the audit', async () => {
      const dear = await shop.service.variant({ config: { x402LeastPrice: 0.5 } })
      const answer = await dear.audit(quality, newBatch())
      expect(answer.json()).toMatchObject({
        price: { usdc: '0.5', credits: 2 },
        accepts: [{ amount: '500000' }],
      })
    })
  })

  describe('a wallet that pays', () => {
    let address: string
    let sockets: CountedSockets

    test('through @x402/fetch gets the audit, and the money has moved', async () => {
      address = await shop.service.app.listen({ port: 0, host: '127.0.0.1' })
      sockets = countSockets(shop.service.app.server)
      const wallet = await shop.walletWith(10n)
      const ownerBefore = await shop.balance(shop.owner)
      const payingFetch = wrapFetchWithPayment(
        fetch,
        new x402Client().register('eip155:84532', new ExactEvmScheme(wallet)),
      )
      const answer = await payingFetch(`${address}/v1/audit?${new URLSearchParams(quality)}`, {
        method: 'POST',
        body: newForm(),
      })
      expect(answer.status).toBe(200)
      const audit = (await answer.json()) as { reportUrl: string }
      expect(audit).toMatchObject({ fileCount: 2, creditsUsed: 2, auditId: expect.any(String) })
      const receipt = decodePaymentResponseHeader(answer.headers.get('payment-response')!)
      expect(receipt).toMatchObject({ success: true, network: 'eip155:84532', amount: '20000' })
      expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect(await shop.balance(wallet)).toBe(8)
      expect(await shop.balance(shop.owner)).toBe(ownerBefore + 2)

      const [, auditId, token] = /report\/(\w+)#(.+)$/.exec(audit.reportUrl)!
      const report = await shop.service.get(`/v1/audits/${auditId}/report`, undefined, {
        'x-report-token': token,
      })
      expect(report.statusCode).toBe(200)
      expect((await shop.service.get('/v1/audits')).statusCode).toBe(401)
      expect((await shop.service.get(`/v1/audits/${auditId}`)).statusCode).toBe(401)
      const paid = { 'payment-signature': 'eyJ4NDAyVmVyc2lvbiI6Mn0=' }
      expect((await shop.service.get('/v1/audits', undefined, paid)).statusCode).toBe(401)
    })

    test('through our client sends the files once, within its limit', async () => {
      const wallet = await shop.walletWith(10n)
      // Long enough that all else that is sent does not matter.
      const sources = ['0.wav', '1.wav'].map((name) => ({
        name,
        content: new Blob([newSound(), new Uint8Array(500_000)]),
      }))
      const client = createClient({ baseUrl: address, wallet })
      const bytesBefore = sockets.bytesRead()
      const audit = await client.audit(sources, { checks: ['quality'] })
      const bytes = sockets.bytesRead() - bytesBefore
      expect(bytes).toBeGreaterThan(1_000_000)
      expect(bytes).toBeLessThan(1_020_000)
      expect(audit).toMatchObject({ fileCount: 2, creditsUsed: 2, fileNames: ['0.wav', '1.wav'] })
      expect(await shop.balance(wallet)).toBe(8)
      await client.audit(sources, { checks: ['quality'] })
      expect(await shop.balance(wallet)).toBe(7)
      const thrifty = createClient({ baseUrl: address, wallet, mostUsdc: 0.009 })
      await expect(thrifty.audit(sources, { checks: ['quality'] })).rejects.toThrow(/costs 0.01 USDC/)
      expect(await shop.balance(wallet)).toBe(7)
    })

    test('through our client sends the files again where they were not kept', async () => {
      const wallet = await shop.walletWith(10n)
      const sources = ['0.wav', '1.wav'].map((name) => ({ name, content: new Blob([newSound()]) }))
      // Gone between price and payment.
      vi.spyOn(shop.service.store.keptRequests, 'find').mockResolvedValueOnce(undefined)
      const client = createClient({ baseUrl: address, wallet })
      expect(await client.audit(sources, { checks: ['quality'] })).toMatchObject({ fileCount: 2 })
      expect(await shop.balance(wallet)).toBe(8)
    })

    test('with a header of a megabyte is refused before anything is read', async () => {
      const huge = await fetch(`${address}/v1/audit?${new URLSearchParams(quality)}`, {
        method: 'POST',
        body: newForm(),
        headers: { 'payment-signature': 'A'.repeat(1_000_000) },
      }).catch(() => undefined)
      expect([undefined, 413, 431]).toContain(huge?.status)
    })

    test('gets the same result for the same payment, and pays once', async () => {
      const { wallet, parts, payment } = await shop.sale()
      const first = await shop.pay(parts, payment)
      expect(first.statusCode).toBe(200)
      const { heard } = shop
      const again = await shop.pay(parts, payment)
      expect([again.statusCode, again.json()]).toEqual([200, first.json()])
      expect(receiptOf(again)).toEqual(receiptOf(first))
      const other = await shop.pay(newBatch(), payment)
      expect([other.statusCode, messageOf(other)]).toEqual([402, expect.stringMatching(/another audit/)])
      await shop.expectNothingSold(other, wallet, { cents: 8, heard })
    })

    test('five times at once pays once and gets one audit', async () => {
      const { wallet, parts, payment } = await shop.sale()
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      shop.whileHearing = () => released
      const { heard } = shop
      const sent = Array.from({ length: 5 }, (_, at) =>
        at % 2 ? shop.payOnly(payment) : shop.pay(parts, payment),
      )
      while (shop.heard === heard) await sleep(5)
      release()
      const answers = await Promise.all(sent)
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
      expect(new Set(answers.map((answer) => answer.json().auditId)).size).toBe(1)
      const replays = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
      expect(replays).toHaveLength(4)
      expect(shop.heard).toBe(heard + 2)
      expect(await shop.balance(wallet)).toBe(8)
    })

    test('has the discount for what it paid before; no other wallet has', async () => {
      const { wallet, parts, payment } = await shop.sale()
      expect((await shop.pay(parts, payment)).statusCode).toBe(200)
      const cheaper = await shop.quoted(parts, wallet.address)
      expect(cheaper.json().price).toMatchObject({ cached: 2, credits: 1, usdc: '0.01' })

      const stranger = await shop.walletWith(10n)
      const { heard } = shop
      const stolen = await signed(stranger, termsOf(cheaper))
      const refused = await shop.pay(parts, stolen)
      expect([refused.statusCode, refused.json().price.usdc]).toEqual([402, '0.02'])
      for (const answer of [refused, await shop.payOnly(stolen)]) {
        expect([answer.statusCode, messageOf(answer)]).toEqual([
          402,
          expect.stringMatching(/discount of another wallet/),
        ])
        await shop.expectNothingSold(answer, stranger, { cents: 10, heard })
      }

      const paid = await shop.pay(parts, await signed(wallet, termsOf(cheaper)))
      expect([paid.statusCode, paid.json().creditsUsed]).toEqual([200, 1])
      expect(await shop.balance(wallet)).toBe(7)
    })
  })
}

function newForm(): FormData {
  const form = new FormData()
  form.append('files', new Blob([newSound()]), 'a.wav')
  form.append('files', new Blob([newSound()]), 'b.wav')
  return form
}
