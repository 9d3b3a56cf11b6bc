// The besiegers in a process of their own: who builds a batch of five hundred files must not keep the clock of the honest waiting.
import { setPriority } from 'node:os'
import { Client } from '../hostile/client.js'
import { besiege, type CountedAnswers } from './besiegers.js'

/** What a client is made of, as it can be sent to another process. */
export type ClientParts = Pick<Client, 'address' | 'key' | 'from' | 'accountId'>

export interface BesiegingOrder {
  /** Files of a batch. */
  files: number
  silence: ClientParts
  slow: ClientParts
  scripts: ClientParts
  batches: ClientParts
  flood: ClientParts
  stranger: ClientParts
}

/** In earnest they work on machines of their own: here they go without what the service's own threads go without. */
const NICE = 5

setPriority(NICE)
const ending = new AbortController()
// Ctrl-C is for the bench, which ends this.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (message: BesiegingOrder | 'stop') => {
  if (message === 'stop') return ending.abort()
  const { files, ...parts } = message
  const clientOf = ({ address, key, from, accountId }: ClientParts) =>
    new Client(address, key, from, accountId)
  const { silence, slow, scripts, batches, flood, stranger } = parts
  const answers: CountedAnswers = await besiege(
    {
      silence: clientOf(silence),
      slow: clientOf(slow),
      scripts: clientOf(scripts),
      batches: clientOf(batches),
      flood: clientOf(flood),
      stranger: clientOf(stranger),
    },
    files,
    ending.signal,
  )
  process.send!(answers)
})
