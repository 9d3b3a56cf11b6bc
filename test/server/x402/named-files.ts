import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileServer } from '../../../lab/service/file-server.js'
import { field } from '../../../lab/service/multipart.js'
import type { TestService } from '../../../lab/service/test-service.js'
import { newSound, type Shop } from './shop.js'
import { signed, termsOf } from './wallets.js'

export function namedFilesTests(shop: Shop): void {
  describe('a payer who names addresses of files', () => {
    let files: FileServer
    let service: TestService
    beforeAll(async () => {
      files = await FileServer.start()
      service = await shop.service.variant({
        config: { outboundNetworks: ['127.0.0.0/8'], outboundHttp: 'true' },
      })
    })
    afterAll(() => files?.stop())

    test('pays for what was fetched, which is not fetched again', async () => {
      const wallet = await shop.walletWith(10n)
      const urls = ['a.wav', 'b.wav'].map((name) => `${files.put(`/${name}`, newSound())}?signature=s3cret`)
      const quote = await shop.quoted([field('fileUrls', JSON.stringify(urls))], undefined, service)
      expect([quote.statusCode, quote.json().price]).toMatchObject([402, { files: 2, filesKept: true }])
      const kept = await service.store.keptRequests.find(quote.json().price.quoteId)
      // A signed address is a secret that nobody needs any more.
      expect(JSON.stringify(kept)).not.toContain('s3cret')
      expect(files.asked).toHaveLength(2)
      const sold = await shop.payOnly(await signed(wallet, termsOf(quote)), {}, service)
      expect([sold.statusCode, sold.json().fileCount, await shop.balance(wallet)]).toEqual([200, 2, 8])
      expect(files.asked).toHaveLength(2)
    })
  })
}
