// The service is killed while wallets pay. Afterwards every payment that is on the chain has its result, and no other has.
// AUDIO_AUDIT_KILLS says how often.
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { PaymentRequirements } from '@x402/core/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../../lab/service/data-folder.js'
import { file, multipart } from '../../../lab/service/multipart.js'
import { runnableFile } from '../../../src/audit/runnable-file.js'
import { authorisationKey, readPayment } from '../../../src/billing/x402/payment.js'
import { resumeSettlements } from '../../../src/server/x402/answer.js'
import { payerOf } from '../../../src/store/payments.js'
import { openShop, type ShopSettings } from './crashing-shop.js'
import type { LocalFacilitator } from './facilitator.js'
import { newSound, quality, type Shop } from './shop.js'
import { signed } from './wallets.js'

const KILLS = Number(process.env.AUDIO_AUDIT_KILLS ?? 1)
const MOST_MS_PER_KILL = 60_000
const BUYERS = 4
/** How long what follows an answer of the facilitator may take. */
const NEXT_STEP_MS = 80

interface Sale {
  wallet: PrivateKeyAccount
  form: ReturnType<typeof multipart>
  payment: string
}

type Kill = () => Promise<unknown>
type Moment = (facilitator: LocalFacilitator, kill: Kill, sales: Sale[]) => void
const soon = (kill: Kill) => setTimeout(kill, Math.random() * NEXT_STEP_MS)

/** From which moments on the service is killed, in turn; where not said otherwise the other buyers are wherever they are then. */
const moments: Moment[] = [
  // Each buyer at another place: about to be verified, about to be settled, settled and not told, told.
  (facilitator, kill, sales) => {
    const [unverified, unsettled, untold, told] = sales.map(({ wallet }) => wallet.address)
    let missing = sales.length
    let killed = () => {}
    const dead = new Promise<void>((resolve) => {
      killed = resolve
    })
    const arrive = async () => {
      if (--missing === 0) kill().then(killed)
      await dead
    }
    facilitator.beforeVerify = async (payer) => payer === unverified && arrive()
    facilitator.beforeSettle = async (payer) => payer === unsettled && arrive()
    facilitator.afterSettle = async (payer) => payer === untold && arrive()
    facilitator.afterAnswer = (operation, payer) => operation === 'settle' && payer === told && arrive()
  },
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

/** Loads the program at once; takes the data folder when it is told to open. */
function start(settings: ShopSettings) {
  const script = runnableFile(new URL('crashing-shop.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const killed = new Promise((resolve) => child.once('exit', resolve))
  return {
    killed,
    kill: () => {
      child.kill('SIGKILL')
      return killed
    },
    open: () =>
      new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (address) => resolve(String(address)))
        killed.then(() => reject(new Error('the shop did not open')))
        child.stdin.end('open')
      }),
  }
}

export function crashTests(shop: Shop): void {
  let settings: ShopSettings
  let next: ReturnType<typeof start>
  let opened: Promise<string>

  // Starts while the other tests run, which leave a core to it.
  beforeAll(async () => {
    settings = {
      dataFolder: await newDataFolder(),
      payTo: shop.owner.address,
      facilitatorUrl: shop.facilitator.url,
    }
    next = start(settings)
    opened = next.open()
    opened.catch(() => {})
  })
  afterAll(() => next?.kill())

  test(
    `a kill at any moment leaves no payment without a result, and no result without a payment (AUDIO_AUDIT_KILLS=${KILLS})`,
    async () => {
      const { facilitator } = shop
      const url = `/v1/audit?${new URLSearchParams(quality)}`
      const sales: Sale[] = []
      for (let kills = 0; kills < KILLS; kills++) {
        const { kill, killed } = next
        const address = await opened
        // Loads while this one sells.
        if (kills + 1 < KILLS) next = start(settings)
        const prepared = await Promise.all(
          Array.from({ length: BUYERS }, async (): Promise<Sale> => {
            const wallet = await shop.walletWith(10n)
            const form = multipart([file('a.wav', newSound())])
            const quote = await fetch(address + url, { method: 'POST', ...form })
            const { accepts } = (await quote.json()) as { accepts: PaymentRequirements[] }
            return { wallet, form, payment: await signed(wallet, accepts[0]!) }
          }),
        )
        sales.push(...prepared)
        facilitator.behave()
        moments[kills % moments.length]!(facilitator, kill, prepared)
        const sent = prepared.map(({ form, payment }, at) => {
          const { headers, body } = at % 2 ? { headers: {}, body: null } : form
          return fetch(address + url, {
            method: 'POST',
            headers: { ...headers, 'payment-signature': payment },
            body,
          }).catch(() => {})
        })
        await Promise.all(sent)
        await killed
        if (kills + 1 < KILLS) opened = next.open()
      }
      facilitator.behave()

      const after = await openShop(settings)
      await resumeSettlements(after.context, true)
      let paid = 0
      for (const { wallet, form, payment } of sales) {
        const key = authorisationKey(readPayment(payment)!)
        const stored = await after.store.payments.find(key)
        const result = stored && (await after.store.audits.get(payerOf(key), stored.auditId))
        const hasPaid = (await shop.balance(wallet)) < 10
        expect([stored?.state === 'settled', result !== undefined]).toEqual([hasPaid, hasPaid])
        // What was found is the payer's too, also where another process has ended the settlement.
        const price = await after.app.inject({
          method: 'POST',
          url,
          headers: { ...form.headers, 'x-wallet': wallet.address },
          payload: form.body,
        })
        expect(price.json().price.cached).toBe(hasPaid ? 1 : 0)
        await after.store.keptRequests.delete(price.json().price.quoteId)
        if (hasPaid) paid++
      }
      // Else the kills came at no moment that matters.
      expect(paid).toBeGreaterThan(0)
      expect(await after.store.payments.unclear(true)).toEqual([])
      expect(await after.store.audits.abandoned(true)).toEqual([])
      if (process.env.AUDIO_AUDIT_KILLS)
        console.info(`${KILLS} kills, ${sales.length} payments, ${paid} of them made`)

      // Whoever comes back gets the result, and has paid once. The files were kept over all kills.
      for (const { wallet, payment } of sales) {
        const headers = { 'payment-signature': payment }
        const answer = await after.app.inject({ method: 'POST', url, headers })
        expect(answer.statusCode, answer.body).toBe(200)
        expect(await shop.balance(wallet)).toBe(9)
      }
      await after.store.audio.dropUnreferenced()
      const entries = await readdir(path.join(settings.dataFolder, 'audio'), {
        recursive: true,
        withFileTypes: true,
      })
      expect(entries.filter((entry) => entry.isFile())).toHaveLength(sales.length)
      await after.stop()
    },
    (KILLS + 2) * MOST_MS_PER_KILL,
  )
}
