import { expect } from 'vitest'

const kinds = {
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  count: (value: unknown) => Number.isInteger(value) && (value as number) >= 0,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  'number or null': (value: unknown) => value === null || typeof value === 'number',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  'array of string': (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string'),
  'array of arrays of number': (value: unknown) =>
    Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(Number.isFinite)),
}

/** A row of a table in the contract: the field, and what it must be. */
export type Row = [field: string, kind: keyof typeof kinds]

/** Every one of the objects has the field, and in each it is of that kind; there must be objects to look at. */
export function expectRow(objects: object[], [field, kind]: Row): void {
  expect(objects.length).toBeGreaterThan(0)
  for (const object of objects) {
    expect(Object.keys(object)).toContain(field)
    const value = (object as Record<string, unknown>)[field]
    expect(kinds[kind](value), `${field} is a ${kind}, not ${JSON.stringify(value)}`).toBe(true)
  }
}
