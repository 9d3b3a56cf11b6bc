import { UsageError } from './exit.js'

/** An option that takes several of some names, given once with commas between or again and again. */
export function someOf<Name extends string>(
  option: string,
  given: readonly string[],
  known: readonly Name[],
): Name[] {
  const names = given.flatMap((text) => text.split(',')).map((text) => text.trim())
  const unknown = names.find((name) => !known.includes(name as Name))
  if (unknown !== undefined) {
    throw new UsageError(`${option} must be some of ${known.join(', ')}, not "${unknown}"`)
  }
  return names as Name[]
}
