// Hours of silence in a few kilobytes: one caller's waiting sound must not be what refuses another.
import type { Attack } from '../attack.js'
import { type Answer, jsonOf, told } from '../client.js'
import { silentFlac } from '../silent-flac.js'

const FILES = 20
const FILE_SEC = 59 * 60
const MOST_DELETING_MS = 5_000
/** How long the hours are left standing while others try. */
const HELD_MS = 10_000

export const silentHours: Attack = {
  name: 'silent-hours',
  fault: 2,
  about: `${FILES} FLACs of 59 minutes of silence, each an audit of its own that nobody waits for`,
  isBesideHonest: true,
  async run({ attacker, signal, sizes }) {
    const client = await attacker(FILES)
    const answers: Answer[] = []
    for (let at = 0; at < FILES && !signal.aborted; at++) {
      const files = { 'quiet.flac': silentFlac(FILE_SEC + at / 10) }
      answers.push(await client.audit({ files, on: ['quality'], isAsync: true }))
    }
    const taken = answers.filter(({ status }) => status === 202)
    const odd = answers.filter(({ status }) => ![202, 429, 503].includes(status))
    await new Promise((resolve) => setTimeout(resolve, Math.min(HELD_MS, sizes.slowSec * 1000)))
    let longestMs = 0
    for (const answer of taken) {
      const { auditId } = jsonOf<{ auditId: string }>(answer)
      const deleted = await client.ask('DELETE', `/v1/audits/${auditId}`)
      longestMs = Math.max(longestMs, deleted.ms)
      if (deleted.status !== 204) odd.push(deleted)
    }
    return {
      wrong: odd.map((answer) => `a file of silence, or its deletion, is answered with ${told(answer)}`),
      slow: longestMs > MOST_DELETING_MS ? [`deleting one takes ${(longestMs / 1000).toFixed(1)} s`] : [],
      notes: [
        `${taken.length} taken, ${FILES - taken.length} refused to the attacker; deleting one takes at most ${longestMs.toFixed(0)} ms`,
      ],
    }
  },
}
