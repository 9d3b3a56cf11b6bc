import { z } from 'zod'
import { speechPresences } from '../../audit/checks.js'
import { didYouMean } from '../../audit/nearest-name.js'
import { shortened } from '../../audit/shortened.js'

/** A field as the documentation shows it: what it means, and one value that it may have. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: unknown,
): Schema {
  return schema.meta({ description, examples: [example] })
}

/** For a parameter that is read as a string, digit by digit, and documented as the number that it is. */
export function documentedInteger(minimum: number, maximum: number, example: number): z.GlobalMeta {
  return { type: 'integer', minimum, maximum, pattern: undefined, examples: [example] }
}

/** An object that the documentation names, and refers to by that name wherever it occurs. */
export function named<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description })
}

/** The same for what is sent, which has no other fields: a slip in a name is told with the name that it is nearest to. */
export function closed<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  const known = Object.keys(shape)
  return z
    .strictObject(shape, {
      error: (issue) => {
        if (issue.code !== 'unrecognized_keys') return undefined
        const [name] = issue.keys as string[]
        return `There is no field "${shortened(name)}"; there are: ${known.join(', ')}.${didYouMean(name, known)}`
      },
    })
    .meta({ id, description })
}

export const exampleAuditId = '9f86d081884c7d659a2feaa0c55ad015'
export const exampleTime = '2026-03-14T09:26:53.589+00:00'

export const auditId = z.string().regex(/^[0-9a-f]{32}$/)
export const score = z.number().min(0).max(100)
export const count = z.int().min(0)
/** As JavaScript writes it, with the offset spelled out. */
export const time = z.iso.datetime({ offset: true })

export const fileName = field(z.string(), 'File name, as it was sent.', 'chapter-01.mp3')
export const flagged = field(
  z.boolean(),
  'Whether this check says that the file should be regenerated.',
  true,
)
export const judged = field(
  z.boolean().optional(),
  'Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions.',
  true,
)
export const speech = field(
  z.enum(speechPresences).optional(),
  '"speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions.',
  'speech',
)
export const checkScore = field(
  score,
  'Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little.',
  81,
)
export const checkSummary = (example: string) =>
  field(z.string(), 'What the check found, in a sentence or a few.', example)
export const startSec = field(z.number(), 'Start, in seconds from the beginning of the file.', 12.48)
export const endSec = field(z.number(), 'End, in seconds from the beginning of the file.', 13.02)

/** Opens one audit to whoever has no key. */
export const reportToken = field(
  z.string().max(200),
  'What stands behind # in reportUrl.',
  'pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D',
)
