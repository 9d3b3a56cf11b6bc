import { describe, expect, test } from 'vitest'
import { toCredits, toMilli } from '../../src/billing/credits.js'
import { priceMilli, pricesWith } from '../../src/billing/prices.js'

const credits = (...[work, prices]: Parameters<typeof priceMilli>) => toCredits(priceMilli(work, prices))

describe('an audit costs', () => {
  test.each([
    { checks: 1, files: 1, cached: 0, forceFresh: false, price: 1 },
    { checks: 4, files: 500, cached: 0, forceFresh: false, price: 2000 },
    { checks: 3, files: 5, cached: 15, forceFresh: false, price: 7.5 },
    { checks: 3, files: 5, cached: 4, forceFresh: false, price: 13 },
    { checks: 1, files: 3, cached: 1, forceFresh: false, price: 2.5 },
    { checks: 3, files: 5, cached: 15, forceFresh: true, price: 15 },
  ])(
    '$price for $checks checks on $files files, $cached cached, fresh: $forceFresh',
    ({ price, ...work }) => {
      expect(credits(work)).toBe(price)
    },
  )

  test('less or more for what is cached, as set', () => {
    const work = { checks: 1, files: 10, cached: 3, forceFresh: false }
    expect(credits(work, pricesWith({ cachedCredits: 0 }))).toBe(7)
    expect(credits(work, pricesWith({ cachedCredits: 0.1 }))).toBe(7.3)
    expect(credits(work, pricesWith({ cachedCredits: 1 }))).toBe(10)
  })

  test.each([-0.5, 1.5, 0.0001, Number.NaN, Number.POSITIVE_INFINITY])(
    'never %d for what is cached',
    (cachedCredits) => {
      expect(() => pricesWith({ cachedCredits })).toThrow(RangeError)
    },
  )

  test('nothing that cannot be', () => {
    expect(() => priceMilli({ checks: 1, files: 2, cached: 3, forceFresh: false })).toThrow(RangeError)
  })
})

describe('credits', () => {
  test('add up without rounding', () => {
    const tenths = Array.from({ length: 1000 }, () => toMilli(0.1))
    expect(toCredits(tenths.reduce((sum, milli) => sum + milli, 0))).toBe(100)
    expect([0.5, 1.005, 8.115, 1e9 + 0.5].map((one) => toCredits(toMilli(one)))).toEqual([
      0.5,
      1.005,
      8.115,
      1e9 + 0.5,
    ])
  })

  test.each([0.0005, 1 / 3, Number.NaN, 1e15])('are never %d', (one) => {
    expect(() => toMilli(one)).toThrow(RangeError)
  })
})
