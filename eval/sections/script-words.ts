// Whether one wrong word is told: scripts that have a word of like sound in the place of the one that is said, clips with one word
// mumbled, and short texts in which a voice says a word of like sound. Beside them clips that are right.
import { isEnglish } from '../../lab/corpus.js'
import { type Clip, openClip } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { listenToScript } from '../../src/checks/script-accuracy/listen.js'
import { type PronounceAll, soundDistance } from '../../src/checks/script-accuracy/sounding.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { allPronouncing } from '../../src/speech/pronouncing.js'
import type { Word } from '../../src/speech/speech-data.js'
import { Track } from '../../src/speech/track.js'
import { isContentWord } from '../../src/text/function-words.js'
import { normaliseWords } from '../../src/text/normalise.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { FRESH_ALIKE_CHANGES } from '../fresh-script-texts.js'
import { mumbled, mumblings } from '../plant/mumbled.js'
import { ALIKE_CHANGES, type AlikeChange } from '../script-texts.js'
import type { Section, SectionContext } from '../section.js'
import { table } from '../table.js'
import { withInterval } from './quality-engines.js'
import { engineOf, type ScriptClips, scriptClips } from './script-clips.js'
import { judged } from './script-trials.js'

const CLIPS: ScriptClips = {
  ofAnEngine: 2,
  fewestWords: 5,
  /** Sets without a text of their own, and learners, who say many a word otherwise. */
  leftOut: ['speechocean762', 'piper-voices', 'gemini-tts', 'vits-vctk-108'],
}
/** So differently sounds what is written in the place of what is said; the same word lies below, any word above. */
const ALIKE = [0.03, 0.45] as const
/** A shorter word may be lost beside its neighbours without anybody's noticing. */
const SHORTEST_MUMBLED_SEC = 0.25
const ALIKE_VOICES = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16']

const kinds = [
  'right',
  'right, short text',
  'another word written',
  'another word said, short text',
  ...mumblings.map((how) => `one word ${how}`),
] as const
type Kind = (typeof kinds)[number]

interface Trial {
  clip: string
  engine: string
  kind: Kind
  flagged: boolean
  isDoubtful: boolean
  detail: string
  told: string[]
}

export const scriptWords: Section = {
  name: 'script-words',
  purpose: 'one word that is mumbled or replaced by one of like sound',
  async run(context) {
    const models = new OpenModels({ model: context.options.models[0] ?? 'base' })
    const trials = [...(await tryClips(context, models)), ...(await tryTexts(context, models))]
    const rows = kinds.map((kind) => ({ kind, own: trials.filter((trial) => trial.kind === kind) }))
    const share = (own: Trial[], isMeant: (trial: Trial) => boolean) =>
      withInterval(own.filter(isMeant).length, own.length)
    const text = table(
      [
        { title: 'file', value: ({ kind }) => kind, align: 'left' },
        { title: 'flagged', value: ({ own }) => share(own, ({ flagged }) => flagged), align: 'left' },
        {
          title: 'flagged or doubtful',
          value: ({ own }) => share(own, ({ flagged, isDoubtful }) => flagged || isDoubtful),
          align: 'left',
        },
      ],
      rows,
    )
    return { text, data: { trials } }
  },
}

interface Variant {
  kind: Kind
  sound: Float32Array
  script: string
  detail: string
}

async function tryClips({ corpus, options, progress }: SectionContext, models: OpenModels): Promise<Trial[]> {
  const pronounce = await allPronouncing()
  const vocabulary = [
    ...new Set(
      corpus.entries.filter(isEnglish).flatMap(({ transcript }) => normaliseWords(transcript ?? '')),
    ),
  ].filter((word) => isContentWord(word) && pronounce(word).known)
  const entries = scriptClips(corpus, options, CLIPS)
  const trials: Trial[] = []
  for (const [turn, entry] of entries.entries()) {
    const clip = await openClip(corpus, entry, models)
    const { words } = await new Track(bytesInMemory(clip.bytes), models).transcript()
    const script = entry.transcript!
    const variants = [
      { kind: 'right', sound: clip.samples, script, detail: '' } as const,
      ...otherScripts(clip, script, vocabulary, pronounce),
      ...mumbledClips(clip, script, words),
    ]
    for (const variant of variants)
      trials.push(await tried(variant, clip.name, engineOf(entry), clip.sampleRateHz, models))
    progress(`script-words: ${turn + 1} of ${entries.length} clips`)
  }
  return trials
}

async function tryTexts({ options, progress }: SectionContext, models: OpenModels): Promise<Trial[]> {
  const changes = {
    tune: ALIKE_CHANGES,
    report: FRESH_ALIKE_CHANGES,
    all: [...ALIKE_CHANGES, ...FRESH_ALIKE_CHANGES],
  }[options.split ?? 'all'].slice(0, options.limit)
  const trials: Trial[] = []
  for (const [index, change] of changes.entries()) {
    for (const [kind, said] of [
      ['right, short text', change.text],
      ['another word said, short text', withOther(change)],
    ] as const) {
      const speaker = ALIKE_VOICES[index % ALIKE_VOICES.length]
      const { samples, sampleRateHz } = await cached(voice(speaker)).speak(said)
      const detail = `${change.word} > ${change.said}`
      const variant = { kind, sound: samples, script: change.text, detail }
      trials.push(await tried(variant, said, speaker, sampleRateHz, models))
    }
    progress(`script-words: ${index + 1} of ${changes.length} short texts`)
  }
  return trials
}

function withOther({ text, word, said }: AlikeChange): string {
  return text.replace(new RegExp(`\\b${word}\\b`), said)
}

async function tried(
  { kind, sound, script, detail }: Variant,
  clip: string,
  engine: string,
  sampleRateHz: number,
  models: OpenModels,
): Promise<Trial> {
  const track = new Track(bytesInMemory(wavBytes(sound, sampleRateHz)), models)
  const findings = await listenToScript(track, { script })
  const told = judged(findings, script)
  return {
    clip,
    engine,
    kind,
    flagged: told.flagged,
    isDoubtful: told.doubtful > 0,
    detail,
    told: told.differences.map(
      ({ verdict, written, heard, confidence }) => `${verdict} ${written}|${heard} ${confidence}`,
    ),
  }
}

const CONTENT = /^([A-Za-z]{3,})([.,?!]*)$/

/** Two scripts with a word each that sounds like the one that is said. */
function otherScripts(
  { name, samples }: Clip,
  script: string,
  vocabulary: readonly string[],
  pronounce: PronounceAll,
): Variant[] {
  const random = seededRandom(stableHash(`script-words ${name}`))
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const written = script.split(' ')
  const places = written.flatMap((text, at) => {
    const bare = CONTENT.exec(text)?.[1].toLowerCase()
    return bare && isContentWord(bare) && pronounce(bare).known ? [{ at, bare }] : []
  })
  const variants: Variant[] = []
  for (let turn = 0; turn < 2 && places.length > 0; turn++) {
    const { at, bare } = pick(places)
    const alike = vocabulary.filter((word) => {
      const distance = soundDistance([bare], [word], pronounce)
      return distance > ALIKE[0] && distance <= ALIKE[1]
    })
    if (alike.length === 0) continue
    const [, text, closing] = CONTENT.exec(written[at])!
    const other = pick(alike)
    const inItsPlace = text[0] === text[0].toUpperCase() ? other[0].toUpperCase() + other.slice(1) : other
    variants.push({
      kind: 'another word written',
      sound: samples,
      script: written.with(at, inItsPlace + closing).join(' '),
      detail: `${other} for ${bare}`,
    })
  }
  return variants
}

/** The clip with one word of content mumbled, in each way another one. */
function mumbledClips({ name, samples, sampleRateHz }: Clip, script: string, words: Word[]): Variant[] {
  const random = seededRandom(stableHash(`mumbled ${name}`))
  const written = new Set(normaliseWords(script))
  const clear = words.filter(({ text, startSec, endSec }) => {
    const [word, ...more] = normaliseWords(text)
    const isWritten = word !== undefined && more.length === 0 && written.has(word)
    return isWritten && isContentWord(word) && endSec - startSec > SHORTEST_MUMBLED_SEC
  })
  if (clear.length === 0) return []
  return mumblings.map((how) => {
    const word = clear[Math.floor(random() * clear.length)]
    return {
      kind: `one word ${how}` as const,
      sound: mumbled(samples, sampleRateHz, word, how),
      script,
      detail: word.text,
    }
  })
}
