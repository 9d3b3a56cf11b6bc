// Parameters of every shape: right ones are taken, wrong ones are refused by name, and nothing else happens.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, field, file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { accuracies, qualityCheckNames } from '../../src/checks/check.js'
import { contentPool } from './pools.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 50)
const SHORTEST_SEC = 0.01

let service: TestService
let caller: Caller

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  caller = await service.caller(1_000_000)
})
afterAll(() => service?.stop())

const tones = Array.from({ length: 4 }, (_, at) => file(`${at}.wav`, toneWav(300 + at, SHORTEST_SEC)))

/** A value, and whether it should be taken. */
interface Tried<Value> {
  value: Value
  isRight: boolean
}
const right = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Tried<Value>> =>
  values.map((value) => ({ value, isRight: true }))
const wrong = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Tried<Value>> =>
  values.map((value) => ({ value, isRight: false }))

const isFlag = (text: string) => text === 'true' || text === 'false'
const noFlag = fc.oneof(
  fc.constantFrom('True', 'TRUE', '1', '0', 'yes', '', ' true', 'true ', 'null', '"true"', 'true,false'),
  fc.string().filter((text) => !isFlag(text)),
)
const flag = fc.constantFrom('true', 'false')

/** The fields that an answer complains about. */
function complaints(answer: Awaited<ReturnType<TestService['get']>>): string[] {
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request'])
  const details: { field?: string; file?: string; message: string }[] = answer.json().error.details
  for (const { message } of details) expect(message).toMatch(/\w/)
  return [...new Set(details.map((detail) => detail.field ?? 'files'))].toSorted()
}

describe('the query of an audit', () => {
  const parameter = fc.oneof(
    right(flag),
    right(flag),
    right(flag),
    wrong(noFlag),
    wrong(fc.constant(undefined)),
  )
  // Any text but "true" is as if it were not there.
  const optional = fc.oneof(right(flag), right(fc.constant(undefined)), right(noFlag))

  test('is priced when it is right, and else told every parameter that is wrong, with the price or without', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          comparison: parameter,
          quality: parameter,
          pace: parameter,
          scriptAccuracy: parameter,
          forceFresh: optional,
        }),
        async (query) => {
          const sent = Object.entries(query).flatMap(([name, { value }]) =>
            value === undefined ? [] : [[name, value]],
          )
          const faulty = Object.entries(query).filter(([, { isRight }]) => !isRight)
          const { forceFresh: _, ...four } = query
          const enabled = Object.values(four).filter(({ value }) => value === 'true').length
          const names = faulty.length > 0 ? faulty.map(([name]) => name) : enabled === 0 ? ['checks'] : []
          // Without a key it is answered with a price, whatever is wrong.
          const answer = await service.audit(Object.fromEntries(sent), tones)
          expect(answer.statusCode).toBe(402)
          const { details } = answer.json().error
          if (names.length === 0) expect(details[0].needed).toBe(enabled * tones.length)
          else {
            expect(details.map((detail: { field?: string }) => detail.field)).toEqual(
              expect.arrayContaining(names),
            )
            const refused = await service.audit(Object.fromEntries(sent), tones, caller.key)
            expect(complaints(refused)).toEqual(names.toSorted())
          }
        },
      ),
      { numRuns: RUNS },
    ))
})

describe('the form of an audit', () => {
  const absent = right(fc.constant(undefined))
  const accuracy = fc.oneof(
    absent,
    right(fc.constantFrom<string>(...accuracies)),
    right(fc.constant('')),
    wrong(fc.string({ minLength: 1 }).filter((text) => !(accuracies as readonly string[]).includes(text))),
  )
  const deviationThreshold = fc.oneof(
    absent,
    right(fc.double({ min: 0, max: 1, noNaN: true }).map(String)),
    right(fc.constantFrom('0', '1', '.5', '1.0', '1e-3', '0.15')),
    wrong(fc.double({ min: 1.0000001, max: 1e300, noNaN: true }).map(String)),
    wrong(fc.double({ min: -1e300, max: -1e-9, noNaN: true }).map(String)),
    right(fc.constant('')),
    wrong(fc.constantFrom(' ', 'NaN', 'Infinity', '0x1', '1,5', '0.1.2', 'null', 'true', '½', '0b1', '1_0')),
  )
  const qualityChecks = fc.oneof(
    absent,
    right(
      fc
        .dictionary(fc.constantFrom<string>(...qualityCheckNames), fc.boolean())
        .map((toggles) => JSON.stringify(toggles)),
    ),
    right(fc.constant('')),
    wrong(fc.constantFrom('{', 'garble', '{"garble":"true"}', '{"garble":null}', '{"constructor":true}')),
    wrong(
      fc
        .oneof(fc.array(fc.jsonValue()), fc.string(), fc.double(), fc.constant(null))
        .map((v) => JSON.stringify(v)),
    ),
    wrong(
      fc
        .string({ minLength: 1 })
        .filter((key) => !(qualityCheckNames as readonly string[]).includes(key))
        .map((key) => `{${JSON.stringify(key)}:true}`),
    ),
  )
  const scripts = fc.oneof(
    absent,
    right(fc.constant('{}')),
    right(fc.string().map((text) => JSON.stringify({ '0.wav': text }))),
    right(fc.constant('')),
    wrong(fc.constantFrom('[]', '"0.wav"', '{"0.wav":1}', '{"0.wav":null}', '{"0.wav":{}}', '{"0.wav"')),
    wrong(fc.string().map((name) => JSON.stringify({ [`${name}.mp3`]: 'Hello.' }))),
  )

  test('is taken when it is right, and else refused with every field that is wrong, in whatever order it comes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ accuracy, deviationThreshold, qualityChecks, scripts }),
        fc.integer({ min: 0, max: 4 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (fields, fileCount, order) => {
          const sent: FormPart[] = Object.entries(fields).flatMap(([name, { value }]) =>
            value === undefined ? [] : [field(name, value)],
          )
          const shuffled = [...sent, ...tones.slice(0, fileCount)]
            .map((part) => ({ part, place: order.next().value as number }))
            .toSorted((one, other) => one.place - other.place)
            .map(({ part }) => part)
          const faulty = Object.entries(fields).flatMap(([name, { isRight }]) => (isRight ? [] : [name]))
          // A script for a file that is not sent is wrong too.
          const isOrphan =
            fields.scripts.value?.startsWith('{"0.wav"') &&
            !shuffled.some((part) => part.filename === '0.wav')
          const expected = new Set([
            ...faulty,
            ...(isOrphan ? ['scripts'] : []),
            ...(fileCount < 1 ? ['files'] : []),
          ])
          const before = await service.balance(caller.key)
          const answer = await service.audit(checks('quality'), shuffled, caller.key)
          if (expected.size > 0) {
            expect(complaints(answer)).toEqual([...expected].toSorted())
            expect(await service.balance(caller.key)).toBe(before)
          } else {
            expect(answer.statusCode).toBe(200)
            expect(await service.balance(caller.key)).toBe(before - answer.json().creditsUsed)
          }
        },
      ),
      { numRuns: RUNS },
    ))

  /** As browsers write a name between quotes (HTML standard, multipart/form-data). */
  const escaped = (name: string) =>
    name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const name = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
      fc.constantFrom(
        '../../etc/passwd',
        '/etc/passwd',
        'C:\\a.wav',
        "'; DROP TABLE audits; --",
        '<b>.wav',
        '\u202egnp.wav',
        '__proto__',
        'constructor',
        '🎧'.repeat(63),
        '. ',
        '%2e%2e',
      ),
    )
    // What is escaped on the way cannot be told from what was so before; a backslash before a quote or another is an escape.
    .filter(
      (text) =>
        !/%(22|0D|0A)/i.test(text) && !text.includes('\\\\') && !text.includes('\\"') && text.trim() === text,
    )

  test('keeps every file name as it is', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), async (names) => {
        const parts = names.map((each, at) => file(escaped(each), toneWav(300 + at, SHORTEST_SEC)))
        const answer = await service.audit(checks('quality'), parts, caller.key)
        expect(answer.statusCode).toBe(200)
        const stored = await service.get(`/v1/audits/${answer.json().auditId}`, caller.key)
        expect(stored.json().fileNames).toEqual(names)
      }),
      { numRuns: RUNS },
    ))
})

describe('the query of the listing', () => {
  const limit = fc.oneof(
    right(fc.constant(undefined)),
    right(fc.integer({ min: 1, max: 100 }).map(String)),
    wrong(fc.integer({ min: 101 }).map(String)),
    wrong(fc.integer({ max: 0 }).map(String)),
    wrong(
      fc
        .double({ min: 1.001, max: 99.999, noNaN: true })
        .filter((n) => !Number.isInteger(n))
        .map(String),
    ),
    wrong(fc.string().filter((text) => !/^\d{1,3}$/.test(text))),
  )
  const cursor = fc.oneof(right(fc.constant(undefined)), wrong(fc.string()), wrong(fc.base64String()))

  test('is refused by name when it is wrong', () =>
    fc.assert(
      fc.asyncProperty(fc.record({ limit, cursor }), async (query) => {
        const sent = Object.entries(query).flatMap(([key, { value }]): [string, string][] =>
          value === undefined ? [] : [[key, value]],
        )
        const faulty = Object.entries(query).flatMap(([key, { isRight }]) => (isRight ? [] : [key]))
        const answer = await service.get(`/v1/audits?${new URLSearchParams(sent)}`, caller.key)
        // The cursor is looked at once the rest is right.
        if (faulty.includes('limit')) expect(complaints(answer)).toContain('limit')
        else if (faulty.length > 0) expect(complaints(answer)).toEqual(['cursor'])
        else expect(answer.statusCode).toBe(200)
      }),
      { numRuns: RUNS },
    ))
})
