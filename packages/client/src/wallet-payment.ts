// Pays for an audit out of a wallet (x402 version 2, scheme "exact"): signs an authorisation to transfer USDC (EIP-3009).
// Nothing is needed for it but something that signs typed data (EIP-712), such as an account of viem.
import { ApiError } from './api-error.js'
import { hexOf } from './new-id.js'
import type { ErrorDetail, Wallet } from './types.js'

export interface PaymentTerms {
  scheme: string
  network: string
  asset: string
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  /** A price that can be paid has a quote. */
  extra: { name: string; version: string; quoteId?: string }
}

export interface PaymentOffer {
  error?: { message: string; details?: ErrorDetail[] }
  accepts?: PaymentTerms[]
  price?: { filesKept?: boolean }
}

/** USDC, by network; a token that is not known here is not paid with, whatever it calls itself. */
const usdc: Record<string, string> = {
  'eip155:8453': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'eip155:84532': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
}
const UNITS_PER_USDC = 1_000_000
/** Clocks differ; as much as other x402 clients allow for. */
const CLOCK_SLACK_SEC = 600
/** EIP-3009. */
const NONCE_BYTES = 32

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** The header Payment-Signature. Fails with an ApiError before anything is signed when it is too dear or cannot be paid. */
export async function signedPayment(
  wallet: Wallet,
  { accepts = [], error }: PaymentOffer,
  mostUsdc: number,
): Promise<string> {
  const refuse = (message: string) =>
    new ApiError({ code: 'payment_required', message, status: 402, details: error?.details })
  const accepted = accepts.find(
    ({ scheme, network, asset }) => scheme === 'exact' && usdc[network] === asset.toLowerCase(),
  )
  if (accepted?.extra.quoteId === undefined)
    throw refuse(error?.message ?? 'The service takes no payment in USDC.')
  const { amount, payTo, maxTimeoutSeconds, extra, network, asset } = accepted
  if (BigInt(amount) > BigInt(Math.floor(mostUsdc * UNITS_PER_USDC))) {
    const price = Number(amount) / UNITS_PER_USDC
    throw refuse(`The audit costs ${price} USDC, more than the ${mostUsdc} USDC that mostUsdc allows.`)
  }
  const nowSec = Math.floor(Date.now() / 1000)
  const authorization = {
    from: wallet.address,
    to: payTo as `0x${string}`,
    value: amount,
    validAfter: String(nowSec - CLOCK_SLACK_SEC),
    validBefore: String(nowSec + maxTimeoutSeconds),
    nonce: `0x${hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))}` as const,
  }
  const signature = await wallet.signTypedData({
    domain: {
      name: extra.name,
      version: extra.version,
      chainId: Number(network.split(':')[1]),
      verifyingContract: asset as `0x${string}`,
    },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  const payment = { x402Version: 2, accepted, payload: { signature, authorization } }
  return base64(JSON.stringify(payment))
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
