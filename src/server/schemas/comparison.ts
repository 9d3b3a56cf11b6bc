import { z } from 'zod'
import { batchTrait } from './batch-trait.js'
import { checkScore, checkSummary, field, fileName, flagged, judged, named, score, speech } from './field.js'
import { batchTrendFields, trendFields } from './trends.js'

export const volumeOutlier = named(
  'VolumeOutlier',
  'A file that is louder or softer than the batch or, where there is a cast, than its voice.',
  {
    file: fileName,
    db: field(z.number(), 'Loudness of the file in LUFS (ITU-R BS.1770).', -12.4),
    deviationDb: field(
      z.number(),
      'How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other.',
      7.9,
    ),
    deviation: field(
      z.number().optional(),
      'The same as the number that is held against deviationThreshold; above 1 from 5.5 dB on. Absent in audits of older versions.',
      1.44,
    ),
  },
)

export const volumeConsistency = named('VolumeConsistency', 'Do all files have the same loudness?', {
  score: field(score, 'Score of the volume, 0 to 100.', 88.2),
  medianDb: field(
    z.number(),
    'Median loudness of the batch in LUFS; -70, where the scale begins, when every file is silent.',
    -20.3,
  ),
  spreadDb: field(z.number(), 'From the softest file to the loudest, in dB.', 8.1),
  limitDb: field(
    z.number().optional(),
    'A file that is further off than this, in dB, stands out: what deviationThreshold stands for. Absent in audits of older versions.',
    3.5,
  ),
  outliers: field(z.array(volumeOutlier), 'Files that stand out.', [
    { file: 'chapter-05.mp3', db: -12.4, deviationDb: 7.9, deviation: 1.44 },
  ]),
})

export const voiceTurn = named('VoiceTurn', 'A stretch of a file in which one voice speaks.', {
  voice: field(z.number(), 'Which of the voices of the file: 1 for the one that speaks first, and so on.', 1),
  startSec: field(z.number(), 'When it begins, in seconds.', 0.1),
  endSec: field(z.number(), 'When it ends, in seconds.', 4.2),
})

export const overlap = named('Overlap', 'A stretch of a file in which two voices speak at once.', {
  startSec: field(z.number(), 'When it begins, in seconds.', 3.8),
  endSec: field(z.number(), 'When it ends, in seconds.', 5.1),
})

export const spokenPart = named(
  'SpokenPart',
  'Who speaks a part of a file that its script gives to a speaker.',
  {
    label: field(z.string(), 'The name of the speaker, as the script has it.', 'MARA'),
    startSec: field(z.number(), 'When it begins, in seconds.', 0.12),
    endSec: field(z.number(), 'When it ends, in seconds.', 3.4),
    voice: field(
      z.number().nullable(),
      'Which of the voices of the file speaks most of it, as in `voiceTurns`; null where that cannot be told.',
      1,
    ),
  },
)

const trendKind = field(z.enum(['voice', 'pitch', 'level']), 'What changes.', 'level')
const trendUnit = field(
  z.enum(['similarity', 'semitones', 'dB']),
  'Of `from` and `to`: similarity to the beginning for the voice, semitones above 100 Hz for the pitch, dB for the level.',
  'dB',
)

export const comparisonTrend = named(
  'Trend',
  'A slow change inside a file. A level that sinks in the last words alone has their times, and `from` is what the ends of the other phrases have.',
  { kind: trendKind, unit: trendUnit, ...trendFields },
)

export const comparisonBatchTrend = named(
  'BatchTrend',
  'A slow change along the batch, in the order of its files. No file is flagged for it.',
  { kind: trendKind, unit: trendUnit, ...batchTrendFields },
)

export const voicePoint = named('VoicePoint', 'How like its beginning the voice of a file is at one time.', {
  atSec: field(z.number(), 'The time, in seconds.', 31.5),
  similarity: field(
    z.number(),
    'Near 1 for the voice of the first ten seconds of speech, near 0 for another.',
    0.98,
  ),
})

export const comparisonTrack = named('ComparisonTrack', 'The voice of one file against its batch.', {
  file: fileName,
  speech,
  similarity: field(
    z.number(),
    "Of the voice to the rest of the batch: near 1 for the batch's own voice, near 0 for a stranger's, 0 where nobody speaks, 0.5 where it cannot be told. Where no voice is the batch's, the mean of all other files.",
    0.97,
  ),
  deviation: field(
    z.number(),
    "How far the similarity falls below the batch's own norm, as a fraction; below 0 when closer than typical, 1 where nobody speaks.",
    0.02,
  ),
  flagged,
  judged,
  voiceGroup: field(
    z.int().min(1).nullable().optional(),
    'Which of the voices of the batch it has: 1 for the commonest, and so on; null where that cannot be told, absent in audits of older versions.',
    1,
  ),
  voice: field(
    z.string().nullable().optional(),
    'With `voices` or `referenceVoices`: the voice that the file should have, null where none was named for it.',
    'Mara',
  ),
  soundsLike: field(
    z.string().nullable().optional(),
    'With `voices` or `referenceVoices`: the voice of the cast that the file has instead of its own; null where it has its own, or none of them.',
    null,
  ),
  referenceSimilarity: field(
    z.number().nullable().optional(),
    'With `referenceVoices`: of the voice to the reference, together with the files that sound like this one; near 1 for the same voice, near 0 for another, null where its voice has no reference or there is too little speech.',
    0.99,
  ),
  loudnessDb: field(
    z.number().nullable().optional(),
    'Loudness of the file in LUFS (ITU-R BS.1770); null when it is silent, absent in audits of older versions.',
    -20.1,
  ),
  loudnessDeviationDb: field(
    z.number().nullable().optional(),
    'How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other. Held against limitDb. Null where it is not judged, absent in audits of older versions.',
    0.2,
  ),
  voiceChangesSec: field(
    z.array(z.number()).optional(),
    'Where the voice changes inside the file, in seconds; absent where there is too little speech for two voices.',
    [4.2],
  ),
  voiceTurns: field(
    z.array(voiceTurn).optional(),
    'Who speaks when, in the order of time, where more than one voice speaks in the file; absent otherwise.',
    [
      { voice: 1, startSec: 0.1, endSec: 4.2 },
      { voice: 2, startSec: 4.2, endSec: 9.8 },
    ],
  ),
  overlaps: field(
    z.array(overlap).optional(),
    'Where two voices speak at once, in the order of time; empty where they take turns, absent where one voice speaks, and in audits of older versions.',
    [{ startSec: 3.8, endSec: 5.1 }],
  ),
  trends: field(
    z.array(comparisonTrend).optional(),
    'Slow changes of voice, pitch and level inside the file; absent where there are none, and in audits of older versions.',
    [
      {
        kind: 'level',
        startSec: 12.4,
        endSec: 100.2,
        from: -19.8,
        to: -26,
        unit: 'dB',
        deviation: 0.186,
        flagged: true,
        message: 'gets 6.2 dB softer from 0:12 to 1:40',
      },
    ],
  ),
  voiceCurve: field(
    z.array(voicePoint).optional(),
    'How like its beginning the voice is in the course of the file, at up to 60 times; absent under 20 seconds of speech, and in audits of older versions.',
    [
      { atSec: 1.8, similarity: 0.99 },
      { atSec: 4.1, similarity: 0.97 },
    ],
  ),
  speakers: field(
    z.array(spokenPart).optional(),
    'With scriptAccuracy and a script that names speakers: which voice speaks what each of them should say.',
    [
      { label: 'MARA', startSec: 0.12, endSec: 3.4, voice: 1 },
      { label: 'TOM', startSec: 3.9, endSec: 7.02, voice: 2 },
    ],
  ),
  note: field(
    z.string().optional(),
    'Why there is no judgement, or what else is different about the recording.',
    'too little speech to judge the voice',
  ),
})

export const castVoice = named('CastVoice', 'A voice of the cast.', {
  voice: field(z.string().nullable(), 'Its name; null for files for which none was named.', 'Mara'),
  files: field(z.array(fileName), 'Those that should have it, in upload order.', ['line-02.mp3']),
  sameAs: field(z.array(z.string()), 'Other names of the cast under which the same voice speaks.', []),
  hasReference: field(
    z.boolean().optional(),
    'With `referenceVoices`: whether there is a reference of it. A voice with a reference and no files is one that files may have in place of their own.',
    true,
  ),
})

export const comparisonReport = named('ComparisonReport', 'Speaker and volume consistency.', {
  score: checkScore,
  summary: checkSummary('9 of 10 files have the same voice.'),
  similarityMatrix: field(
    z.array(z.array(z.number())),
    'Similarity of each file to each: one row and column per file in upload order, symmetric, 1 on the diagonal.',
    [
      [1, 0.97],
      [0.97, 1],
    ],
  ),
  volumeConsistency,
  cast: field(
    z.array(castVoice).optional(),
    'With `voices` or `referenceVoices`: who should speak in which files.',
    [{ voice: 'Mara', files: ['line-02.mp3'], sameAs: [] }],
  ),
  batchTraits: field(
    z.array(batchTrait).optional(),
    'Slow changes that most files make: each file is flagged for what it does beyond them. Absent where there are none, and in audits of older versions.',
    [],
  ),
  batchTrends: field(
    z.array(comparisonBatchTrend).optional(),
    'Slow changes of voice, pitch and level from the first file to the last; absent where there are none, and in audits of older versions.',
    [
      {
        kind: 'level',
        firstFile: 'chapter-01.mp3',
        lastFile: 'chapter-24.mp3',
        from: -19.8,
        to: -23.4,
        unit: 'dB',
        message: 'the files get 3.6 dB softer from the first file to the last',
      },
    ],
  ),
  tracks: field(z.array(comparisonTrack), 'One per file, in upload order.', [
    { file: 'chapter-01.mp3', similarity: 0.97, deviation: 0.02, flagged: false },
  ]),
})
