// Asks for one address again and again, in a process of its own so that none of it counts as the service's: started with
// the address and a key, it asks once for every message and answers with how long that took.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface Asked {
  /** From asking to the last byte. */
  ms: number
  bytes: number
  status: number
}

const [, , address, key] = process.argv

process.on('message', async () => {
  const started = performance.now()
  const asking = request(address, { headers: { 'x-api-key': key } }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const piece of answer) bytes += piece.length
  process.send!({ ms: performance.now() - started, bytes, status: answer.statusCode ?? 0 } satisfies Asked)
})
