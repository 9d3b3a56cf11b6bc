// Where USDC can be paid with x402, by the names that people use. Addresses: https://developers.circle.com/stablecoins/usdc-contract-addresses

export interface PaymentNetwork {
  /** CAIP-2. */
  id: `eip155:${number}`
  /** The contract of USDC. */
  asset: string
  /** What the contract calls itself where it is signed for (EIP-712); it differs from chain to chain. */
  assetName: string
  assetVersion: string
}

export const paymentNetworks = {
  base: {
    id: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    assetName: 'USD Coin',
    assetVersion: '2',
  },
  'base-sepolia': {
    id: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    assetName: 'USDC',
    assetVersion: '2',
  },
} satisfies Record<string, PaymentNetwork>

export type NetworkName = keyof typeof paymentNetworks
export const networkNames = Object.keys(paymentNetworks) as [NetworkName, ...NetworkName[]]
