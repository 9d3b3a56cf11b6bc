// The number by which each file was judged, beside its limit. Whatever shows a judgement reads it here: the report in the browser,
// its charts, the command line. It is the number that the result tells and that the check held against the limit.
import { besideLimit, inPercent, percentBeside } from './beside-limit.js'

export const judgementNames = ['voice', 'volume', 'sound', 'pace', 'script'] as const
export type JudgementName = (typeof judgementNames)[number]

export interface FileJudgement {
  /** Not judged is neither good nor bad. */
  verdict: 'good' | 'flagged' | 'notJudged'
  /** In the unit of its measure; null where there is none to show. */
  value: number | null
  /** The same for people: "86 % off", "+8.3 dB", "38", "not judged". */
  text: string
}

export interface Measure {
  name: JudgementName
  check: 'comparison' | 'quality' | 'pace' | 'scriptAccuracy'
  /** In the same unit as the values; null in audits of older versions, which do not tell. */
  limit: number | null
  /** "15 %", "±3.5 dB"; empty where the limit is not known. */
  limitText: string
  /** What is flagged: values above the limit, those below it, or those further from 0. */
  bad: 'above' | 'below' | 'eitherSide'
  unit: '%' | 'dB' | 'of 100'
  /** One a file, in the order of the batch. */
  files: FileJudgement[]
}

interface Track {
  file: string
  flagged: boolean
  trends?: { kind: string; flagged: boolean; from: number; to: number }[] | undefined
  judged?: boolean | undefined
  speech?: string | undefined
}

/** What is read of an audit, as the engine makes it and as the service answers it. */
export interface JudgedAudit {
  deviationThreshold?: number | undefined
  checks: {
    comparison?:
      | {
          volumeConsistency: {
            limitDb?: number | undefined
            outliers: { file: string; deviationDb: number }[]
          }
          tracks: (Track & {
            deviation: number
            loudnessDeviationDb?: number | null | undefined
            voiceChangesSec?: number[] | undefined
            note?: string | undefined
          })[]
        }
      | undefined
    quality?: { tracks: (Track & { score: number })[] } | undefined
    pace?: { tracks: (Track & { deviation: number | null })[] } | undefined
    scriptAccuracy?:
      | { tracks: (Track & { score?: number | undefined; hasScript?: boolean | undefined })[] }
      | undefined
  }
}

type Checks = JudgedAudit['checks']
type Reports = { [Name in keyof Checks]-?: NonNullable<Checks[Name]> }

const NOT_JUDGED: FileJudgement = { verdict: 'notJudged', value: null, text: 'not judged' }
/** An audit that does not tell its threshold was most likely made with the usual one. */
const USUAL_THRESHOLD = 0.15

/** A measure for each judgement that was asked for, in the order of reports. */
export function measuresOf({ deviationThreshold, checks }: JudgedAudit): Measure[] {
  const threshold = deviationThreshold ?? null
  return [
    ...(checks.comparison ? [voiceOf(checks.comparison, threshold), volumeOf(checks.comparison)] : []),
    ...(checks.quality ? [soundOf(checks.quality, threshold)] : []),
    ...(checks.pace ? [paceOf(checks.pace, threshold)] : []),
    ...(checks.scriptAccuracy ? [scriptOf(checks.scriptAccuracy, threshold)] : []),
  ]
}

function voiceOf({ tracks, volumeConsistency }: Reports['comparison'], threshold: number | null): Measure {
  const outliers = new Set(volumeConsistency.outliers.map(({ file }) => file))
  return {
    name: 'voice',
    check: 'comparison',
    limit: threshold,
    limitText: threshold === null ? '' : `${inPercent(threshold)} %`,
    bad: 'above',
    unit: '%',
    files: tracks.map((track): FileJudgement => {
      const { deviation, voiceChangesSec = [] } = track
      const changes = voiceChangesSec.length > 0
      const drift = trendWords(track, 'voice', 'pitch')
      const isOff = deviation > (threshold ?? USUAL_THRESHOLD)
      // Without a threshold whatever is flagged and no outlier is flagged for its voice.
      const flagged =
        changes ||
        drift !== null ||
        (track.flagged && (isOff || (threshold === null && !outliers.has(track.file))))
      if (!flagged && !isVoiceJudged(track)) return NOT_JUDGED
      const off = Math.max(0, deviation)
      const size = `${percentBeside(off, threshold)} % off`
      const text = isOff ? size : changes ? 'voice changes' : (drift ?? size)
      return isSpoken(track) ? judged(flagged, off, text) : noSpeech(flagged)
    }),
  }
}

const words = {
  voice: ['voice drifts', 'voice drifts'],
  pitch: ['pitch rises', 'pitch sinks'],
  level: ['gets louder', 'gets softer'],
  pace: ['gets faster', 'gets slower'],
} as const

/** What a file is flagged for that changes slowly, of these kinds; null where there is none. */
function trendWords({ trends = [] }: Track, ...kinds: (keyof typeof words)[]): string | null {
  for (const kind of kinds) {
    const trend = trends.find((each) => each.kind === kind && each.flagged)
    if (trend) return words[kind][trend.to > trend.from ? 0 : 1]
  }
  return null
}

/** Audits of older versions tell it in words. */
function isVoiceJudged({
  judged,
  note = '',
}: {
  judged?: boolean | undefined
  note?: string | undefined
}): boolean {
  return judged ?? !note.toLowerCase().includes('too little speech')
}

function volumeOf({ tracks, volumeConsistency }: Reports['comparison']): Measure {
  const limit = volumeConsistency.limitDb ?? null
  const outliers = new Map(volumeConsistency.outliers.map(({ file, deviationDb }) => [file, deviationDb]))
  return {
    name: 'volume',
    check: 'comparison',
    limit,
    limitText: limit === null ? '' : `±${limit} dB`,
    bad: 'eitherSide',
    unit: 'dB',
    files: tracks.map((track): FileJudgement => {
      const { file, loudnessDeviationDb } = track
      const db = loudnessDeviationDb ?? outliers.get(file) ?? null
      if (db === null) return NOT_JUDGED
      const isOutlier = outliers.has(file)
      const drift = isOutlier ? null : trendWords(track, 'level')
      const size = `${signed(db, besideLimit(Math.abs(db), limit, 1))} dB`
      return judged(isOutlier || drift !== null, db, drift ?? size)
    }),
  }
}

function soundOf({ tracks }: Reports['quality'], threshold: number | null): Measure {
  const limit = scoreLimit(threshold)
  return {
    name: 'sound',
    check: 'quality',
    limit,
    limitText: limit === null ? '' : String(limit),
    bad: 'below',
    unit: 'of 100',
    files: tracks.map(({ flagged, score }) => judged(flagged, score, besideLimit(score, limit))),
  }
}

function paceOf({ tracks }: Reports['pace'], threshold: number | null): Measure {
  return {
    name: 'pace',
    check: 'pace',
    limit: threshold,
    limitText: threshold === null ? '' : `±${inPercent(threshold)} %`,
    bad: 'eitherSide',
    unit: '%',
    files: tracks.map((track): FileJudgement => {
      const { flagged, deviation } = track
      if (deviation === null) return NOT_JUDGED
      if (!isSpoken(track)) return noSpeech(flagged)
      const isOff = Math.abs(deviation) > (threshold ?? USUAL_THRESHOLD)
      const size = `${signed(deviation, percentBeside(deviation, threshold))} %`
      return judged(flagged, deviation, (isOff ? null : trendWords(track, 'pace')) ?? size)
    }),
  }
}

function scriptOf({ tracks }: Reports['scriptAccuracy'], threshold: number | null): Measure {
  const limit = scoreLimit(threshold)
  return {
    name: 'script',
    check: 'scriptAccuracy',
    limit,
    limitText: limit === null ? '' : String(limit),
    bad: 'below',
    unit: 'of 100',
    files: tracks.map((track): FileJudgement => {
      const { flagged, score, hasScript } = track
      // Only repetitions and spoken tags were looked for: nothing can be said to be as in the script.
      if (hasScript === false && !flagged) return { verdict: 'notJudged', value: null, text: 'no script' }
      if (score === undefined)
        return {
          verdict: flagged ? 'flagged' : 'good',
          value: null,
          text: flagged ? 'differs' : 'as written',
        }
      return isSpoken(track) ? judged(flagged, score, besideLimit(score, limit)) : noSpeech(flagged)
    }),
  }
}

/** A file may lose as much of its 100 points as the threshold says. */
function scoreLimit(threshold: number | null): number | null {
  return threshold === null ? null : Number((100 - inPercent(threshold)).toFixed(2))
}

function judged(flagged: boolean, value: number, text: string): FileJudgement {
  return { verdict: flagged ? 'flagged' : 'good', value, text }
}

/** There is nothing to measure. */
function noSpeech(flagged: boolean): FileJudgement {
  return { verdict: flagged ? 'flagged' : 'notJudged', value: null, text: 'no speech' }
}

function isSpoken({ speech = 'speech' }: Track): boolean {
  return speech === 'speech'
}

/** With a true minus sign; nothing before what is shown as 0. */
function signed(value: number, size: string): string {
  if (Number(size) === 0) return size
  return `${value < 0 ? '\u2212' : '+'}${size}`
}
