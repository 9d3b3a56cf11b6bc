// Numbers that somebody chose, each with its unit, by where they come from: a standard, a paper, what they were measured on.

type Value = number | readonly number[]
/** By source: names with value and unit ("share" for a part of one, "times" for a factor). */
type Declared = Record<string, Record<string, readonly [value: Value, unit: string]>>

export interface Parameter {
  name: string
  value: Value
  unit: string
  source: string
}

/** The type says that it is a number, not which number. */
type Plain<Of> = Of extends number ? number : { readonly [Index in keyof Of]: number }
type Groups<Of> = Of[keyof Of]
type NamesIn<Of> = Of extends unknown ? keyof Of : never
type PlainIn<Of, Name> = Of extends Record<Name & string, readonly [infer Each, string]> ? Plain<Each> : never
type Values<Of> = { readonly [Name in NamesIn<Groups<Of>>]: PlainIn<Groups<Of>, Name> }

const declaredBy = new WeakMap<object, Parameter[]>()

/** The plain values, for use; `documented` gives the rest. */
export function parameters<const Of extends Declared>(declared: Of): Values<Of> {
  const all = Object.entries(declared).flatMap(([source, group]) =>
    Object.entries(group).map(([name, [value, unit]]): Parameter => ({ name, value, unit, source })),
  )
  const values = Object.fromEntries(all.map(({ name, value }) => [name, value])) as Values<Of>
  declaredBy.set(values, all)
  return values
}

/** What was declared about the values, in the order of declaration. */
export function documented(values: object): readonly Parameter[] {
  const all = declaredBy.get(values)
  if (!all) throw new TypeError('these are no parameters')
  return all
}
