import { defaultOptions, type FileFindings, type Judgement, type Options, score } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import { isSpeechless, SPEECHLESS_DEVIATION } from '../speechless.js'
import { rounded } from '../statistics.js'
import { scriptsOfBatch } from './batch/batch-findings.js'
import type { WeighedDifference } from './differences.js'
import { FittingFiles } from './fitting-file.js'
import { labelledParts } from './labelled-parts.js'
import { foreignLanguage } from './language.js'
import type { ScriptFindings } from './listen.js'
import { reasonsOf, summaryOf } from './reasons.js'
import type { ScriptReport, ScriptTrack } from './report.js'
import { readScript } from './script.js'

/**
 * What is left of a file's credit after one word of content that the voice surely got wrong. The deviation is what is gone:
 * 0.3 for one such word, 0.15 (the default threshold) when it is as likely as not, near 1 for a lost sentence. The number of
 * words in the file does not enter, so that one skipped sentence in ten minutes counts in full.
 */
const CREDIT_AFTER_ONE_WORD = 0.7

/** Up to here what may be wrong is as likely the recogniser's: then only words that are surely wrong count. */
const TELLING_DEVIATION = defaultOptions.deviationThreshold

/** With a smaller share of its script a file does not say the script at all. */
const FITS_AT_LEAST = 0.4

/** A hundredth of a second: finer than words are told apart, and a page of audits stays small. */
const WORD_TIME_DECIMALS = 2

export function judgeScripts(
  batch: FileFindings<ScriptFindings>[],
  { deviationThreshold }: Pick<Options, 'deviationThreshold'>,
): Judgement<ScriptReport> {
  const deviations = batch.map(({ findings: { presence, differences, notCompared } }) =>
    isSpeechless(presence) ? SPEECHLESS_DEVIATION : notCompared ? 1 : deviationOf(differences),
  )
  const fitting = new FittingFiles(batch)
  // Who says whose script does not depend on where the caller draws the line either.
  const misses = batch.map(
    ({ script }, index) => script !== undefined && deviations[index] > TELLING_DEVIATION,
  )
  const { findings: batchFindings, says } = scriptsOfBatch({ files: batch, misses, fitting })
  const tracks = batch.map(({ file, findings, script }, index): ScriptTrack => {
    const fileScore = score(100 * (1 - deviations[index]))
    // Of the score as reported, so that anybody can check it; the rest is what binary fractions leave over.
    const flagged = 100 - fileScore > 100 * deviationThreshold + 1e-6
    const wordErrorRate = errorRate(findings)
    const note = flagged || findings.notCompared ? noteOf(batch, index, fitting, says) : undefined
    return {
      file,
      transcript: findings.transcript,
      wordTimesSec: findings.wordTimesSec.map(roundedTime),
      hasScript: script !== undefined,
      score: fileScore,
      accuracy: score(100 * (1 - wordErrorRate)),
      wordErrorRate: rounded(wordErrorRate, 4),
      flagged,
      judged: true,
      tags: findings.tags,
      differences: findings.differences.map(reported),
      doubtful: findings.differences.filter(({ verdict }) => verdict === 'doubtful').length,
      repetitions: findings.repetitions,
      truncated: findings.truncated,
      speech: findings.presence,
      ...alignedScript(findings, note),
      ...speakersOf(batch[index], note),
      ...(note === undefined ? {} : { note }),
    }
  })
  const spokenTagCount = tracks.reduce((sum, { tags }) => sum + tags.spoken.length, 0)
  return {
    report: {
      score: checkScore(
        tracks.map((track) => fileCounts(track.flagged, 1 - track.score / 100, deviationThreshold)),
      ),
      summary: summaryOf(tracks, batch.filter(({ script }) => script !== undefined).length, batchFindings),
      spokenTagCount,
      batchFindings,
      tracks,
    },
    reasons: tracks.map((track, index) => reasonsOf(track, batch[index].findings)),
  }
}

/** Of a script that is of something else nobody knows when its words are said. */
function alignedScript(
  { script, scriptTimesSec }: ScriptFindings,
  note: string | undefined,
): Pick<ScriptTrack, 'script' | 'scriptTimesSec'> {
  if (script === undefined || scriptTimesSec === undefined) return {}
  if (note !== undefined) return { script }
  return { script, scriptTimesSec: scriptTimesSec.map((time) => time && roundedTime(time)) }
}

/** Where the script names who speaks, and it is known when that is said. */
function speakersOf(
  { script, castVoice, findings: { scriptTimesSec } }: FileFindings<ScriptFindings>,
  note: string | undefined,
): Pick<ScriptTrack, 'speakers'> {
  if (script === undefined || scriptTimesSec === undefined || note !== undefined) return {}
  const speakers = labelledParts(script, castVoice, scriptTimesSec)
  return speakers.length === 0 ? {} : { speakers }
}

function roundedTime([startSec, endSec]: [number, number]): [number, number] {
  return [rounded(startSec, WORD_TIME_DECIMALS), rounded(endSec, WORD_TIME_DECIMALS)]
}

/**
 * How far a file is from its script, 0 to 1: by all that the voice surely got wrong together, or by the one difference that
 * weighs most. Slight doubts at many places of a long file do not add up.
 */
export function deviationOf(differences: readonly Pick<WeighedDifference, 'weight' | 'cause'>[]): number {
  const heaviest = differences.reduce((most, { weight }) => Math.max(most, weight), 0)
  const blamed = differences
    .filter(({ cause }) => cause === 'voice')
    .reduce((sum, { weight }) => sum + weight, 0)
  return 1 - CREDIT_AFTER_ONE_WORD ** Math.max(heaviest, blamed)
}

function errorRate({ presence, differences, referenceWords, notCompared }: ScriptFindings): number {
  // With a script or without: not a word of what the file should say is said.
  if (isSpeechless(presence)) return 1
  // What was not compared has no accuracy to show, and must not pass for right.
  if (notCompared) return 1
  const wrong = differences
    .filter(({ cause }) => cause === 'voice')
    .reduce((sum, { wordErrors }) => sum + wordErrors, 0)
  return wrong / Math.max(1, referenceWords)
}

const NOT_COMPARED =
  'The script was not compared, because it is far longer or denser than what is said; give this file only the text that it says.'

function noteOf(
  batch: FileFindings<ScriptFindings>[],
  index: number,
  fitting: FittingFiles,
  says: ReadonlyMap<number, number>,
): string | undefined {
  const { script, findings } = batch[index]
  if (findings.notCompared) return NOT_COMPARED
  if (script === undefined || findings.transcript === '') return undefined
  const other = fitting.find(index)
  if (other !== null) return `The script is what ${batch[other].file} says.`
  if (findings.matchedWords >= FITS_AT_LEAST * findings.referenceWords) return undefined
  const language = foreignLanguage(readScript(script).text)
  if (language) return `The script is not in English but in ${language}.`
  const said = says.get(index)
  if (said !== undefined) return `The file says the script of ${batch[said].file} in place of its own.`
  return 'The script is of something else than what is said.'
}

function reported({ kind, verdict, written, heard, timeSec, endSec, confidence, cause }: WeighedDifference) {
  return {
    kind,
    verdict,
    written,
    heard,
    timeSec: rounded(timeSec, 3),
    endSec: rounded(endSec, 3),
    confidence: rounded(confidence, 2),
    cause,
  }
}
