// What a setting is, and the kinds of values that several of them take.
import { z } from 'zod'

export interface Setting<Value> {
  variable: string
  /** Takes the text of the variable. */
  schema: z.ZodType<Value, string>
  /** As it would be written in the environment; left out where the setting is off unless it is given. */
  default?: string
  /** What is expected, to end the sentence "X must be ...". */
  expects: string
  description: string
  /** Its value is never repeated in a message. */
  isSecret?: boolean
}

export const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
const wholeNumber = (least: number, most: number) => number(least, most).pipe(z.int())
export const text = z.string().min(1)
/** Without a slash at the end, so that a path can follow. */
export const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

export const MOST = Number.MAX_SAFE_INTEGER
export const whole = (least: number, most: number) => ({
  schema: wholeNumber(least, most),
  expects: most === MOST ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
})
export const oneOf = <Choice extends string>(...choices: [Choice, ...Choice[]]) => ({
  schema: z.enum(choices) as unknown as z.ZodType<Choice, string>,
  expects: `one of ${choices.join(', ')}`,
})

export function setting<Value, Default extends string | undefined = undefined>(
  about: Omit<Setting<Value>, 'default'> & { default?: Default },
) {
  return about as Setting<Value> & { default: Default }
}
