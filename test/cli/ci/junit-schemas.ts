// What the two published schemas of JUnit reports allow, element by element, and a validator for them.
// Ant: windyroad/JUnit-Schema, JUnit.xsd. Jenkins: xunit-plugin, junit-10.xsd.
import type { XmlElement } from './xml.js'

const text = /^.*$/s
const token = /\S/
const int = /^-?\d+$/
const decimal = /^[-+]?(\d+(\.\d*)?|\.\d+)$/

interface ElementRule {
  /** Attributes and what they must look like. */
  required?: Record<string, RegExp>
  allowed?: Record<string, RegExp>
  /** In this order: name, fewest, most. "any" leaves order and number open. */
  children?: [string, number, number][] | { any: string[] }
  /** At most one of these. */
  choice?: string[]
  hasText?: boolean
}

export type Schema = Record<string, ElementRule>

export const antSchema: Schema = {
  testsuites: { children: [['testsuite', 0, Number.POSITIVE_INFINITY]] },
  testsuite: {
    required: {
      package: text,
      id: int,
      name: token,
      timestamp: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
      hostname: token,
      tests: int,
      failures: int,
      errors: int,
      time: decimal,
    },
    allowed: { skipped: int },
    children: [
      ['properties', 1, 1],
      ['testcase', 0, Number.POSITIVE_INFINITY],
      ['system-out', 1, 1],
      ['system-err', 1, 1],
    ],
  },
  properties: { children: [['property', 0, Number.POSITIVE_INFINITY]] },
  property: { required: { name: token, value: text } },
  testcase: {
    required: { name: text, classname: text, time: decimal },
    choice: ['skipped', 'error', 'failure'],
  },
  // Of any type.
  skipped: { allowed: { message: text }, hasText: true },
  error: { required: { type: text }, allowed: { message: text }, hasText: true },
  failure: { required: { type: text }, allowed: { message: text }, hasText: true },
  'system-out': { hasText: true },
  'system-err': { hasText: true },
}

const surefireTime = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/
const outcome: ElementRule = { allowed: { type: text, message: text }, hasText: true }

export const jenkinsSchema: Schema = {
  testsuites: {
    allowed: { name: text, time: surefireTime, tests: text, failures: text, errors: text },
    children: [['testsuite', 0, Number.POSITIVE_INFINITY]],
  },
  testsuite: {
    required: { name: text, tests: text, failures: text, errors: text },
    allowed: {
      group: text,
      time: surefireTime,
      skipped: text,
      timestamp: text,
      hostname: text,
      id: text,
      package: text,
      file: text,
      log: text,
      url: text,
    },
    children: { any: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'] },
  },
  properties: { children: [['property', 0, Number.POSITIVE_INFINITY]] },
  property: { required: { name: text, value: text } },
  testcase: {
    required: { name: text },
    allowed: { time: text, classname: text, group: text },
    children: {
      any: [
        'skipped',
        'error',
        'failure',
        'rerunFailure',
        'rerunError',
        'flakyFailure',
        'flakyError',
        'system-out',
        'system-err',
      ],
    },
  },
  skipped: outcome,
  error: outcome,
  failure: outcome,
  'system-out': { hasText: true },
  'system-err': { hasText: true },
}

/** Everything that the schema does not allow; empty for a valid document. */
export function faultsAgainst(schema: Schema, element: XmlElement, place: string = element.name): string[] {
  const rule = schema[element.name]
  if (!rule) return [`${place} is no element of the schema`]
  const { required = {}, allowed = {} } = rule
  const names = element.children.map(({ name }) => name)
  return [
    ...Object.keys(required)
      .filter((name) => !(name in element.attributes))
      .map((name) => `${place} lacks ${name}`),
    ...Object.entries(element.attributes).flatMap(([name, value]) => {
      const form = required[name] ?? allowed[name]
      if (!form) return [`${place} may not have ${name}`]
      return form.test(value) ? [] : [`${place}/@${name} may not be "${value}"`]
    }),
    ...(rule.hasText || element.text.trim() === '' ? [] : [`${place} may not have text`]),
    ...childFaults(rule, names, place),
    ...element.children.flatMap((child, index) =>
      faultsAgainst(schema, child, `${place}/${child.name}[${index}]`),
    ),
  ]
}

function childFaults({ children, choice }: ElementRule, names: string[], place: string): string[] {
  if (choice)
    return names.length > 1 || names.some((name) => !choice.includes(name)) ? [`${place} has ${names}`] : []
  if (!children) return names.length > 0 ? [`${place} has ${names}`] : []
  if (!Array.isArray(children)) {
    return names.filter((name) => !children.any.includes(name)).map((name) => `${place} has ${name}`)
  }
  const order = children.map(([name]) => name)
  const sorted = [...names].sort((one, other) => order.indexOf(one) - order.indexOf(other))
  return [
    ...(sorted.join() === names.join() ? [] : [`${place} has its elements out of order`]),
    ...names.filter((name) => !order.includes(name)).map((name) => `${place} has ${name}`),
    ...children.flatMap(([name, fewest, most]) => {
      const count = names.filter((each) => each === name).length
      return count < fewest || count > most ? [`${place} has ${count} of ${name}`] : []
    }),
  ]
}
