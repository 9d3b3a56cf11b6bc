// The reports of the four checks in the example of an audit: two chapters, the second with another voice and garbled words.
import type { AuditBody } from '../schemas/audit.js'

export const exampleFiles = ['chapter-01.mp3', 'chapter-02.mp3']
const [first, second] = exampleFiles

const comparison: AuditBody['checks']['comparison'] = {
  score: 25,
  summary: '1 of 2 files has a different voice from the rest.',
  similarityMatrix: [
    [1, 0.41],
    [0.41, 1],
  ],
  volumeConsistency: { score: 98.4, medianDb: -20.3, spreadDb: 1.1, limitDb: 3.5, outliers: [] },
  tracks: [
    {
      file: first,
      similarity: 0.97,
      deviation: -0.01,
      flagged: false,
      judged: true,
      voiceGroup: 1,
      loudnessDb: -20.8,
      loudnessDeviationDb: -1.1,
    },
    {
      file: second,
      similarity: 0.41,
      deviation: 0.42,
      flagged: true,
      judged: true,
      voiceGroup: 2,
      loudnessDb: -19.7,
      loudnessDeviationDb: 1.1,
    },
  ],
}

const quality: AuditBody['checks']['quality'] = {
  score: 24.8,
  summary: '1 of 2 files has audible faults: garble in 1.',
  tracks: [
    {
      file: first,
      score: 98.8,
      flagged: false,
      judged: true,
      snrDb: 41.6,
      issueCount: 0,
      confidence: null,
      issueSummary: {
        total: 0,
        severe: 0,
        noticeable: 0,
        garbleCount: 0,
        staticCount: 0,
        silenceCount: 0,
        worstLabel: 'none',
      },
      issues: [],
      clipping: { clipCount: 0, clipPercentage: 0 },
      bandwidth: { cutoffHz: null, spectralCentroidHz: 1840.5, bandwidthRatio: 1 },
    },
    {
      file: second,
      score: 74,
      flagged: true,
      judged: true,
      snrDb: 38.2,
      issueCount: 1,
      confidence: 0.94,
      issueSummary: {
        total: 1,
        severe: 0,
        noticeable: 1,
        garbleCount: 1,
        staticCount: 0,
        silenceCount: 0,
        worstLabel: 'noticeable',
      },
      issues: [
        {
          timeSec: 12.48,
          endSec: 13.02,
          durationMs: 540,
          type: 'garble',
          severity: 0.62,
          audibility: 0.48,
          audibilityLabel: 'noticeable',
          confidence: 0.94,
          trait: null,
        },
      ],
      clipping: { clipCount: 0, clipPercentage: 0 },
      bandwidth: { cutoffHz: 11025, spectralCentroidHz: 1712.3, bandwidthRatio: 0.92 },
    },
  ],
}

const pace: AuditBody['checks']['pace'] = {
  score: 99.3,
  summary: 'All 2 files keep the same pace.',
  medianWordsPerMinute: 161.8,
  tracks: [
    {
      file: first,
      wordsPerMinute: 164.2,
      wordCount: 42,
      speechSec: 15.3,
      deviation: 0.01,
      flagged: false,
      judged: true,
      longestPauseSec: 0.62,
    },
    {
      file: second,
      wordsPerMinute: 159.4,
      wordCount: 39,
      speechSec: 14.7,
      deviation: -0.01,
      flagged: false,
      judged: true,
      longestPauseSec: 0.55,
    },
  ],
}

const scriptAccuracy: AuditBody['checks']['scriptAccuracy'] = {
  score: 25,
  summary: '1 of 2 files does not say what the script says; 1 tag is spoken aloud.',
  spokenTagCount: 1,
  batchFindings: [],
  tracks: [
    {
      file: first,
      transcript: 'The harbour lay still.',
      script: 'The harbour lay still.',
      scriptTimesSec: [
        [0.12, 0.31],
        [0.31, 0.84],
        [0.84, 1.02],
        [1.02, 1.55],
      ],
      hasScript: true,
      score: 100,
      accuracy: 100,
      wordErrorRate: 0,
      flagged: false,
      judged: true,
      tags: { found: 0, spoken: [] },
      differences: [],
      doubtful: 0,
      repetitions: [],
      truncated: false,
    },
    {
      file: second,
      transcript: 'Whispering the hammer lay still.',
      script: 'The harbour lay still.',
      scriptTimesSec: [[1.71, 1.9], null, [2.3, 2.52], [2.52, 3.04]],
      hasScript: true,
      score: 53.9,
      accuracy: 60,
      wordErrorRate: 0.4,
      flagged: true,
      judged: true,
      tags: {
        found: 1,
        spoken: [
          {
            tag: '[whispering]',
            content: 'whispering',
            spokenWord: 'Whispering',
            timeSec: 1.02,
            endSec: 1.64,
          },
        ],
      },
      differences: [
        {
          kind: 'changed',
          verdict: 'saidOtherwise',
          written: 'harbour',
          heard: 'hammer',
          timeSec: 1.9,
          endSec: 2.3,
          confidence: 0.93,
          cause: 'voice',
        },
      ],
      doubtful: 0,
      repetitions: [],
      truncated: false,
    },
  ],
}

export const exampleChecks: AuditBody['checks'] = { comparison, quality, pace, scriptAccuracy }
