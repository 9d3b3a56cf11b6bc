// Batches that were listened to by nobody: what each file says is written down, and compared with its script as always.
import { defaultOptions, type FileFindings } from '../../../src/checks/check.js'
import { compareWithoutScript, compareWithScript } from '../../../src/checks/script-accuracy/compare.js'
import type { RecognisedSpeech } from '../../../src/checks/script-accuracy/evidence.js'
import { judgeScripts } from '../../../src/checks/script-accuracy/judge.js'
import type { ScriptFindings } from '../../../src/checks/script-accuracy/listen.js'
import { allPronouncing } from '../../../src/speech/pronouncing.js'

export interface SpokenFile {
  file: string
  says: string
  script?: string | undefined
  /** How long each word takes; files that differ in it are different recordings. */
  wordSec?: number
  /** Silence before the first word. */
  beforeSec?: number
}

type Findings = FileFindings<ScriptFindings>

export async function listened({
  file,
  says,
  script,
  wordSec = 0.5,
  beforeSec = 0,
}: SpokenFile): Promise<Findings> {
  const words = says
    .split(' ')
    .filter(Boolean)
    .map((text, at) => ({
      text,
      startSec: beforeSec + at * wordSec,
      endSec: beforeSec + (at + 0.8) * wordSec,
      confidence: 0.95,
    }))
  const speech: RecognisedSpeech = { words, pauses: [], speechEndSec: words.at(-1)?.endSec ?? 0 }
  const pronounce = await allPronouncing()
  const comparison =
    script === undefined
      ? await compareWithoutScript(speech, pronounce)
      : await compareWithScript(script, speech, pronounce)
  return {
    file,
    script,
    findings: {
      presence: says === '' ? 'silence' : 'speech',
      transcript: says,
      wordTimesSec: words.map(({ startSec, endSec }): [number, number] => [startSec, endSec]),
      ...comparison,
    },
  }
}

/** No two files of it are the same recording, unless they are told to be. */
export async function judgedBatch(
  files: SpokenFile[],
  deviationThreshold = defaultOptions.deviationThreshold,
) {
  const batch = await Promise.all(
    files.map((file, at) => listened({ wordSec: 0.5 + 0.02 * (at % 25), ...file })),
  )
  return judgeScripts(batch, { deviationThreshold }).report
}

/** chapter-01.wav, chapter-02.wav and so on, each with its script. */
export function chapters(scripts: readonly (string | undefined)[], says: readonly string[]): SpokenFile[] {
  return says.map((text, at) => ({
    file: `chapter-${String(at + 1).padStart(2, '0')}.wav`,
    script: scripts[at],
    says: text,
  }))
}
