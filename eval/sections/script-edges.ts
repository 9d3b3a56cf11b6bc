// Whether a lost beginning or end is told, and words said before the script or behind it: good clips of the corpus that are cut 0.2
// to 1.5 s inside their speech, whole ones as they are and trimmed to the sound, and scripts that lack their first or last words.
import { type Clip, openClip } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import type { Difference } from '../../src/checks/script-accuracy/differences.js'
import { listenToScript, type ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import { OpenModels } from '../../src/speech/open-models.js'
import type { Word } from '../../src/speech/speech-data.js'
import { Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import type { Section, SectionContext } from '../section.js'
import { table } from '../table.js'
import { withInterval } from './quality-engines.js'
import { engineOf, type ScriptClips, scriptClips } from './script-clips.js'
import { judged } from './script-trials.js'

const CLIPS: ScriptClips = {
  ofAnEngine: 4,
  fewestWords: 7,
  /** Sets without a text of their own, or whose clips are cut themselves. */
  leftOut: ['speechocean762', 'piper-voices', 'yourtts-gt', 'gemini-tts', 'whisper-jfk', 'vits-vctk-108'],
}
const CUT_SEC = [0.2, 1.5] as const
const SHORTEST_LEFT_SEC = 1
/** What an encoder may leave behind the cut. */
const PADDING_SEC = [0.05, 0.35] as const
const TRIMMED_TO_SEC = 0.02
const MOST_WORDS = 4
/** A word is lost where more than half of it is; of one that keeps nine tenths nobody need tell. */
const LOST_SHARE = 0.5
const TOUCHED_SHARE = 0.1

const kinds = [
  'whole',
  'trimmed',
  'end cut',
  'end cut, padded',
  'start cut',
  'preamble',
  'afterthought',
] as const
type Kind = (typeof kinds)[number]

interface Trial {
  clip: string
  engine: string
  kind: Kind
  flagged: boolean
  /** Of a file that is cut: whether the words are named that it lost. */
  isNamed: boolean
  told: string[]
}

export const scriptEdges: Section = {
  name: 'script-edges',
  purpose: 'first and last words that are cut off, and words before the script or behind it',
  async run(context) {
    const trials = await tryAll(context)
    const rows = kinds.map((kind) => ({ kind, own: trials.filter((trial) => trial.kind === kind) }))
    const text = table(
      [
        { title: 'file', value: ({ kind }) => kind, align: 'left' },
        {
          title: 'flagged',
          value: ({ own }) => withInterval(own.filter(({ flagged }) => flagged).length, own.length),
          align: 'left',
        },
        {
          title: 'named right',
          value: ({ kind, own }) =>
            kind.includes('cut')
              ? withInterval(own.filter(({ isNamed }) => isNamed).length, own.length)
              : null,
          align: 'left',
        },
      ],
      rows,
    )
    return { text, data: { trials } }
  },
}

async function tryAll({ corpus, options, progress }: SectionContext): Promise<Trial[]> {
  const models = new OpenModels({ model: options.models[0] ?? 'base' })
  const entries = scriptClips(corpus, options, CLIPS)
  const trials: Trial[] = []
  for (const [turn, entry] of entries.entries()) {
    const clip = await openClip(corpus, entry, models)
    const { words } = await new Track(bytesInMemory(clip.bytes), models).transcript()
    let whole: ScriptFindings | null = null
    for (const { kind, sound, script, cutSec } of variantsOf(clip, entry.transcript!, words)) {
      const track = new Track(bytesInMemory(wavBytes(sound, clip.sampleRateHz)), models)
      const findings = await listenToScript(track, { script })
      whole ??= findings
      const told = judged(findings, script)
      const blamed = told.differences.filter(({ cause }) => cause === 'voice')
      trials.push({
        clip: clip.name,
        engine: engineOf(entry),
        kind,
        flagged: told.flagged,
        isNamed: cutSec !== null && isNamed(blamed, whole, cutSec, kind === 'start cut'),
        told: blamed.map(({ verdict, written, heard }) => `${verdict} ${written}|${heard}`),
      })
    }
    progress(`script-edges: ${turn + 1} of ${entries.length} clips`)
  }
  return trials
}

interface Variant {
  kind: Kind
  sound: Float32Array
  script: string
  /** In the whole clip, where the rest begins or ends; null where nothing is cut. */
  cutSec: number | null
}

function variantsOf({ samples, sampleRateHz: rate, name }: Clip, script: string, words: Word[]): Variant[] {
  const random = seededRandom(stableHash(`script-edges ${name}`))
  const between = ([least, most]: readonly [number, number]) => least + (most - least) * random()
  const firstSec = words[0].startSec
  const lastSec = words[words.length - 1].endSec
  const wholeSec = samples.length / rate
  const part = (fromSec: number, toSec: number, paddingSec = 0) => {
    const sound = samples.subarray(Math.round(fromSec * rate), Math.round(toSec * rate))
    const padded = new Float32Array(sound.length + Math.round(paddingSec * rate))
    padded.set(sound)
    return padded
  }
  const variants: Variant[] = [
    { kind: 'whole', sound: samples, script, cutSec: null },
    {
      kind: 'trimmed',
      sound: part(Math.max(0, firstSec - TRIMMED_TO_SEC), Math.min(wholeSec, lastSec + TRIMMED_TO_SEC)),
      script,
      cutSec: null,
    },
  ]
  for (const kind of ['end cut', 'end cut, padded', 'end cut', 'start cut', 'start cut'] as const) {
    const offSec = between(CUT_SEC)
    const paddingSec = kind === 'end cut, padded' ? between(PADDING_SEC) : 0
    if (lastSec - firstSec - offSec < SHORTEST_LEFT_SEC) continue
    const isAtStart = kind === 'start cut'
    const cutSec = isAtStart ? firstSec + offSec : lastSec - offSec
    const sound = isAtStart ? part(cutSec, wholeSec) : part(0, cutSec, paddingSec)
    variants.push({ kind, sound, script, cutSec })
  }
  const written = script.split(/\s+/)
  const extra = () => 1 + Math.floor(MOST_WORDS * random())
  variants.push({ kind: 'preamble', sound: samples, script: written.slice(extra()).join(' '), cutSec: null })
  variants.push({
    kind: 'afterthought',
    sound: samples,
    script: written.slice(0, -extra()).join(' '),
    cutSec: null,
  })
  return variants
}

/**
 * The written words that are told to be missing are the outermost ones, and as many as were lost, by the times that the words have in
 * the whole clip. Of those that have no time there either will do.
 */
function isNamed(
  blamed: readonly Difference[],
  { script = '', scriptTimesSec = [] }: ScriptFindings,
  cutSec: number,
  isAtStart: boolean,
): boolean {
  const written = script.split(' ')
  const told = blamed.filter(({ kind }) => kind !== 'added').flatMap(({ written }) => written.split(' '))
  const inward = isAtStart ? scriptTimesSec : scriptTimesSec.toReversed()
  const lost = inward.map((time) => {
    if (!time) return null
    const [startSec, endSec] = time
    return (isAtStart ? cutSec - startSec : endSec - cutSec) / (endSec - startSec)
  })
  const least = 1 + lost.findLastIndex((share) => share !== null && share > LOST_SHARE)
  const firstKept = lost.findIndex((share) => share !== null && share <= TOUCHED_SHARE)
  const most = firstKept < 0 ? lost.length : Math.max(1, firstKept)
  const outermost = isAtStart ? written.slice(0, told.length) : written.slice(written.length - told.length)
  return told.length >= least && told.length <= most && told.join(' ') === outermost.join(' ')
}
