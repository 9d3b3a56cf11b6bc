// Scripts that are no scripts: deep, wide and endless.
import type { Attack } from '../attack.js'
import { type Answer, type ErrorBody, jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"${at}.wav":"x"`).join(',')}}`

/** As the whole field, which must be refused by its name. */
const fields: Record<string, string> = {
  'objects 20,000 deep': nested(20_000),
  'arrays 20,000 deep': '['.repeat(20_000) + ']'.repeat(20_000),
  '130,000 keys': manyKeys(130_000),
  'brackets without an end': '['.repeat(5_000),
}
/** As the script of a good file, which is compared or refused, but no fault of the file. */
const texts: Record<string, string> = {
  "'[' x 5000": '['.repeat(5_000),
  "'1' x 10000": '1'.repeat(10_000),
}

const namesScripts = (answer: Answer) => {
  const { error } = jsonOf<ErrorBody>(answer)
  const text = JSON.stringify(error ?? {})
  return answer.status === 400 && error?.code === 'invalid_request' && text.includes('scripts')
}

export const oddScripts: Attack = {
  name: 'odd-scripts',
  fault: 5,
  about: 'scripts that are deep, wide or endless',
  async run({ attacker, sizes }) {
    const client = await attacker(20)
    const wrong: string[] = []
    const files = { 'a.wav': (await speech(5)).bytes }
    const on = ['scriptAccuracy']
    const asking = { patienceMs: sizes.patienceSec * 1000 }
    for (const [what, scripts] of Object.entries(fields)) {
      const answer = await client.audit({ files, on, fields: { scripts } }, asking)
      if (!namesScripts(answer) && answer.status !== 413)
        wrong.push(`${what} are answered with ${told(answer)}`)
    }
    for (const [what, script] of Object.entries(texts)) {
      const answer = await client.audit({ files, on, scripts: { 'a.wav': script } }, asking)
      if (answer.status !== 200 && !namesScripts(answer))
        wrong.push(`the script ${what} is answered with ${told(answer)}`)
    }
    return { wrong }
  },
}
