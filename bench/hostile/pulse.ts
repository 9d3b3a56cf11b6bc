// Feels the pulse of a service from a process of its own: asks /healthz every 20 ms and tells, whenever it is asked, the
// longest that an answer has taken since it was asked last.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Pulse {
  longestMs: number
  answers: number
  /** Asked, and no answer came. */
  unanswered: number
}

const BETWEEN_MS = 20
const agent = new Agent({ keepAlive: true })
const [, , address] = process.argv

let felt: Pulse = { longestMs: 0, answers: 0, unanswered: 0 }
let askedAt: number | undefined

process.on('message', () => {
  // One that is still waited for has taken as long already.
  if (askedAt !== undefined) felt.longestMs = Math.max(felt.longestMs, performance.now() - askedAt)
  process.send!(felt)
  felt = { longestMs: 0, answers: 0, unanswered: 0 }
})
process.on('disconnect', () => process.exit())
// Ctrl-C is for the bench, which ends this.
process.on('SIGINT', () => {})

for (;;) {
  const started = performance.now()
  askedAt = started
  const isAnswered = await new Promise<boolean>((resolve) => {
    request(new URL('/healthz', address), { agent }, (answer) => {
      answer.resume().on('end', () => resolve(true))
    })
      .on('error', () => resolve(false))
      .end()
  })
  askedAt = undefined
  if (isAnswered) {
    felt.answers++
    felt.longestMs = Math.max(felt.longestMs, performance.now() - started)
  } else felt.unanswered++
  await sleep(BETWEEN_MS)
}
