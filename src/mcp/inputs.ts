// What every audit can be asked for with, however its files are named.
import { z } from 'zod'
import { accuracies, builtChecks, type QualityCheckName, qualityCheckNames } from '../audit/checks.js'
import { LONGEST_VOICE_NAME } from '../audit/request.js'

/** As the service takes them. */
export const MOST_FILES = 500
export const MOST_NAME_CHARACTERS = 4096
const MOST_SCRIPT_CHARACTERS = 200_000

export const voiceName = z.string().min(1).max(LONGEST_VOICE_NAME)

export const auditOptions = {
  checks: z
    .array(z.enum(builtChecks as ['comparison', ...typeof builtChecks]))
    .min(1)
    .max(builtChecks.length)
    .default([...builtChecks])
    .describe(
      'Which checks to run. comparison: same voice and volume in every file (needs 2 files or more). quality: clicks, static, dropouts, long silences, clipping, hum, cut-off words, garbled speech. pace: same speaking speed in every file (needs 2 or more). scriptAccuracy: every file says its script, and no stage direction. All of them by default.',
    ),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.15)
    .describe(
      'How much a file may be off before it is flagged, in every check: smaller flags more. 0.15 is where the checks were measured.',
    ),
  accuracy: z
    .enum(accuracies)
    .default('standard')
    .describe(
      'Of the comparison of voices. "high" and "highest" compare more of each file, and take longer.',
    ),
  qualityChecks: z
    .partialRecord(
      z.enum(qualityCheckNames as unknown as [QualityCheckName, ...QualityCheckName[]]),
      z.boolean(),
    )
    .default({})
    .describe(
      'Parts of the quality check to turn off, such as {"staticNoise": false, "garble": false} for files with music or sound effects on purpose.',
    ),
  scripts: z
    .record(z.string().max(MOST_NAME_CHARACTERS), z.string().max(MOST_SCRIPT_CHARACTERS))
    .default({})
    .describe(
      'What each file should say, by file name without folders. Stage directions in [brackets] are not expected to be spoken.',
    ),
  voices: z
    .record(z.string().max(MOST_NAME_CHARACTERS), voiceName)
    .default({})
    .describe(
      'A cast: the name of the voice that each file should have, by file name without folders. Files are then compared within their voice, and a file with the voice of another is told. Leave it out where all files should have one voice.',
    ),
}
