// Wallets that sign what they are told, or something else.
import { randomBytes } from 'node:crypto'
import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequirements } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import type { LightMyRequestResponse } from 'fastify'
import { getAddress, type Hex, parseSignature } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Chain, tokenAbi, USDC } from './chain.js'

export const newWallet = () => privateKeyToAccount(generatePrivateKey())

export const termsOf = (answer: LightMyRequestResponse) => answer.json().accepts[0] as PaymentRequirements

export interface Forgery {
  /** In place of what was told; what is signed goes by it too. */
  accepted?: Partial<PaymentRequirements>
  /** In place of what belongs to the terms. */
  authorization?: Partial<Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>>
  /** Changed after signing. */
  afterwards?: Forgery['authorization']
}

/** The header Payment-Signature for these terms. */
export async function signed(
  wallet: PrivateKeyAccount,
  told: PaymentRequirements,
  { accepted: other = {}, authorization: changed = {}, afterwards = {} }: Forgery = {},
): Promise<string> {
  const accepted = { ...told, ...other }
  const nowSec = Math.floor(Date.now() / 1000)
  const authorization = {
    from: wallet.address as string,
    to: getAddress(accepted.payTo) as string,
    value: accepted.amount,
    validAfter: String(nowSec - 600),
    validBefore: String(nowSec + accepted.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...changed,
  }
  const signature = await wallet.signTypedData({
    domain: {
      name: String(accepted.extra.name),
      version: String(accepted.extra.version),
      chainId: Number(accepted.network.split(':')[1]),
      verifyingContract: getAddress(accepted.asset),
    },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  })
  const payload = { signature, authorization: { ...authorization, ...afterwards } }
  return encodePaymentSignatureHeader({ x402Version: 2, accepted, payload })
}

const signedIn = (payment: string) =>
  decodePaymentSignatureHeader(payment).payload as unknown as {
    signature: Hex
    authorization: Record<'from' | 'to' | 'nonce', Hex> &
      Record<'value' | 'validAfter' | 'validBefore', string>
  }

/** Anyone can make the transfer that a payment allows. */
export async function submitOnChain(chain: Chain, _: PrivateKeyAccount, payment: string): Promise<void> {
  const { signature, authorization } = signedIn(payment)
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const client = await chain.richClient()
  const hash = await client.writeContract({
    address: USDC,
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Only its wallet can take a payment back. */
export async function cancelOnChain(chain: Chain, wallet: PrivateKeyAccount, payment: string): Promise<void> {
  const { nonce } = signedIn(payment).authorization
  const { r, s, yParity } = parseSignature(
    await wallet.signTypedData({
      domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: USDC },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: wallet.address, nonce },
    }),
  )
  const client = await chain.richClient()
  const hash = await client.writeContract({
    address: USDC,
    abi: tokenAbi,
    functionName: 'cancelAuthorization',
    args: [wallet.address, nonce, 27 + yParity, r, s],
  })
  await client.waitForTransactionReceipt({ hash })
}
