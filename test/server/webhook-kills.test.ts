// The short form of "npm run bench -- webhooks".
import { expect, test } from 'vitest'
import { webhookTrial } from '../../bench/webhooks/trial.js'

test('no event is lost when the receiver cannot be relied on and the service is killed', async () => {
  const { events, wrong } = await webhookTrial({ events: 20, kills: 1, seed: 1 })
  expect(events).toBeGreaterThanOrEqual(20)
  expect(Object.entries(wrong).filter(([, count]) => count > 0)).toEqual([])
})
