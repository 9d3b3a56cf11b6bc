// Audits that were really judged, of files that nobody listened to: what the report shows of them is what the checks say.
import type { JudgePayload } from '../../src/audit/judge-task.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import { defaultOptions } from '../../src/checks/check.js'
import type { ComparisonFindings } from '../../src/checks/comparison/listen.js'
import { shippedJudge } from '../../src/checks/comparison/voice-judge.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import type { Fault } from '../../src/checks/quality/issue.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { seededRandom } from '../random.js'
import type { madeUpAudit } from './made-up-audit.js'

export interface SpokenFile {
  name: string
  /** Which voice, by number. */
  voice?: number
  loudnessDb?: number
  /** Times the pace of the others. */
  speed?: number
  words?: number
  faults?: Fault[]
  isSilent?: boolean
  /** Files of one content are one file. */
  content?: string
}

const WORDS = 40
const WORD_SEC = 0.33
/** As far from the mean as voices of people are, on a scale on which prints of one voice differ by a tenth. */
const VOICE_SPREAD = 4

/** Of voice, volume, sound and pace. */
export async function judgedAudit(files: SpokenFile[]): Promise<ReturnType<typeof madeUpAudit>> {
  const payload: JudgePayload = {
    files: files.map(({ name }) => name),
    checks: ['comparison', 'quality', 'pace'],
    options: { ...defaultOptions },
    contents: files.map(({ content, name }) => content ?? name),
    scripts: files.map(() => undefined),
    findings: [comparisonOf, qualityOf, paceOf].map((of) => files.map((file) => packFindings(of(file)))),
  }
  const { score, summary, restJson } = await judgingHere.judge(payload)
  return {
    score,
    summary,
    fileCount: files.length,
    ...JSON.parse(new TextDecoder().decode(restJson)),
    creditsUsed: 3 * files.length,
    timing: { decode: 0.4, checks: 7.3, total: 7.7 },
  }
}

const presenceOf = ({ isSilent }: SpokenFile) => (isSilent ? 'silence' : 'speech')

function comparisonOf(file: SpokenFile): ComparisonFindings {
  const { voice = 0, loudnessDb = -20, isSilent } = file
  const { mean } = shippedJudge().models.plain
  const random = seededRandom(voice + 1)
  const own = Float32Array.from(mean, (value) => value + VOICE_SPREAD * (random() - 0.5))
  return {
    presence: presenceOf(file),
    voice: isSilent ? null : { speechSec: 12, views: { plain: own } },
    parts: [],
    pauses: [],
    overlaps: [],
    recording: null,
    loudnessLufs: isSilent ? null : loudnessDb,
    levels: [],
    phraseEnds: [],
    pitchSemitones: null,
    pitches: [],
  }
}

function qualityOf(file: SpokenFile): QualityFindings {
  return {
    presence: presenceOf(file),
    faults: file.faults ?? [],
    durationSec: 9.2,
    speechSec: file.isSilent ? 0 : 8,
    measures: {
      snr: { snrDb: file.isSilent ? null : 45, modulatedSnrDb: null },
      clipping: { clipCount: 0, clipPercentage: 0 },
      bandwidth: { cutoffHz: null, spectralCentroidHz: 1800, bandwidthRatio: 1 },
    },
  }
}

function paceOf(file: SpokenFile): PaceFindings {
  const { speed = 1, words = WORDS, isSilent } = file
  const wordCount = isSilent ? 0 : words
  const runningSec = (wordCount * WORD_SEC) / speed
  return {
    presence: presenceOf(file),
    wordCount,
    speechSec: runningSec * 1.06,
    runningSec,
    longestPauseSec: isSilent ? 0 : 0.4,
    typicalSec: wordCount * WORD_SEC,
    parts: [],
  }
}
