// Every attack of `npm run bench -- hostile` in its short form, on the compiled service in a process of its own. What must
// not be, is held against it; how long things take is not, since that depends on the machine.
import { beforeAll, expect, test } from 'vitest'
import { attacks } from '../../bench/hostile/attacks.js'
import { type Outcome, replayAttacks } from '../../bench/hostile/hostile.js'

let outcomes: Map<string, Outcome>

beforeAll(async () => {
  const all = await replayAttacks({ isShort: true }, new AbortController().signal)
  outcomes = new Map(all.map((outcome) => [outcome.attack, outcome]))
}, 600_000)

const shortForm = attacks.filter(({ isLongOnly }) => !isLongOnly)

test.each(shortForm.map(({ name, about }) => [name, about]))('%s: %s', (name) => {
  expect(outcomes.get(name)?.wrong).toEqual([])
})
