import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../lab/service/test-service.js'
import { describeOnPostgres } from '../../store/databases.js'
import { receiptOf, type Shop } from './shop.js'

/** As two processes would: each with connections of its own, one database, one place for audio. */
export function severalServersTests(shop: Shop): void {
  describeOnPostgres('two servers that sell on one database', (made) => {
    let one: TestService
    let other: TestService

    beforeAll(async () => {
      const { dataFolder, databaseUrl } = made.database
      one = await shop.start({ database: { dataFolder, databaseUrl } })
      other = await shop.start({ database: { dataFolder, databaseUrl } })
    })
    afterAll(async () => {
      await one?.stop()
      await other?.stop()
    })

    test('take one payment that is sent to both at once only once', async () => {
      for (const isWhole of [true, false]) {
        const { wallet, parts, payment } = await shop.sale(one)
        const { settlements } = shop.facilitator
        const { heard } = shop
        const sent = [one, other].map((server) =>
          isWhole ? shop.pay(parts, payment, {}, server) : shop.payOnly(payment, {}, server),
        )
        const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
        expect(statuses).toEqual([200, 200])
        expect([shop.facilitator.settlements, shop.heard]).toEqual([settlements + 1, heard + 2])
        expect(await shop.balance(wallet)).toBe(8)
        const [first, second] = [
          await shop.payOnly(payment, {}, one),
          await shop.pay(parts, payment, {}, other),
        ]
        expect([first.statusCode, second.statusCode]).toEqual([200, 200])
        expect(second.json()).toEqual(first.json())
        expect(receiptOf(second)).toEqual(receiptOf(first))
        expect((await shop.quoted(parts, wallet.address, other)).json().price.cached).toBe(2)
      }
    })

    test('find the files that the other has kept, and end the settlement that the other could not', async () => {
      const { wallet, payment } = await shop.sale(one)
      shop.facilitator.settle = 'mute'
      expect((await shop.payOnly(payment, {}, other)).statusCode).toBe(503)
      shop.facilitator.settle = 'up'
      const { heard } = shop
      expect((await shop.payOnly(payment, {}, one)).statusCode).toBe(200)
      expect([shop.heard, await shop.balance(wallet)]).toEqual([heard, 8])
    })
  })
}
