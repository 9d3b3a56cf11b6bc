// Slow changes: what those of all checks have in common.
import { z } from 'zod'
import { endSec, field, fileName, startSec } from './field.js'

export const trendFields = {
  startSec,
  endSec,
  from: field(z.number(), 'At the beginning of the change, in `unit`.', -19.8),
  to: field(z.number(), 'At its end.', -26),
  deviation: field(
    z.number(),
    'How far it goes, as the number that is held against deviationThreshold.',
    0.186,
  ),
  flagged: field(
    z.boolean(),
    'Whether that is beyond deviationThreshold, and so a reason to regenerate the file.',
    true,
  ),
  message: field(z.string(), 'What a person would hear, and when.', 'gets 6.2 dB softer from 0:12 to 1:40'),
}

export const batchTrendFields = {
  firstFile: fileName,
  lastFile: fileName,
  from: field(z.number(), 'At the first file, in `unit`.', -19.8),
  to: field(z.number(), 'At the last file.', -23.4),
  message: field(
    z.string(),
    'The same in words.',
    'the files get 3.6 dB softer from the first file to the last',
  ),
}
