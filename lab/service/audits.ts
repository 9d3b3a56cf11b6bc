// Audits to send to a cluster: short, of sounds that are in no cache, and of a check that needs no models.
import { qualityCheckNames } from '../../src/checks/check.js'
import { field, file, multipart } from './multipart.js'
import { toneWav } from './sounds.js'
import { checks } from './test-service.js'

const measuresOnly = JSON.stringify(
  Object.fromEntries(qualityCheckNames.map((name) => [name, name === 'clipping'])),
)

let made = 0

/** Another one each time. */
export function freshTone(durationSec = 0.3): Buffer {
  const tone = toneWav(150 + (made % 3000), durationSec)
  // The last sample makes those of one pitch differ.
  tone.writeInt16LE(Math.floor(made++ / 3000) % 30_000, tone.length - 2)
  return tone
}

export interface SendOptions {
  sounds?: Buffer[]
  /** On by name; the measures of the quality check alone when left out. */
  checksOn?: string[]
  headers?: Record<string, string>
  signal?: AbortSignal
}

export async function sendAudit(address: string, key: string, options: SendOptions = {}): Promise<Response> {
  const { sounds = [freshTone(), freshTone()], checksOn, headers: more = {}, signal } = options
  const { headers, body } = multipart([
    ...sounds.map((sound, at) => file(`${at}.wav`, sound)),
    ...(checksOn ? [] : [field('qualityChecks', measuresOnly)]),
  ])
  const query = new URLSearchParams(checks(...(checksOn ?? ['quality'])))
  return fetch(`${address}/v1/audit?${query}`, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key, ...more },
    body,
    ...(signal && { signal }),
  })
}
