// The service is killed while wallets pay. Afterwards every payment that is on the chain has its result, and no other has.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PaymentRequirements } from '@x402/core/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { authorisationKey, readPayment } from '../../../src/billing/x402/payment.js'
import { resumeSettlements } from '../../../src/server/x402/answer.js'
import { payerOf } from '../../../src/store/payments.js'
import { newDataFolder } from '../../store/databases.js'
import { file, multipart } from '../multipart.js'
import { toneWav } from '../sounds.js'
import { checks } from '../test-service.js'
import { Chain } from './chain.js'
import { openShop, type ShopSettings } from './crashing-shop.js'
import { LocalFacilitator } from './facilitator.js'
import { newWallet, signed } from './wallets.js'

/** More on demand: each is a start of the whole service. */
const KILLS = Number(process.env.X402_KILLS ?? 4)
const BUYERS = 3
/** How long what follows an answer of the facilitator may take. */
const NEXT_STEP_MS = 80
const FUNDS = 100_000n
const PRICE = 10_000n
const quality = String(new URLSearchParams(checks('quality')))

type Kill = () => Promise<unknown>
/** From which moments on the service is killed, in turn; the other buyers are wherever they are then. */
const moments: ((facilitator: LocalFacilitator, kill: Kill) => void)[] = [
  // While it hears, or just before the transfer is asked for.
  (facilitator, kill) => {
    facilitator.afterAnswer = (operation) => operation === 'verify' && soon(kill)
  },
  // The transfer is made for a service that is gone.
  (facilitator, kill) => {
    facilitator.beforeSettle = kill
  },
  // The transfer is made and not yet told.
  (facilitator, kill) => {
    facilitator.afterSettle = kill
  },
  // Told, and written down or not.
  (facilitator, kill) => {
    facilitator.afterAnswer = (operation) => operation === 'settle' && soon(kill)
  },
]
const soon = (kill: Kill) => setTimeout(kill, Math.random() * NEXT_STEP_MS)

interface Sale {
  wallet: PrivateKeyAccount
  form: ReturnType<typeof multipart>
  payment: string
}

const noop = async () => {}

function start(settings: ShopSettings): Promise<{ address: string; kill: Kill; killed: Promise<unknown> }> {
  const script = fileURLToPath(new URL('crashing-shop.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (address) => resolve({ address: String(address), kill, killed: ended }))
    child.once('exit', () => reject(new Error('the shop did not open')))
  })
}

test('a kill at any moment leaves no payment without a result, and no result without a payment', async () => {
  const chain = await Chain.start()
  const facilitator = await LocalFacilitator.start(chain)
  const settings = {
    dataFolder: await newDataFolder(),
    payTo: newWallet().address,
    facilitatorUrl: facilitator.url,
  }
  const sales: Sale[] = []
  for (let kills = 0; kills < KILLS; kills++) {
    const { address, kill, killed } = await start(settings)
    const send = (form: Sale['form'], headers: Record<string, string> = {}) =>
      fetch(`${address}/v1/audit?${quality}`, {
        method: 'POST',
        headers: { ...form.headers, ...headers },
        body: new Uint8Array(form.body),
      })
    const prepared = await Promise.all(
      Array.from({ length: BUYERS }, async (_, at): Promise<Sale> => {
        const wallet = newWallet()
        await chain.mint(wallet.address, FUNDS)
        const form = multipart([file('a.wav', toneWav(300 + 10 * kills + at))])
        const { accepts } = (await (await send(form)).json()) as { accepts: PaymentRequirements[] }
        return { wallet, form, payment: await signed(wallet, accepts[0]!) }
      }),
    )
    sales.push(...prepared)
    Object.assign(facilitator, { beforeSettle: noop, afterSettle: noop, afterAnswer: noop })
    moments[kills % moments.length]!(facilitator, kill)
    const sent = prepared.map(({ form, payment }) =>
      send(form, { 'payment-signature': payment }).then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    await Promise.all(sent)
    await killed
  }
  Object.assign(facilitator, { beforeSettle: noop, afterSettle: noop, afterAnswer: noop })

  const shop = await openShop(settings)
  await resumeSettlements(shop.context, true)
  let paid = 0
  for (const { wallet, payment } of sales) {
    const key = authorisationKey(readPayment(payment)!)
    const stored = await shop.store.payments.find(key)
    const result = stored && (await shop.store.audits.get(payerOf(key), stored.auditId))
    const hasPaid = (await chain.balance(wallet.address)) < FUNDS
    expect([stored?.state === 'settled', result !== undefined]).toEqual([hasPaid, hasPaid])
    if (hasPaid) paid++
  }
  // Else the kills came at no moment that matters.
  expect(paid).toBeGreaterThan(0)
  expect(await shop.store.payments.unclear(true)).toEqual([])
  expect(await shop.store.audits.abandoned(true)).toEqual([])
  if (process.env.X402_KILLS) console.info(`${KILLS} kills, ${sales.length} payments, ${paid} of them made`)

  // Whoever comes back gets the result, and has paid once.
  for (const { wallet, form, payment } of sales) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/v1/audit?${quality}`,
      headers: { ...form.headers, 'payment-signature': payment },
      payload: form.body,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await chain.balance(wallet.address)).toBe(FUNDS - PRICE)
  }
  await shop.stop()
  await facilitator.stop()
})
