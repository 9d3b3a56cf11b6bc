import { field, file, multipart } from '../../lab/service/multipart.js'
import type { RunningServer } from '../../lab/service/running-server.js'
import { toneWav } from '../../lab/service/sounds.js'
import { checks } from '../../lab/service/test-service.js'
import { qualityCheckNames } from '../../src/checks/check.js'

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
