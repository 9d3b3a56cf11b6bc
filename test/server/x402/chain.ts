// A chain inside the test: a real EVM with the id of Base Sepolia, one block for each transaction, and as much of the
// JSON-RPC of a node as wallets and facilitators ask for. A token with EIP-3009 lies at the address of USDC.
import { readFileSync } from 'node:fs'
import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import { Account, bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import { createWalletClient, custom, encodeFunctionData, type Hex, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { paymentNetworks } from '../../../src/billing/x402/networks.js'

const USDC = paymentNetworks['base-sepolia'].asset as Hex
/** The same on every chain. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const GAS_LIMIT = 30_000_000n
const RICH_WEI = 10n ** 20n
const code = JSON.parse(readFileSync(new URL('contracts/bytecode.json', import.meta.url), 'utf8'))
const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
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
  /** How many transactions were made. */
  transactions = 0

  private constructor(private readonly vm: VM) {}

  static async start(): Promise<Chain> {
    const chain = new Chain(await createVM({ common }))
    await chain.place(USDC, code.AuthorisedToken)
    await chain.place(MULTICALL3, code.Calls)
    return chain
  }

  /** For viem: one request at a time, since the machine has one state. */
  readonly transport = custom(
    {
      request: ({ method, params }) => {
        const answer = this.queue.then(() => this.answer(method, params ?? []))
        this.queue = answer.catch(() => {})
        return answer
      },
    },
    { retryCount: 0 },
  )

  /** Reads, writes and waits, in the name of the account of this key. */
  client(privateKey: Hex) {
    return createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain: { ...baseSepolia, fees: undefined },
      transport: this.transport,
      pollingInterval: 5,
      cacheTime: 0,
    }).extend(publicActions)
  }

  async giveGas(address: Hex): Promise<void> {
    await this.vm.stateManager.putAccount(createAddressFromString(address), new Account(0n, RICH_WEI))
  }

  async mint(to: Hex, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, units] })
    await this.vm.evm.runCall({ to: createAddressFromString(USDC), data: hexToBytes(data) })
  }

  /** As if the owner had spent it elsewhere. */
  async empty(owner: Hex): Promise<void> {
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [MULTICALL3, await this.balance(owner)],
    })
    const caller = createAddressFromString(owner)
    await this.vm.evm.runCall({ to: createAddressFromString(USDC), caller, data: hexToBytes(data) })
  }

  async balance(owner: Hex): Promise<bigint> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
    return BigInt((await this.call({ to: USDC, data })).returned)
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
    this.transactions++
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
