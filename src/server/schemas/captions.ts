import { z } from 'zod'
import { didYouMean } from '../../audit/nearest-name.js'
import { shortened } from '../../audit/shortened.js'
import { captionDefaults, captionFormats, captionLevels } from '../../report/captions/captions.js'
import { field } from './field.js'

/** One of a few values; a wrong one is answered with those that there are, and the one that it is nearest to. */
function oneOf<const Values extends readonly [string, ...string[]]>(name: string, values: Values) {
  return z.enum(values, {
    error: ({ input }) =>
      typeof input === 'string'
        ? `${name} must be one of ${values.join(', ')}, not "${shortened(input)}".${didYouMean(input, values)}`
        : `${name} must be given once.`,
  })
}

export const captionsQuery = z.object({
  format: field(
    oneOf('format', captionFormats).default(captionDefaults.format),
    'WebVTT or SubRip.',
    captionDefaults.format,
  ),
  level: field(
    oneOf('level', captionLevels).default(captionDefaults.level),
    'Phrases of at most two lines of 42 characters and 7 s, cut at sentences, clauses and pauses; or one cue for each word.',
    captionDefaults.level,
  ),
})
