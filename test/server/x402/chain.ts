// A chain inside the test: a real EVM with the id of Base Sepolia, one block for each transaction, and as much of the
// JSON-RPC of a node as wallets and facilitators ask for, over HTTP. A token with EIP-3009 lies at the address of USDC.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import { Account, bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import { createWalletClient, encodeFunctionData, type Hex, http, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { paymentNetworks } from '../../../src/billing/x402/networks.js'

export const USDC = paymentNetworks['base-sepolia'].asset as Hex
/** The same on every chain. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const GAS_LIMIT = 30_000_000n
const RICH_WEI = 10n ** 20n
const code = JSON.parse(readFileSync(new URL('contracts/bytecode.json', import.meta.url), 'utf8'))
export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

const common = createCustomCommon({ chainId: baseSepolia.id }, Mainnet, { hardfork: Hardfork.Shanghai })
const hex = (number: bigint | number) => `0x${number.toString(16)}` as Hex

class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data?: Hex,
  ) {
    super(message)
  }
}

interface CallParams {
  from?: Hex
  to: Hex
  data?: Hex
}

export class Chain {
  private blockNumber = 1n
  private readonly receipts = new Map<Hex, object>()
  private queue: Promise<unknown> = Promise.resolve()
  private readonly server: Server
  private url = ''

  private constructor(private readonly vm: VM) {
    this.server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const { id, method, params = [] } = JSON.parse(Buffer.concat(pieces).toString())
      const answer = await this.alone(() => this.answer(method, params)).then(
        (result) => ({ result }),
        ({ message, code = -32603, data }) => ({ error: { message, code, data } }),
      )
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  }

  static async start(): Promise<Chain> {
    const chain = new Chain(await createVM({ common }))
    await chain.place(USDC, code.AuthorisedToken)
    await chain.place(MULTICALL3, code.Calls)
    await new Promise<void>((resolve) => chain.server.listen(0, '127.0.0.1', resolve))
    chain.url = `http://127.0.0.1:${(chain.server.address() as AddressInfo).port}`
    return chain
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(resolve))
  }

  /** Reads, writes and waits, in the name of the account of this key. */
  client(privateKey: Hex) {
    return createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain: { ...baseSepolia, fees: undefined },
      transport: http(this.url, { retryCount: 0 }),
      pollingInterval: 5,
      cacheTime: 0,
    }).extend(publicActions)
  }

  /** Of an account that can pay for its transactions. */
  async richClient() {
    const client = this.client(generatePrivateKey())
    await this.giveGas(client.account.address)
    return client
  }

  private async giveGas(address: Hex): Promise<void> {
    const account = new Account(0n, RICH_WEI)
    await this.alone(() => this.vm.stateManager.putAccount(createAddressFromString(address), account))
  }

  async mint(to: Hex, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, units] })
    await this.alone(() => this.vm.evm.runCall({ to: createAddressFromString(USDC), data: hexToBytes(data) }))
  }

  /** As if the owner had spent it elsewhere. */
  async empty(owner: Hex): Promise<void> {
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [MULTICALL3, await this.balance(owner)],
    })
    const caller = createAddressFromString(owner)
    await this.alone(() =>
      this.vm.evm.runCall({ to: createAddressFromString(USDC), caller, data: hexToBytes(data) }),
    )
  }

  async balance(owner: Hex): Promise<bigint> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
    return BigInt((await this.alone(() => this.call({ to: USDC, data }))).returned)
  }

  /** One at a time, since the machine has one state. */
  private alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.queue.then(work)
    this.queue = done.catch(() => {})
    return done
  }

  private async place(address: string, bytecode: Hex): Promise<void> {
    await this.vm.stateManager.putCode(createAddressFromString(address), hexToBytes(bytecode))
  }

  private nextBlock() {
    const header = {
      number: this.blockNumber,
      timestamp: BigInt(Math.floor(Date.now() / 1000)),
      gasLimit: GAS_LIMIT,
      baseFeePerGas: 7n,
    }
    return createBlock({ header }, { common })
  }

  private async call({ from, to, data = '0x' }: CallParams): Promise<{ returned: Hex; gas: bigint }> {
    await this.vm.stateManager.checkpoint()
    try {
      const { execResult } = await this.vm.evm.runCall({
        to: createAddressFromString(to),
        ...(from && { caller: createAddressFromString(from) }),
        data: hexToBytes(data),
        gasLimit: GAS_LIMIT,
        block: this.nextBlock(),
      })
      const returned = bytesToHex(execResult.returnValue)
      if (execResult.exceptionError)
        throw new RpcError(`execution reverted${reasonIn(returned)}`, 3, returned)
      return { returned, gas: execResult.executionGasUsed }
    } finally {
      await this.vm.stateManager.revert()
    }
  }

  private async send(raw: Hex): Promise<Hex> {
    const tx = createTxFromRLP(hexToBytes(raw), { common })
    const block = this.nextBlock()
    const { execResult, receipt, totalGasSpent } = await runTx(this.vm, { tx, block })
    const hash = bytesToHex(tx.hash())
    const place = {
      blockHash: bytesToHex(block.hash()),
      blockNumber: hex(this.blockNumber),
      transactionIndex: '0x0',
    }
    this.receipts.set(hash, {
      ...place,
      transactionHash: hash,
      from: tx.getSenderAddress().toString(),
      to: tx.to?.toString(),
      status: execResult.exceptionError ? '0x0' : '0x1',
      type: '0x2',
      gasUsed: hex(totalGasSpent),
      cumulativeGasUsed: hex(totalGasSpent),
      effectiveGasPrice: '0x7',
      contractAddress: null,
      logsBloom: bytesToHex(receipt.bitvector),
      logs: receipt.logs.map(([address, topics, data], at) => ({
        ...place,
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(data),
        logIndex: hex(at),
        transactionHash: hash,
        removed: false,
      })),
    })
    this.blockNumber++
    return hash
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters are as various as methods
  private async answer(method: string, params: any[]): Promise<unknown> {
    switch (method) {
      case 'eth_chainId':
        return hex(baseSepolia.id)
      case 'eth_blockNumber':
        return hex(this.blockNumber)
      case 'eth_gasPrice':
      case 'eth_maxPriorityFeePerGas':
        return '0x7'
      case 'eth_getBlockByNumber': {
        const { header } = this.nextBlock().toJSON()
        return { ...header, hash: bytesToHex(this.nextBlock().hash()), transactions: [] }
      }
      case 'eth_call':
        return (await this.call(params[0])).returned
      case 'eth_estimateGas':
        return hex((await this.call(params[0])).gas + 100_000n)
      case 'eth_getCode':
        return bytesToHex(await this.vm.stateManager.getCode(createAddressFromString(params[0])))
      case 'eth_getTransactionCount':
        return hex((await this.vm.stateManager.getAccount(createAddressFromString(params[0])))?.nonce ?? 0n)
      case 'eth_sendRawTransaction':
        return this.send(params[0])
      case 'eth_getTransactionReceipt':
        return this.receipts.get(params[0]) ?? null
      default:
        throw new RpcError(`no method ${method}`, -32601)
    }
  }
}

/** What `require` says: Error(string), selector 0x08c379a0. */
function reasonIn(returned: Hex): string {
  if (!returned.startsWith('0x08c379a0')) return ''
  const bytes = hexToBytes(returned).subarray(4)
  const length = Number(BigInt(bytesToHex(bytes.subarray(32, 64))))
  return `: ${Buffer.from(bytes.subarray(64, 64 + length)).toString()}`
}
