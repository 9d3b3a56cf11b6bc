import { z } from 'zod'
import { audibilityLabels, issueTypes } from '../../audit/checks.js'
import {
  checkScore,
  checkSummary,
  count,
  endSec,
  field,
  fileName,
  flagged,
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

export const clipping = named('Clipping', 'Samples cut off at the top.', {
  clipCount: field(count, 'Number of places.', 3),
  clipPercentage: field(z.number().min(0), 'Share of all samples, in percent.', 0.02),
})

export const bandwidth = named('Bandwidth', 'How high the sound reaches.', {
  cutoffHz: field(
    z.number().nullable(),
    'Frequency above which there is nothing; null when the recording fills its sample rate.',
    11025,
  ),
  spectralCentroidHz: field(z.number(), 'Centre of the spectrum.', 1840.5),
  bandwidthRatio: field(z.number(), 'Share of the band that the sample rate allows, 0 to 1.', 0.92),
})

export const qualityTrack = named('QualityTrack', 'The sound of one file.', {
  file: fileName,
  speech,
  score: field(score, 'Quality score of the file, 0 to 100.', 82.5),
  flagged,
  snrDb: field(z.number(), 'Signal-to-noise ratio in dB; 0 where there is no speech to tell it by.', 38.2),
  issueCount: field(count, 'Number of issues.', 2),
  issueSummary,
  issues: field(z.array(issue), 'By time.', []),
  clipping,
  bandwidth,
})

export const qualityReport = named('QualityReport', 'Audio quality.', {
  score: checkScore,
  summary: checkSummary('2 of 10 files have audible faults.'),
  tracks: field(z.array(qualityTrack), 'One per file, in upload order.', []),
})
