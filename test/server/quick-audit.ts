import { qualityCheckNames } from '../../src/checks/check.js'
import { field, file, multipart } from './multipart.js'
import type { RunningServer } from './running-server.js'
import { toneWav } from './sounds.js'
import { checks } from './test-service.js'

/** Measures only, so that no model has to be opened. */
const measuresOnly = Object.fromEntries(qualityCheckNames.map((name) => [name, name === 'clipping']))

let pitchHz = 200

/** Two files for two credits; new sounds each time, so that none is cached. */
export async function quickAudit({ address }: RunningServer, key: string): Promise<Response> {
  const { headers, body } = multipart([
    file('a.wav', toneWav(pitchHz++)),
    file('b.wav', toneWav(pitchHz++)),
    field('qualityChecks', JSON.stringify(measuresOnly)),
  ])
  const query = new URLSearchParams(checks('quality'))
  return fetch(`${address}/v1/audit?${query}`, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key },
    body,
  })
}
