// A facilitator as others run them, over HTTP and on the chain of the test; it can be made to fail.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { generatePrivateKey } from 'viem/accounts'
import type { Chain } from './chain.js'

/** down: no answer; mute: the work is done and the answer lost. */
export type Mood = 'up' | 'down' | 'mute'

export class LocalFacilitator {
  verify: Mood = 'up'
  settle: Mood = 'up'
  /** Come before each settlement, after it, and after its answer and that of a verification. */
  beforeSettle: () => Promise<unknown> = async () => {}
  afterSettle: () => Promise<unknown> = async () => {}
  afterAnswer: (operation: 'verify' | 'settle') => unknown = () => {}
  settlements = 0

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(chain: Chain): Promise<LocalFacilitator> {
    const client = chain.client(generatePrivateKey())
    await chain.giveGas(client.account.address)
    const facilitator = new x402Facilitator()
    registerExactEvmScheme(facilitator, {
      signer: toFacilitatorEvmSigner({ ...client, address: client.account.address } as never),
      networks: 'eip155:84532',
    })
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const operation = request.url === '/verify' ? 'verify' : 'settle'
      if (local[operation] === 'down') return response.destroy()
      const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(pieces).toString())
      try {
        if (operation === 'settle') {
          local.settlements++
          await local.beforeSettle()
        }
        const answer = await facilitator[operation](paymentPayload, paymentRequirements)
        if (operation === 'settle') await local.afterSettle()
        if (local[operation] === 'mute') return response.destroy()
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        local.afterAnswer(operation)
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const local = new LocalFacilitator(server, `http://127.0.0.1:${port}`)
    return local
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(resolve))
  }
}
