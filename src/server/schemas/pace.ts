import { z } from 'zod'
import { batchTrait } from './batch-trait.js'
import { checkScore, checkSummary, count, field, fileName, flagged, judged, named, speech } from './field.js'
import { batchTrendFields, trendFields } from './trends.js'

const kind = field(z.enum(['pace']), 'What changes.', 'pace')
const unit = field(z.enum(['wpm']), 'Of `from` and `to`: words per minute.', 'wpm')
const from = field(z.number(), 'Words per minute at the beginning.', 152.4)
const to = field(z.number(), 'Words per minute at the end.', 187.5)

export const paceTrend = named('PaceTrend', 'Speech that gets faster or slower in the course of a file.', {
  kind,
  unit,
  ...trendFields,
  from,
  to,
  message: field(z.string(), 'The same in words.', 'gets 23 % faster from 0:02 to 1:40'),
})

export const paceBatchTrend = named(
  'PaceBatchTrend',
  'Files that get faster or slower in their order. No file is flagged for it.',
  {
    kind,
    unit,
    ...batchTrendFields,
    from,
    to,
    message: field(z.string(), 'The same in words.', 'the files get 12 % faster from the first to the last'),
  },
)

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
    'How much faster (or, below 0, slower) than the median of the batch or, where there is a cast, of its voice, as a fraction: the number that reasons tell and that is held against deviationThreshold; -1 where nobody speaks, null where it is not judged.',
    -0.04,
  ),
  flagged,
  judged,
  longestPauseSec: field(z.number(), 'The longest silence between the first word and the last.', 0.62),
  trends: field(
    z.array(paceTrend).optional(),
    'Speech that gets faster or slower in the course of the file; absent where it does not, and in audits of older versions.',
    [
      {
        kind: 'pace',
        startSec: 2.1,
        endSec: 100.2,
        from: 152.4,
        to: 187.5,
        unit: 'wpm',
        deviation: 0.173,
        flagged: true,
        message: 'gets 23 % faster from 0:02 to 1:40',
      },
    ],
  ),
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
  batchTraits: field(
    z.array(batchTrait).optional(),
    'That most files get faster, or slower, towards their end: each file is flagged for what it does beyond that. Absent where they do not, and in audits of older versions.',
    [],
  ),
  batchTrends: field(
    z.array(paceBatchTrend).optional(),
    'Files that get faster or slower from the first to the last; absent where they do not, and in audits of older versions.',
    [
      {
        kind: 'pace',
        firstFile: 'chapter-01.mp3',
        lastFile: 'chapter-24.mp3',
        from: 152.4,
        to: 170.7,
        unit: 'wpm',
        message: 'the files get 12 % faster from the first to the last',
      },
    ],
  ),
  tracks: field(z.array(paceTrack), 'One per file, in upload order.', []),
})
