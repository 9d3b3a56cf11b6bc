// A JSON object of names to plain values, as callers send it inside of a field. How deep it goes and how many names it has is
// looked at first, without building anything of it: a few megabytes can hold a million lists inside of each other.

/** One for the object, and some to be able to say which of its values is a list or an object. */
const MOST_DEPTH = 8

export type FlatObject = Record<string, unknown>

/** The object, or how a sentence goes on that says what is wrong: "scripts ...". */
export function flatObjectIn(text: string, mostNames: number): FlatObject | string {
  const names = namesIn(text)
  if (names === undefined) return 'has lists or objects inside of each other'
  if (names > mostNames) return `has ${names} names, more than the ${mostNames} that it may have`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as FlatObject
    return `is ${Array.isArray(value) ? 'a list' : 'a plain value'}`
  } catch {
    return 'is not JSON'
  }
}

/** Whether it has lists or objects inside of each other beyond what anything that is sent here needs. */
export function goesTooDeep(text: string): boolean {
  return namesIn(text) === undefined
}

/** Counts the names of the outermost object; undefined when it goes too deep. What is no JSON may be counted wrongly. */
function namesIn(text: string): number | undefined {
  let depth = 0
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === ':' && depth === 1) names++
    if (depth > MOST_DEPTH) return undefined
  }
  return names
}

/** The place of the closing quote, or behind the text where there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
}
