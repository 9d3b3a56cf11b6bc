// Batches that were heard by nobody: findings as files of seven seconds give them, with scripts of every kind.

import { seededRandom } from '../../lab/random.js'
import type { JudgePayload } from '../../src/audit/judge-task.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import { type CheckName, checkNames, defaultOptions } from '../../src/checks/check.js'
import type { ComparisonFindings } from '../../src/checks/comparison/listen.js'
import { shippedJudge } from '../../src/checks/comparison/voice-judge.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'

/**
 * Scripts that each file says, that no file says, that another file of the batch says, random unicode; one for all that no file says;
 * lines that are alike but for two words, each said by another file.
 */
export const scriptKinds = ['fitting', 'unlike', 'swapped', 'unicode', 'one', 'alike'] as const
export type ScriptKind = (typeof scriptKinds)[number]

/** As many words as are said in seven seconds. */
const WORDS = 18
const SECONDS_PER_WORD = 0.38
const syllables = 'ba ce di fo gu la me ni po ru sta tre vi wo ka len mor dis ton per'.split(' ')
const small = 'the of and to in a is that it was for on are with as at be this from or'.split(' ')

export function sentence(random: () => number, words = WORDS): string {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)]
  const said = Array.from({ length: words }, () =>
    random() < 0.4 ? pick(small) : pick(syllables) + pick(syllables) + pick(syllables),
  )
  return `${said.join(' ')}.`
}

function scriptsOf(kind: ScriptKind, transcripts: string[], random: () => number): string[] {
  if (kind === 'fitting') return transcripts
  if (kind === 'one') return Array(transcripts.length).fill(sentence(random))
  if (kind === 'swapped' || kind === 'alike')
    return transcripts.map((_, at) => transcripts[(at + 1) % transcripts.length])
  return transcripts.map((transcript) =>
    kind === 'unlike'
      ? sentence(random)
      : Array.from(transcript, () => String.fromCodePoint(0x20 + Math.floor(random() * 0x2fff))).join(''),
  )
}

function scriptFindings(transcript: string, fits: boolean): ScriptFindings {
  const words = transcript.split(' ')
  const at = (index: number) => SECONDS_PER_WORD * index
  return {
    presence: 'speech',
    transcript,
    wordTimesSec: words.map((_, index) => [at(index), at(index + 0.9)]),
    referenceWords: words.length,
    matchedWords: fits ? words.length : 1,
    differences: fits
      ? []
      : words.map((heard, index) => ({
          kind: 'changed',
          verdict: 'saidOtherwise',
          written: 'something',
          heard,
          timeSec: at(index),
          endSec: at(index + 0.9),
          confidence: 0.9,
          cause: 'voice',
          weight: 0.9,
          wordErrors: 1,
          atEnd: false,
        })),
    tags: { found: 0, spoken: [] },
    repetitions: [],
    truncated: false,
  }
}

function comparisonFindings(random: () => number): ComparisonFindings {
  const { mean } = shippedJudge().models.plain
  return {
    presence: 'speech',
    voice: { speechSec: 6, views: { plain: Float32Array.from(mean, (value) => value + 1 + 0.1 * random()) } },
    parts: [],
    pauses: [],
    overlaps: [],
    recording: {
      bandwidthHz: 7800,
      noiseFloorDb: -60 + random(),
      restDb: -45 + random(),
      bandsDb: Array.from({ length: 20 }, random),
    },
    loudnessLufs: -20 + 0.1 * random(),
    levels: [],
    phraseEnds: [],
    pitchSemitones: null,
    pitches: [],
  }
}

const paceFindings: PaceFindings = {
  presence: 'speech',
  wordCount: WORDS,
  speechSec: 6.5,
  longestPauseSec: 0.4,
  runningSec: 6,
  typicalSec: 6,
  parts: [],
}

const qualityFindings: QualityFindings = {
  presence: 'speech',
  faults: Array.from({ length: 4 }, (_, at) => ({
    type: 'click',
    startSec: at + 0.5,
    endSec: at + 0.51,
    severity: 0.1,
    audibility: 0.1,
  })),
  durationSec: 7,
  speechSec: 6,
  measures: {
    snr: { snrDb: 45, modulatedSnrDb: null },
    clipping: { clipCount: 0, clipPercentage: 0 },
    bandwidth: { cutoffHz: null, spectralCentroidHz: 1000, bandwidthRatio: 1 },
  },
}

export function madeUpBatch(
  fileCount: number,
  kind: ScriptKind,
  checks: CheckName[] = [...checkNames],
): JudgePayload {
  const random = seededRandom(fileCount)
  const frame = sentence(random)
  const transcripts = Array.from({ length: fileCount }, () =>
    kind === 'alike' ? `${sentence(random, 2)} ${frame}` : sentence(random),
  )
  const findings: Record<CheckName, (at: number) => unknown> = {
    comparison: () => comparisonFindings(random),
    quality: () => qualityFindings,
    pace: () => paceFindings,
    scriptAccuracy: (at) => scriptFindings(transcripts[at], kind === 'fitting'),
  }
  return {
    files: transcripts.map((_, at) => `${at}.wav`),
    checks,
    options: defaultOptions,
    scripts: scriptsOf(kind, transcripts, random),
    findings: checks.map((check) => transcripts.map((_, at) => packFindings(findings[check](at)))),
  }
}
