// Starts the besiegers and calls them off.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tied } from '../../lab/service/engines.js'
import { runnableFile } from '../../src/audit/runnable-file.js'
import type { Client } from '../hostile/client.js'
import type { BesiegingOrder, ClientParts } from './besieger-process.js'
import type { CountedAnswers } from './besiegers.js'
import type { Fortress } from './fortress.js'

const CREDITS = 1_000_000

export class Besieging {
  private constructor(private readonly besiegers: ChildProcess) {}

  /** `files`: of a batch. */
  static async begin(fortress: Fortress, files: number): Promise<Besieging> {
    const attacker = async (credits = CREDITS) => partsOf(await fortress.party('attacker', credits))
    const order: BesiegingOrder = {
      files,
      silence: await attacker(),
      slow: await attacker(5),
      scripts: await attacker(),
      batches: await attacker(),
      flood: await attacker(),
      stranger: partsOf(fortress.stranger()),
    }
    const script = runnableFile(new URL('besieger-process.ts', import.meta.url))
    const besiegers = tied(fork(script, [], { execArgv: [] }))
    besiegers.send(order)
    return new Besieging(besiegers)
  }

  /** Whoever has sent something is answered before the end. */
  async callOff(): Promise<CountedAnswers> {
    const told = once(this.besiegers, 'message')
    this.besiegers.send('stop')
    const [answers] = await told
    this.besiegers.disconnect()
    return answers as CountedAnswers
  }
}

function partsOf({ address, key, from, accountId }: Client): ClientParts {
  return { address, key, from, ...(accountId !== undefined && { accountId }) }
}
