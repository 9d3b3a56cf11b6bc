// Talks of one, two or three voices: recordings of a set, cut at their pauses and put one after the other, a turn for each voice.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Corpus, CorpusEntry } from '../../lab/corpus.js'
import { seededRandom, shuffled, stableHash } from '../../lab/random.js'
import { type VoiceFile, voiceFiles } from '../../lab/voice-model/clips.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'

/** How many talks of so many voices a set gives. */
const TALKS = [
  { voices: 1, count: 16 },
  { voices: 2, count: 26 },
  { voices: 3, count: 8 },
]
const TALK_SEC = 60
const SHORTEST_TALK_SEC = 15
const TURN_SEC = [2, 8] as const
const GAP_SEC = [0.2, 0.7] as const
/** A voice needs so much to say, and is asked for no more than that. */
const LEAST_OF_A_VOICE_SEC = 14
const MOST_OF_A_VOICE_SEC = 40
const SHORTEST_PIECE_SEC = 1
/** All recordings are brought to one level: voices are to be told by more than that. */
const LEVEL_RMS = 0.06
/** Of the noise in the gaps, where no recording is. */
const QUIET_PEAK = 1e-4
const EDGE_SEC = 0.05
const TRIES = 40

export interface TrueTurn extends Interval {
  voice: number
}

export interface Talk {
  set: string
  voices: number
  samples: Float32Array
  turns: TrueTurn[]
}

/** All talks of a set, one after the other; where genders are known, of voices of one gender. */
export async function* talksOf(corpus: Corpus, set: string, models: OpenModels): AsyncGenerator<Talk> {
  const random = seededRandom(stableHash(`talks ${set}`))
  const voices = [...byVoice(voiceFiles(corpus).filter(({ entry }) => entry.set === set)).values()].filter(
    (entries) => entries.reduce((sum, { duration }) => sum + duration, 0) >= LEAST_OF_A_VOICE_SEC,
  )
  for (const { voices: wanted, count } of TALKS) {
    for (let turn = 0; turn < count; turn++) {
      const speakers = drawn(voices, wanted, random)
      const talk = speakers && (await talkOf(corpus, speakers, models, random))
      if (talk) yield { set, voices: wanted, ...talk }
    }
  }
}

export function byVoice(files: VoiceFile[]): Map<string, CorpusEntry[]> {
  const voices = new Map<string, CorpusEntry[]>()
  for (const { voice, entry } of files) voices.set(voice, [...(voices.get(voice) ?? []), entry])
  return voices
}

export function drawn(voices: CorpusEntry[][], count: number, random: () => number): CorpusEntry[][] | null {
  if (voices.length < count) return null
  const one = () => voices[Math.floor(random() * voices.length)]
  const speakers = [one()]
  for (let attempt = 0; attempt < TRIES && speakers.length < count; attempt++) {
    const other = one()
    if (!speakers.includes(other) && other[0].gender === speakers[0][0].gender) speakers.push(other)
  }
  return speakers.length === count ? speakers : null
}

async function talkOf(
  corpus: Corpus,
  speakers: CorpusEntry[][],
  models: OpenModels,
  random: () => number,
): Promise<Pick<Talk, 'samples' | 'turns'> | null> {
  const left: Float32Array[][] = []
  for (const entries of speakers) left.push(await piecesOf(corpus, shuffled(entries, random), models, random))
  const between = ([least, most]: readonly [number, number]) => least + (most - least) * random()
  const samples = new GrowingSamples()
  const turns: TrueTurn[] = []
  let length = 0
  const add = (sound: Float32Array) => {
    samples.push(sound)
    length += sound.length
  }
  const gap = () =>
    new Float32Array(Math.round(between(GAP_SEC) * SPEECH_RATE_HZ)).map(() => QUIET_PEAK * (2 * random() - 1))
  let voice = 0
  while (length < TALK_SEC * SPEECH_RATE_HZ && left[voice].length > 0) {
    const from = length
    const until = length + between(TURN_SEC) * SPEECH_RATE_HZ
    add(left[voice].shift()!)
    while (length < until && left[voice].length > 0) {
      add(gap())
      add(left[voice].shift()!)
    }
    turns.push({ voice, startSec: from / SPEECH_RATE_HZ, endSec: length / SPEECH_RATE_HZ })
    add(gap())
    if (speakers.length > 1)
      voice = (voice + 1 + Math.floor(random() * (speakers.length - 1))) % speakers.length
  }
  const isWhole = new Set(turns.map((turn) => turn.voice)).size === speakers.length
  if (length < SHORTEST_TALK_SEC * SPEECH_RATE_HZ || !isWhole) return null
  return { samples: samples.whole(), turns }
}

/** What a voice says, in pieces about as long as turns, cut where it pauses. */
export async function piecesOf(
  corpus: Corpus,
  entries: CorpusEntry[],
  models: OpenModels,
  random: () => number,
): Promise<Float32Array[]> {
  const pieces: Float32Array[] = []
  let totalSec = 0
  for (const entry of entries) {
    if (totalSec > MOST_OF_A_VOICE_SEC) break
    const track = new Track(bytesInMemory(await readFile(join(corpus.folder, entry.file))), models)
    const { speechSamples } = await track.decoded()
    const { speech } = await track.voiceActivity()
    if (speech.length === 0) continue
    let from = Math.max(0, speech[0].startSec - EDGE_SEC)
    for (const [index, { endSec }] of speech.entries()) {
      const isLast = index === speech.length - 1
      const wantedSec = TURN_SEC[0] + (TURN_SEC[1] - TURN_SEC[0]) * random()
      const toSec = isLast ? endSec + EDGE_SEC : (endSec + speech[index + 1].startSec) / 2
      if (!isLast && toSec - from < wantedSec) continue
      if (toSec - from >= SHORTEST_PIECE_SEC)
        pieces.push(
          levelled(
            speechSamples
              .subarray(Math.round(from * SPEECH_RATE_HZ), Math.round(toSec * SPEECH_RATE_HZ))
              .slice(),
          ),
        )
      totalSec += toSec - from
      from = toSec
    }
  }
  return pieces
}

function levelled(sound: Float32Array): Float32Array {
  const power = sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length
  const gain = power > 0 ? LEVEL_RMS / Math.sqrt(power) : 0
  return sound.map((sample) => gain * sample)
}
