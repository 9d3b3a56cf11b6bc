// A result as long as real ones are: every check on, one file in ten at fault, a minute of speech in each.
import type { AuditBody } from '../src/server/schemas/audit.js'

const WORDS_PER_FILE = 150
const FAULTY_EVERY = 10

/** The parts of a result that are as many as its files; what is said of the whole batch is a few hundred bytes. */
export function madeUpResult(
  auditId: string,
  fileNames: string[],
  random: () => number,
): Omit<AuditBody, 'reportUrl'> {
  const between = (low: number, high: number, decimals: number) =>
    Number((low + random() * (high - low)).toFixed(decimals))
  const isFaulty = (at: number) => at % FAULTY_EVERY === FAULTY_EVERY - 1
  const similarities = fileNames.map(() => fileNames.map(() => between(0.6, 1, 4)))
  return {
    score: between(80, 100, 1),
    summary: `${Math.floor(fileNames.length / FAULTY_EVERY)} of ${fileNames.length} files should be regenerated.`,
    fileCount: fileNames.length,
    auditId,
    tracksToRegenerate: fileNames
      .filter((_, at) => isFaulty(at))
      .map((file) => ({ file, reasons: [{ check: 'quality', message: 'garbled speech at 0:12-0:13' }] })),
    checks: {
      comparison: {
        score: between(90, 100, 1),
        summary: 'All files have the same voice.',
        similarityMatrix: similarities.map((row, at) =>
          row.map((value, other) => (at === other ? 1 : at < other ? value : similarities[other][at])),
        ),
        volumeConsistency: { score: 96.2, medianDb: -20.3, spreadDb: 1.1, outliers: [] },
        tracks: fileNames.map((file) => ({
          file,
          similarity: between(0.8, 1, 4),
          deviation: between(-0.1, 0.1, 4),
          flagged: false,
          loudnessDb: between(-22, -18, 2),
        })),
      },
      quality: {
        score: between(90, 100, 1),
        summary: 'Some files have audible faults: garble.',
        tracks: fileNames.map((file, at) => ({
          file,
          score: between(70, 100, 1),
          flagged: isFaulty(at),
          snrDb: between(30, 60, 1),
          issueCount: isFaulty(at) ? 1 : 0,
          confidence: isFaulty(at) ? 0.94 : null,
          issueSummary: {
            total: isFaulty(at) ? 1 : 0,
            severe: 0,
            noticeable: isFaulty(at) ? 1 : 0,
            garbleCount: isFaulty(at) ? 1 : 0,
            staticCount: 0,
            silenceCount: 0,
            worstLabel: isFaulty(at) ? 'noticeable' : 'none',
          },
          issues: isFaulty(at)
            ? [
                {
                  timeSec: 12.48,
                  endSec: 13.02,
                  durationMs: 540,
                  type: 'garble',
                  severity: between(0, 1, 2),
                  audibility: between(0, 1, 2),
                  audibilityLabel: 'noticeable',
                  confidence: 0.94,
                  trait: null,
                },
              ]
            : [],
          clipping: { clipCount: 0, clipPercentage: 0 },
          bandwidth: { cutoffHz: null, spectralCentroidHz: between(1000, 3000, 1), bandwidthRatio: 1 },
        })),
      },
      pace: {
        score: between(90, 100, 1),
        summary: 'All files keep the same pace.',
        medianWordsPerMinute: 161.8,
        tracks: fileNames.map((file) => ({
          file,
          wordsPerMinute: between(140, 180, 1),
          wordCount: WORDS_PER_FILE,
          speechSec: between(50, 60, 2),
          deviation: between(-0.1, 0.1, 3),
          flagged: false,
          longestPauseSec: between(0.3, 0.9, 2),
        })),
      },
      scriptAccuracy: {
        score: between(90, 100, 1),
        summary: 'All files say what their scripts say.',
        spokenTagCount: 0,
        tracks: fileNames.map((file) => ({
          file,
          transcript: Array.from({ length: WORDS_PER_FILE }, () => word(random)).join(' '),
          accuracy: 100,
          wordErrorRate: 0,
          flagged: false,
          tags: { found: 0, spoken: [] },
          differences: [],
          repetitions: [],
          truncated: false,
        })),
      },
    },
    creditsUsed: 4 * fileNames.length,
    timing: { decode: 4.1, checks: 73.5, total: 77.6 },
  }
}

/** Of three to eight letters. */
function word(random: () => number): string {
  const letters = Array.from({ length: 3 + Math.floor(random() * 6) }, () => Math.floor(random() * 26))
  return letters.map((letter) => String.fromCharCode(97 + letter)).join('')
}
