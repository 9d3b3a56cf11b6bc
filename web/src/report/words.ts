// What things are called on the page.
import type { JudgementName } from '../../../src/report/judgements.js'
import type { CheckName } from '../api/audit.js'
import { issueTitles } from '../derived/quality.js'

export const checkTitles: Record<CheckName, string> = {
  comparison: 'Voice and volume',
  quality: 'Sound quality',
  pace: 'Pace',
  scriptAccuracy: 'Script',
}

/** What a file is judged by. */
export const judgementTitles: Record<JudgementName, string> = {
  voice: 'Voice',
  volume: 'Volume',
  sound: 'Sound',
  pace: 'Pace',
  script: 'Script',
}

export { issueTitles }

/** Kinds of faults by which tracks can be looked for: those of sound, and those of the other checks. */
export const kindTitles = {
  ...issueTitles,
  voice: 'Different voice',
  volume: 'Too loud or quiet',
  pace: 'Too fast or slow',
  tag: 'Spoken tag',
  repetition: 'Repetition',
  words: 'Wrong words',
} as const
export type Kind = keyof typeof kindTitles

const scoreWords: [number, string][] = [
  [97, 'Excellent'],
  [90, 'Good'],
  [75, 'Fair'],
  [50, 'Poor'],
  [0, 'Bad'],
]

/** A word for a score of 0 to 100. */
export function scoreWord(score: number): string {
  return scoreWords.find(([least]) => score >= least)?.[1] ?? 'Bad'
}

/** For colours: three are told apart at a glance. Where the word is "Poor" the colour is that of what is bad. */
export function scoreLevel(score: number): 'good' | 'fair' | 'bad' {
  return score >= 90 ? 'good' : score >= 75 ? 'fair' : 'bad'
}
