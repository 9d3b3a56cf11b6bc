// npm run bench -- webhooks: whether every event arrives, whatever becomes of the receiver and of the service.
import { type TrialSize, webhookTrial } from './trial.js'

export async function benchWebhooks(size: TrialSize): Promise<boolean> {
  process.stdout.write(`at least ${size.events} events, ${size.kills} kills, seed ${size.seed}\n`)
  const { wrong, ...figures } = await webhookTrial(size, (kill, events) =>
    process.stdout.write(`killed ${kill} times, ${events} audits answered\n`),
  )
  const { events, completed, failed, kills, deaths, attempts, mostAttempts, repeated, seconds } = figures
  process.stdout.write(
    `${events} events (${completed} completed, ${failed} failed) in ${seconds.toFixed(0)} s, ${kills} kills of the service, ${deaths} deaths of the receiver\n`,
  )
  process.stdout.write(
    `${attempts} attempts arrived, at most ${mostAttempts} at one event; ${repeated} events came again after they were taken\n`,
  )
  for (const [what, count] of Object.entries(wrong)) process.stdout.write(`${what}: ${count}\n`)
  const isGood = events >= size.events && Object.values(wrong).every((count) => count === 0)
  process.stdout.write(isGood ? 'GOOD: none lost\n' : 'BAD\n')
  return isGood
}
