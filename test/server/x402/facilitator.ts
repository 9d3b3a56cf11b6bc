// A facilitator as others run them, over HTTP and on the chain of the test; it can be made to fail.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { Chain } from './chain.js'

/** down: no answer; mute: the work is done and the answer lost. */
export type Mood = 'up' | 'down' | 'mute'

export class LocalFacilitator {
  verify: Mood = 'up'
  settle: Mood = 'up'
  /** Come before each verification and settlement with who pays, after a settlement, and after the answer. */
  beforeVerify: (payer: string) => Promise<unknown> = async () => {}
  beforeSettle: (payer: string) => Promise<unknown> = async () => {}
  afterSettle: (payer: string) => Promise<unknown> = async () => {}
  afterAnswer: (operation: 'verify' | 'settle', payer: string) => unknown = () => {}
  settlements = 0
  /** As it is without any of these. */
  behave(): void {
    Object.assign(this, {
      verify: 'up',
      settle: 'up',
      beforeVerify: async () => {},
      beforeSettle: async () => {},
      afterSettle: async () => {},
      afterAnswer: () => {},
    })
  }

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** On a port that was free; or on one that is told. */
  static async start(chain: Chain, wantedPort = 0): Promise<LocalFacilitator> {
    const client = await chain.richClient()
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
        const payer: string = paymentPayload.payload.authorization.from
        if (operation === 'verify') await local.beforeVerify(payer)
        else {
          local.settlements++
          await local.beforeSettle(payer)
        }
        const answer = await facilitator[operation](paymentPayload, paymentRequirements)
        if (operation === 'settle') await local.afterSettle(payer)
        if (local[operation] === 'mute') return response.destroy()
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        local.afterAnswer(operation, payer)
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
    await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const local = new LocalFacilitator(server, `http://127.0.0.1:${port}`)
    return local
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(resolve))
  }
}
