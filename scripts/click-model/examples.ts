// Suspects of untouched speech and of speech with planted clicks, one a line: what train.py learns from. Each once as it is
// and once as mp3, whose frames smear a click over some milliseconds.
//   npx tsx scripts/click-model/examples.ts examples.csv [clips of each set] [of these, with planted clicks]
// Only voices of the half that thresholds are chosen on.
import { appendFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusEntry, loadCorpus, select } from '../../eval/corpus.js'
import { clickPlanters } from '../../eval/plant/clicks.js'
import { mp3Bytes } from '../../eval/plant/mp3.js'
import { strengths } from '../../eval/plant/planter.js'
import { seededRandom } from '../../eval/random.js'
import { bytesInFile, bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { SuspectFinder } from '../../src/checks/quality/sub-checks/clicks/features.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/sub-checks/time-levels/frame-levels.js'
import { Ear } from '../../src/speech/ear.js'
import { Track } from '../../src/speech/track.js'

/** No planted faults in what is broken already, and no more of a clip than a section holds. */
const LEFT_OUT = ['tacotron-lra', 'p835-degraded_fullband_48KHz', 'pesq', 'plc']
const LONGEST_SEC = 14
/** A planted click is looked at with so much around it, and found within so much of its place. */
const AROUND_SEC = 0.8
const FOUND_WITHIN_SEC = 0.005
const MP3_KBPS = 64
/** Two in untouched speech that are clicks to everybody who hears them. */
const REAL_CLICKS = ['resemblyzer-librispeech/0101.flac@0.58', 'resemblyzer-librispeech/0051.flac@13.26']

const [, , target, perSet = '40', planted = perSet] = process.argv
const { entries, folder } = loadCorpus()
const ear = new Ear()
const random = seededRandom(11)
writeFileSync(target, '')

const clips = select(entries, { split: 'tune', limit: Number(perSet) }).filter(
  ({ kind, set, published }) =>
    (kind === 'human' || kind === 'neural-tts') &&
    !LEFT_OUT.includes(set) &&
    (set !== 'ttsbench' || (published?.wer ?? 1) < 0.1),
)
const seen = new Map<string, number>()
for (const clip of clips) {
  const before = seen.get(clip.set) ?? 0
  seen.set(clip.set, before + 1)
  const lines = await linesOf(clip, before < Number(planted))
  appendFileSync(target, lines.map((line) => `${line}\n`).join(''))
}

async function linesOf(clip: CorpusEntry, isPlanted: boolean): Promise<string[]> {
  const handle = await open(join(folder, clip.file))
  try {
    const track = new Track(bytesInFile(handle, (await handle.stat()).size), ear)
    const pieces: Float32Array[] = []
    const { sampleRateHz } = await track.nativePieces(([first]) => pieces.push(first.slice()))
    const samples = Float32Array.from(pieces.flatMap((piece) => [...piece])).slice(
      0,
      LONGEST_SEC * sampleRateHz,
    )
    const durationSec = samples.length / sampleRateHz
    const speech = (await track.voiceActivity()).speech
      .filter(({ startSec }) => startSec < durationSec)
      .map(({ startSec, endSec }) => ({ startSec, endSec: Math.min(endSec, durationSec) }))
    if (speech.length === 0) return []
    const finder = new SuspectFinder(sampleRateHz)
    const frame = Math.round(0.01 * sampleRateHz)
    const speechPower = 10 ** (speechLevelDb(frameLevelsDb(samples, frame)) / 10)
    const line = (strength: string, source: string, features: number[]) =>
      [strength, source, sampleRateHz, ...features.map((value) => value.toFixed(3))].join(',')
    const lines: string[] = []
    for (const isCoded of [false, true]) {
      const asSent = (sound: Float32Array) => (isCoded ? coded(sound, sampleRateHz) : sound)
      const name = `${isCoded ? 'mp3:' : ''}${clip.set}:${clip.speaker ?? clip.file}`
      lines.push(
        ...finder
          .find(await asSent(samples), speechPower, () => true)
          .map(({ at, features }) =>
            line('clean', `${name}:${clip.file}@${(at / sampleRateHz).toFixed(3)}`, features),
          )
          .filter((each) => !REAL_CLICKS.some((real) => each.includes(real))),
      )
      for (const [kind, plant] of Object.entries(isPlanted ? clickPlanters : {})) {
        for (const strength of strengths) {
          const planted = plant({ samples, sampleRateHz, speech, random }, strength)
          if (!planted) continue
          const { startSec } = planted.planted[0]
          const from = Math.max(0, Math.round((startSec - AROUND_SEC) * sampleRateHz))
          const part = planted.samples.slice(from, from + Math.round(2 * AROUND_SEC * sampleRateHz))
          const isThere = (at: number) => Math.abs((from + at) / sampleRateHz - startSec) < FOUND_WITHIN_SEC
          const [best] = finder
            .find(await asSent(part), speechPower, isThere)
            .sort((one, other) => other.features[0] - one.features[0])
          // Without features: a click that was no suspect, for the count of those that are missed.
          lines.push(line(strength, `${kind}:${name}:${clip.file}`, best?.features ?? []))
        }
      }
    }
    return lines
  } finally {
    await handle.close()
  }
}

async function coded(sound: Float32Array, sampleRateHz: number): Promise<Float32Array> {
  const whole = new GrowingSamples()
  const bytes = await mp3Bytes(sound, sampleRateHz, MP3_KBPS)
  await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return whole.whole()
}
