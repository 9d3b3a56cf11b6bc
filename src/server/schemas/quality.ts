import { z } from 'zod'
import {
  type AllReported,
  audibilityLabels,
  declarations,
  type FigureDeclaration,
  type GroupDeclaration,
  issueTypes,
} from '../../audit/checks.js'
import { batchTrait } from './batch-trait.js'
import {
  checkScore,
  checkSummary,
  count,
  endSec,
  field,
  fileName,
  flagged,
  judged,
  named,
  score,
  speech,
  startSec,
} from './field.js'

const share = z.number().min(0).max(1)

export const issue = named('Issue', 'One fault in the sound of a file.', {
  timeSec: startSec,
  endSec,
  durationMs: field(z.number(), 'Length in milliseconds.', 540),
  type: field(z.enum(issueTypes), 'What kind of fault it is.', 'garble'),
  severity: field(share, 'How much of the sound is spoilt, 0 to 1.', 0.62),
  audibility: field(share, 'How much it stands out of the sound around it, 0 to 1.', 0.48),
  audibilityLabel: field(z.enum(audibilityLabels), 'The same in a word.', 'noticeable'),
  confidence: field(
    share.optional(),
    'How likely it is a fault at all, 0 to 1: of issues told with 0.9 nine in ten are real. Absent in audits of older versions.',
    0.94,
  ),
  trait: field(
    z.string().nullable().optional(),
    'The trait of the batch that it is part of, which does not count against the file; null where it counts. Absent in audits of older versions.',
    null,
  ),
})

export const issueSummary = named('IssueSummary', 'The issues of a file in numbers.', {
  total: field(count, 'All issues.', 2),
  severe: field(count, 'Issues that nobody can miss.', 0),
  noticeable: field(count, 'Issues that a listener notices.', 1),
  garbleCount: field(count, 'Issues of type "garble".', 1),
  staticCount: field(count, 'Issues of type "static".', 0),
  silenceCount: field(count, 'Issues of type "silence".', 0),
  worstLabel: field(
    z.enum([...audibilityLabels, 'none']),
    'The label of the most audible issue; "none" when there is no issue.',
    'noticeable',
  ),
})

const figureKinds = {
  number: z.number(),
  numberOrNull: z.number().nullable(),
  positive: z.number().min(0),
  share,
  count,
}

type Declared = FigureDeclaration | GroupDeclaration
type ReportedShape = { [Name in keyof AllReported]: z.ZodType<AllReported[Name]> }

const reported = declarations.flatMap((detector): [string, Declared][] =>
  'reported' in detector ? Object.entries(detector.reported) : [],
)
const isGroup = (declared: Declared) => 'fields' in declared

/** What the detectors measure, as their declarations describe it. */
function shapeOf(declared: [string, Declared][]): ReportedShape {
  return Object.fromEntries(
    declared.map(([name, each]) => [name, schemaOf(each)]),
  ) as unknown as ReportedShape
}

function schemaOf(declared: Declared): z.ZodType {
  return 'fields' in declared
    ? named(declared.name, declared.description, shapeOf(Object.entries(declared.fields)))
    : field(figureKinds[declared.kind], declared.description, declared.example)
}

export const qualityTrack = named('QualityTrack', 'The sound of one file.', {
  file: fileName,
  speech,
  score: field(
    score,
    'Quality score of the file, 0 to 100; a file is flagged that loses more than 100 x deviationThreshold.',
    82.5,
  ),
  flagged,
  judged,
  ...shapeOf(reported.filter(([, each]) => !isGroup(each))),
  issueCount: field(count, 'Number of issues.', 2),
  confidence: field(
    share.nullable().optional(),
    'How likely the surest of the issues that a listener notices is real, 0 to 1; null where there is none. Absent in audits of older versions.',
    0.94,
  ),
  issueSummary,
  issues: field(z.array(issue), 'By time.', []),
  ...shapeOf(reported.filter(([, each]) => isGroup(each))),
})

export const qualityReport = named('QualityReport', 'Audio quality.', {
  score: checkScore,
  summary: checkSummary('2 of 10 files have audible faults.'),
  disabledChecks: field(
    z.array(z.string()).optional(),
    'Keys of qualityChecks that were false: what they look for is not in the report. Absent in audits of older versions.',
    [],
  ),
  batchTraits: field(
    z.array(batchTrait).optional(),
    'What most files share. Such faults are listed with each file but are no reason to regenerate it, unless they stand out or are severe.',
    [],
  ),
  tracks: field(z.array(qualityTrack), 'One per file, in upload order.', []),
})
