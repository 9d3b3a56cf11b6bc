// A service that sells audits on the chain of the test, and what buyers do with it.
import { decodePaymentResponseHeader } from '@x402/core/http'
import type { LightMyRequestResponse } from 'fastify'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { type FormPart, file } from '../../../lab/service/multipart.js'
import { toneWav } from '../../../lab/service/sounds.js'
import { checks, TestService, type TestServiceOptions } from '../../../lab/service/test-service.js'
import { contentPool } from '../pools.js'
import { Chain } from './chain.js'
import { LocalFacilitator } from './facilitator.js'
import { newWallet, signed, termsOf } from './wallets.js'

export const CENT = 10_000n
export const quality = checks('quality')
let pitchHz = 300

/** A sound that nobody has sent before. */
export const newSound = () => toneWav(pitchHz++, 0.1)
/** Two files: 2 credits. */
export const newBatch = (): FormPart[] => [file('a.wav', newSound()), file('b.wav', newSound())]
export const receiptOf = (answer: LightMyRequestResponse) =>
  decodePaymentResponseHeader(String(answer.headers['payment-response']))
export const messageOf = (answer: LightMyRequestResponse): string => answer.json().error.message

export class Shop {
  readonly owner = newWallet()
  chain!: Chain
  facilitator!: LocalFacilitator
  service!: TestService
  heard = 0
  /** May fail or wait in place of the analyser. */
  whileHearing: () => Promise<void> = async () => {}

  async open(): Promise<void> {
    this.chain = await Chain.start()
    this.facilitator = await LocalFacilitator.start(this.chain)
    this.service = await this.start()
  }

  /** A service that sells for the same owner. */
  start(options: TestServiceOptions = {}): Promise<TestService> {
    return TestService.start({
      config: {
        x402PayTo: this.owner.address,
        x402FacilitatorUrl: this.facilitator.url,
        x402Network: 'base-sepolia',
      },
      pool: contentPool(async () => {
        this.heard++
        await this.whileHearing()
      }),
      ...options,
    })
  }

  behave(): void {
    this.facilitator.behave()
    this.whileHearing = async () => {}
  }

  async close(): Promise<void> {
    await this.service?.stop()
    await this.facilitator?.stop()
    await this.chain?.stop()
  }

  async walletWith(cents: bigint): Promise<PrivateKeyAccount> {
    const wallet = newWallet()
    await this.chain.mint(wallet.address, cents * CENT)
    return wallet
  }

  /** In cents. */
  async balance({ address }: Pick<PrivateKeyAccount, 'address'>): Promise<number> {
    return Number(await this.chain.balance(address)) / Number(CENT)
  }

  quoted(parts: FormPart[], wallet?: string, on = this.service): Promise<LightMyRequestResponse> {
    return on.audit(quality, parts, undefined, wallet ? { 'x-wallet': wallet } : {})
  }

  /** With the whole request. */
  pay(
    parts: FormPart[],
    payment: string,
    headers: Record<string, string> = {},
    on = this.service,
  ): Promise<LightMyRequestResponse> {
    return on.audit(quality, parts, undefined, { 'payment-signature': payment, ...headers })
  }

  /** With nothing but the payment. */
  payOnly(
    payment: string,
    headers: Record<string, string> = {},
    on = this.service,
  ): Promise<LightMyRequestResponse> {
    return on.app.inject({
      method: 'POST',
      url: `/v1/audit?${new URLSearchParams(quality)}`,
      headers: { 'payment-signature': payment, ...headers },
    })
  }

  /** A wallet with 10 cents, a batch and a payment for it. */
  async sale(on = this.service) {
    const wallet = await this.walletWith(10n)
    const parts = newBatch()
    const quote = await this.quoted(parts, undefined, on)
    return { wallet, parts, quote, payment: await signed(wallet, termsOf(quote)) }
  }

  /** Nothing was moved, done or told. */
  async expectNothingSold(
    answer: LightMyRequestResponse,
    wallet: PrivateKeyAccount,
    before: { cents: number; heard: number },
  ): Promise<void> {
    expect(answer.body).not.toMatch(/auditId|reportUrl/)
    expect(answer.headers['payment-response']).toBeUndefined()
    expect(await this.balance(wallet)).toBe(before.cents)
    expect(this.heard).toBe(before.heard)
  }
}
