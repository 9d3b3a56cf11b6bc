// Floating-point samples that no converter ever gave.
import type { Attack } from '../attack.js'
import { type ErrorBody, jsonOf, told } from '../client.js'
import { floats } from '../sounds.js'

export const absurdSamples: Attack = {
  name: 'absurd-samples',
  fault: 11,
  about: 'float samples of 1e30, of no number and without end',
  async run({ attacker }) {
    const client = await attacker(10)
    const wrong: string[] = []
    for (const value of [1e30, Number.NaN, Number.POSITIVE_INFINITY]) {
      const answer = await client.audit({ files: { 'a.wav': floats(value) }, on: ['quality'] })
      const isRefused = answer.status === 400 && jsonOf<ErrorBody>(answer).error?.code === 'unreadable_audio'
      if (!isRefused) wrong.push(`samples of ${value} are answered with ${told(answer)}`)
    }
    return { wrong }
  },
}
