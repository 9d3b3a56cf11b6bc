// A service that sells audits until it is killed: `node crashing-shop.ts <settings>`. It opens when told to on its input.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestService } from '../../../lab/service/test-service.js'
import { resumeSettlements } from '../../../src/server/x402/answer.js'
import { contentPool } from '../pools.js'

export interface ShopSettings {
  dataFolder: string
  payTo: string
  facilitatorUrl: string
}

/** Long enough to be killed while hearing, too. */
const HEARING_MS = 30

export function openShop({ dataFolder, payTo, facilitatorUrl }: ShopSettings): Promise<TestService> {
  return TestService.start({
    config: { x402PayTo: payTo, x402FacilitatorUrl: facilitatorUrl, x402Network: 'base-sepolia' },
    pool: contentPool(() => sleep(HEARING_MS)),
    database: { dataFolder },
  })
}

if (process.argv[2]) {
  await once(process.stdin, 'data')
  const shop = await openShop(JSON.parse(process.argv[2]) as ShopSettings)
  const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  process.stdout.write(address)
  // As housekeeping does at the start.
  await resumeSettlements(shop.context, true)
}
