// Audits as the service stores them, without listening to a file.
import type { AuditBody } from '../../src/server/schemas/audit.js'

type Result = Omit<AuditBody, 'reportUrl' | 'auditId'>
type Checks = { [Name in keyof Result['checks']]-?: NonNullable<Result['checks'][Name]> }

export interface MadeUpFile {
  name: string
  issues?: Checks['quality']['tracks'][number]['issues']
  loudnessDb?: number
  wordsPerMinute?: number | null
  similarity?: number
  /** What else the comparison says of it. */
  comparison?: Partial<Checks['comparison']['tracks'][number]>
  script?: Partial<Checks['scriptAccuracy']['tracks'][number]>
  reasons?: Result['tracksToRegenerate'][number]['reasons']
}

const WORD_SEC = 0.4
const MEDIAN_PACE = 160

/** Evenly spoken. */
export function wordTimes(transcript: string): number[][] {
  return transcript.split(' ').map((_, at) => [at * WORD_SEC, (at + 1) * WORD_SEC])
}

export function madeUpAudit(files: MadeUpFile[]): Result {
  const flagged = files.filter(({ reasons = [] }) => reasons.length > 0)
  const isFlaggedBy = (check: string, { reasons = [] }: MadeUpFile) =>
    reasons.some((each) => each.check === check)
  const checks: Checks = {
    comparison: {
      score: 91.5,
      summary: 'All files have the same voice.',
      similarityMatrix: files.map((row, y) =>
        files.map((column, x) => (x === y ? 1 : Math.min(row.similarity ?? 0.97, column.similarity ?? 0.97))),
      ),
      volumeConsistency: {
        score: 88,
        medianDb: -20,
        spreadDb: 8,
        limitDb: 3.5,
        outliers: files
          .filter(({ loudnessDb = -20 }) => loudnessDb > -15)
          .map(({ name, loudnessDb = -20 }) => ({
            file: name,
            db: loudnessDb,
            deviationDb: loudnessDb + 20,
          })),
      },
      tracks: files.map((file) => ({
        file: file.name,
        similarity: file.similarity ?? 0.97,
        deviation: 0.97 - (file.similarity ?? 0.97),
        flagged: isFlaggedBy('comparison', file),
        judged: true,
        voiceGroup: (file.similarity ?? 0.97) > 0.5 ? 1 : 2,
        loudnessDb: file.loudnessDb ?? -20,
        loudnessDeviationDb: (file.loudnessDb ?? -20) + 20,
        ...file.comparison,
      })),
    },
    quality: {
      score: 82,
      summary: 'Some files have audible faults.',
      batchTraits: [
        {
          name: 'tightEnds',
          files: files.length,
          share: 1,
          summary: `All ${files.length} files end at the level of the voice.`,
          advice: 'Add 50 ms of silence after the last word, or let the engine trim less.',
        },
      ],
      tracks: files.map((file) => qualityTrack(file, isFlaggedBy('quality', file))),
    },
    pace: {
      score: 96,
      summary: 'All files keep the same pace.',
      medianWordsPerMinute: MEDIAN_PACE,
      tracks: files.map((file) => paceTrack(file, isFlaggedBy('pace', file))),
    },
    scriptAccuracy: {
      score: 97,
      summary: 'The files say what their scripts say.',
      batchFindings:
        files.length < 2
          ? []
          : [
              {
                kind: 'wrongOrder',
                message: `${files[0].name} and ${files[1].name} say each other's scripts: swap the two.`,
                files: [files[0].name, files[1].name],
              },
            ],
      spokenTagCount: files.reduce((sum, { script }) => sum + (script?.tags?.spoken.length ?? 0), 0),
      tracks: files.map((file) => scriptTrack(file, isFlaggedBy('scriptAccuracy', file))),
    },
  }
  return {
    score: 91.6,
    summary: `${flagged.length} of ${files.length} files should be regenerated.`,
    fileCount: files.length,
    deviationThreshold: 0.15,
    batchAlarms: [],
    tracksToRegenerate: flagged.map(({ name, reasons = [] }) => ({ file: name, reasons })),
    checks,
    creditsUsed: 4 * files.length,
    timing: { decode: 0.4, checks: 7.3, total: 7.7 },
  }
}

function qualityTrack(
  { name, issues = [] }: MadeUpFile,
  flagged: boolean,
): Checks['quality']['tracks'][number] {
  const count = (type: string) => issues.filter((issue) => issue.type === type).length
  return {
    file: name,
    score: issues.length > 0 ? 61.5 : 98,
    flagged,
    judged: true,
    snrDb: 41.3,
    issueCount: issues.length,
    confidence: issues.length > 0 ? 0.94 : null,
    issueSummary: {
      total: issues.length,
      severe: 0,
      noticeable: issues.length,
      garbleCount: count('garble'),
      staticCount: count('static'),
      silenceCount: count('silence'),
      worstLabel: issues.length > 0 ? 'noticeable' : 'none',
    },
    issues,
    clipping: { clipCount: 0, clipPercentage: 0 },
    bandwidth: { cutoffHz: null, spectralCentroidHz: 1800, bandwidthRatio: 0.9 },
  }
}

function paceTrack({ name, wordsPerMinute = MEDIAN_PACE }: MadeUpFile, flagged: boolean) {
  return {
    file: name,
    wordsPerMinute,
    wordCount: 20,
    speechSec: 7,
    deviation: wordsPerMinute === null ? null : wordsPerMinute / MEDIAN_PACE - 1,
    flagged,
    judged: wordsPerMinute !== null,
    longestPauseSec: 0.5,
    ...(wordsPerMinute === null && { note: 'too few words to judge the pace' }),
  }
}

function scriptTrack(
  { name, script = {} }: MadeUpFile,
  flagged: boolean,
): Checks['scriptAccuracy']['tracks'][number] {
  const transcript = script.transcript ?? 'The harbour lay still in the grey light.'
  return {
    file: name,
    transcript,
    wordTimesSec: wordTimes(transcript),
    score: flagged ? 49 : 100,
    accuracy: flagged ? 80 : 100,
    wordErrorRate: flagged ? 0.2 : 0,
    flagged,
    judged: true,
    tags: { found: 0, spoken: [] },
    differences: [],
    repetitions: [],
    truncated: false,
    ...script,
  }
}

export function issue(
  type: NonNullable<MadeUpFile['issues']>[number]['type'],
  timeSec: number,
  endSec: number,
): NonNullable<MadeUpFile['issues']>[number] {
  return {
    type,
    timeSec,
    endSec,
    durationMs: 1000 * (endSec - timeSec),
    severity: 0.6,
    audibility: 0.5,
    audibilityLabel: 'noticeable',
    confidence: 0.94,
    trait: null,
  }
}
