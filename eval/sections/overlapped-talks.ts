// Talks of two voices that begin to speak before the other has ended, and where both speak.
import type { Corpus } from '../../lab/corpus.js'
import { splitOf } from '../../lab/corpus.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { voiceFiles } from '../../lab/voice-model/clips.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { SPEECH_RATE_HZ } from '../../src/speech/track.js'
import { byVoice, drawn, piecesOf } from './talks.js'

const TALK_SEC = 30
const LEAST_OF_A_VOICE_SEC = 10
const OVERLAP_SEC = [0.5, 3] as const
const GAP_SEC = [0.2, 0.7] as const
/** How often the next begins before the other has ended. */
const OVERLAP_SHARE = 0.5
/** The second voice against the first, louder or softer. */
const MOST_DIFFERENCE_DB = 6
/** Of a piece so much at most is talked over, that both are also to be had alone. */
const MOST_TALKED_OVER = 0.7

const LEVEL_STEP_SEC = 0.05
/** A voice is silent where it is so much softer than where it is loud. */
const SILENT_BELOW_DB = 28
/** Pauses inside of speech are part of it. */
const CLOSED_SEC = 0.25

export interface OverlappedTalk {
  samples: Float32Array
  /** Where both speak. */
  overlaps: Interval[]
  /** Where anybody does. */
  speech: Interval[]
}

/** Of voices of the reporting half; `isOverlapped`: without it they take turns, with gaps between. */
export async function* overlappedTalks(
  corpus: Corpus,
  set: string,
  models: OpenModels,
  count: number,
  isOverlapped: boolean,
): AsyncGenerator<OverlappedTalk> {
  const random = seededRandom(stableHash(`overlaps ${set}`))
  const files = voiceFiles(corpus).filter(({ entry }) => entry.set === set && splitOf(entry) === 'report')
  const voices = [...byVoice(files).values()].filter(
    (entries) => entries.reduce((sum, { duration }) => sum + duration, 0) >= LEAST_OF_A_VOICE_SEC,
  )
  for (let talk = 0; talk < count; talk++) {
    const speakers = drawn(voices, 2, random)
    if (!speakers) return
    const pieces: Float32Array[][] = []
    for (const entries of speakers) pieces.push(await piecesOf(corpus, entries, models, random))
    const gain = 10 ** (((2 * random() - 1) * MOST_DIFFERENCE_DB) / 20)
    pieces[1] = pieces[1].map((piece) => piece.map((sample) => gain * sample))
    yield mixed(pieces, random, isOverlapped)
  }
}

function mixed(pieces: Float32Array[][], random: () => number, isOverlapped: boolean): OverlappedTalk {
  const between = ([least, most]: readonly [number, number]) => least + (most - least) * random()
  const placed: { voice: number; at: number; piece: Float32Array }[] = []
  let end = 0
  let lastLength = 0
  for (let voice = 0; end < TALK_SEC * SPEECH_RATE_HZ && pieces[voice].length > 0; voice = 1 - voice) {
    const piece = pieces[voice].shift()!
    const most = MOST_TALKED_OVER * Math.min(lastLength, piece.length)
    const wanted = between(OVERLAP_SEC) * SPEECH_RATE_HZ
    const isOver = random() < OVERLAP_SHARE && isOverlapped && most >= OVERLAP_SEC[0] * SPEECH_RATE_HZ
    const at = Math.round(isOver ? end - Math.min(wanted, most) : end + between(GAP_SEC) * SPEECH_RATE_HZ)
    placed.push({ voice, at, piece })
    end = Math.max(end, at + piece.length)
    lastLength = piece.length
  }
  const tracks = [0, 1].map((voice) => {
    const track = new Float32Array(end)
    for (const each of placed) if (each.voice === voice) track.set(each.piece, each.at)
    return track
  })
  const spoken = tracks.map(spokenSteps)
  const steps = [...spoken[0].keys()]
  return {
    samples: tracks[0].map((sample, at) => sample + tracks[1][at]),
    overlaps: stretches(steps.map((step) => spoken[0][step] && spoken[1][step])),
    speech: stretches(steps.map((step) => spoken[0][step] || spoken[1][step])),
  }
}

function spokenSteps(track: Float32Array): boolean[] {
  const length = Math.round(LEVEL_STEP_SEC * SPEECH_RATE_HZ)
  const powers = Array.from({ length: Math.floor(track.length / length) }, (_, step) =>
    track.subarray(step * length, (step + 1) * length).reduce((sum, sample) => sum + sample * sample, 1e-12),
  )
  const sounding = powers.filter((power) => power > 1e-6).sort((a, b) => a - b)
  const loud = sounding[Math.floor(0.9 * sounding.length)] ?? 1
  const isSpoken = powers.map((power) => power > loud * 10 ** (-SILENT_BELOW_DB / 10))
  let last = -Infinity
  for (const [step, spoken] of isSpoken.entries()) {
    if (!spoken) continue
    if (step - last <= CLOSED_SEC / LEVEL_STEP_SEC) isSpoken.fill(true, last, step)
    last = step
  }
  return isSpoken
}

function stretches(isThere: readonly boolean[]): Interval[] {
  const found: Interval[] = []
  for (const [step, is] of isThere.entries()) {
    if (!is) continue
    const endSec = (step + 1) * LEVEL_STEP_SEC
    if (isThere[step - 1]) found.at(-1)!.endSec = endSec
    else found.push({ startSec: step * LEVEL_STEP_SEC, endSec })
  }
  return found
}
