import { z } from 'zod'
import { checkScore, checkSummary, count, field, fileName, flagged, judged, named, speech } from './field.js'

export const paceTrack = named('PaceTrack', 'The speaking speed of one file.', {
  file: fileName,
  speech,
  wordsPerMinute: field(
    z.number().nullable(),
    'For reading: files are judged by `deviation`. Null when nothing is said.',
    164.2,
  ),
  wordCount: field(count, 'Words as spoken: "1984" is three.', 42),
  speechSec: field(z.number(), 'Seconds of speech, long pauses left out.', 15.3),
  deviation: field(
    z.number().nullable(),
    'How much faster (or, below 0, slower) than the median of the batch, as a fraction: the number that reasons tell and that is held against deviationThreshold; -1 where nobody speaks, null where it is not judged.',
    -0.04,
  ),
  flagged,
  judged,
  longestPauseSec: field(z.number(), 'The longest silence between the first word and the last.', 0.62),
  note: field(z.string().optional(), 'Why there is no judgement.', 'too few words to judge the pace'),
})

export const paceReport = named('PaceReport', 'Speaking speed consistency.', {
  score: checkScore,
  summary: checkSummary('All 10 files keep the same pace.'),
  medianWordsPerMinute: field(
    z.number().nullable(),
    'Median of the batch; null when nothing is said in any file.',
    161.8,
  ),
  tracks: field(z.array(paceTrack), 'One per file, in upload order.', []),
})
