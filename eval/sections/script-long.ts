// One sentence that a voice skips in ten minutes: a hundredth of the words, and yet the file must be flagged.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { listenToScript } from '../../src/checks/script-accuracy/listen.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { Track } from '../../src/speech/track.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { FRESH_SCRIPT_TEXTS } from '../fresh-script-texts.js'
import { FRESH_PACE_TEXTS } from '../pace-texts.js'
import { SCRIPT_TEXTS } from '../script-texts.js'
import { judged } from './script-trials.js'

const LONG_SEC = 600
const VOICE = 'flite:slt'
const BETWEEN_TEXTS_SEC = 0.3
/** Stands in the script, about in the middle, and is not said. */
const SKIPPED = 'The lighthouse keeper painted both of his boats yellow.'

export interface LongFile {
  durationSec: number
  words: number
  cleanFlagged: boolean
  cleanWordErrorRate: number
  skippedFlagged: boolean
  /** What the check takes beyond the transcript, for each second of audio, with each of the two scripts. */
  ownCpuOfRealTime: number[]
  peakMemoryMb: number
}

/** Says ten minutes, transcribes them once, and holds them against what was said and against one sentence more. */
export async function checkLongFile(): Promise<LongFile> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-audit-eval-'))
  try {
    const file = join(folder, 'long.wav')
    const { texts, durationSec } = await speakLong(file)
    const track = new Track(bytesInMemory(await readFile(file)), new OpenModels())
    const { words } = await track.transcript()
    const scripts = [texts, texts.toSpliced(texts.length >> 1, 0, SKIPPED)].map((each) => each.join('\n'))
    const results = []
    for (const script of scripts) {
      const before = process.cpuUsage()
      const findings = await listenToScript(track, { script })
      const { user, system } = process.cpuUsage(before)
      results.push({ track: judged(findings, script), ofRealTime: (user + system) / 1e6 / durationSec })
    }
    const [clean, skipped] = results
    return {
      durationSec,
      words: words.length,
      cleanFlagged: clean.track.flagged,
      cleanWordErrorRate: clean.track.wordErrorRate,
      skippedFlagged:
        skipped.track.flagged && skipped.track.differences.some(({ written }) => written === SKIPPED),
      ownCpuOfRealTime: results.map(({ ofRealTime }) => ofRealTime),
      peakMemoryMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function speakLong(file: string): Promise<{ texts: string[]; durationSec: number }> {
  const texts: string[] = []
  const pieces: Float32Array[] = []
  let durationSec = 0
  let rateHz = 0
  const all = [...[...FRESH_SCRIPT_TEXTS, ...SCRIPT_TEXTS].map(({ text }) => text), ...FRESH_PACE_TEXTS]
  for (const text of all) {
    if (durationSec >= LONG_SEC) break
    const { samples, sampleRateHz } = await cached(voice(VOICE)).speak(text)
    rateHz = sampleRateHz
    texts.push(text)
    pieces.push(samples, new Float32Array(Math.round(BETWEEN_TEXTS_SEC * sampleRateHz)))
    durationSec += samples.length / sampleRateHz + BETWEEN_TEXTS_SEC
  }
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  await writeWav(file, [whole], rateHz, 'pcm16')
  return { texts, durationSec }
}

export function longFileText(long: LongFile): string {
  const answer = (isFlagged: boolean) => (isFlagged ? 'flagged' : 'not flagged')
  return [
    `A file of ${(long.durationSec / 60).toFixed(1)} minutes (bars: clean not flagged, one sentence skipped flagged, 0.05 of real time)`,
    `  clean ${answer(long.cleanFlagged)} (word error ${long.cleanWordErrorRate}), one sentence skipped ${answer(long.skippedFlagged)}`,
    `  beyond the transcript ${long.ownCpuOfRealTime.map((share) => share.toFixed(4)).join(' and ')} of real time, peak memory ${long.peakMemoryMb.toFixed(0)} MB`,
  ].join('\n')
}
