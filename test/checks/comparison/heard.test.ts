import { beforeAll, describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../../src/audio/bytes.js'
import { resample } from '../../../src/audio/resample.js'
import type { Accuracy, FileFindings } from '../../../src/checks/check.js'
import { defaultOptions } from '../../../src/checks/check.js'
import { comparison } from '../../../src/checks/comparison/comparison.js'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import { type ComparisonFindings, listenForVoice } from '../../../src/checks/comparison/listen.js'
import { Track } from '../../../src/speech/track.js'
import { voice } from '../../../voices/voice.js'
import { wavBytes } from '../../../voices/wav.js'
import { concatenated } from '../../audio/signals.js'
import { models } from '../../opened-models.js'

const RATE_HZ = 16_000
const LOADING_MS = 120_000
const SENTENCES = [
  'The boat drifted slowly past the harbour while the gulls were crying overhead.',
  'Please remember to bring three clean towels and a bottle of warm water.',
  'Nobody knows who built the bridge, although the date above the arch is quite clear.',
  'A thin line of smoke rose from the chimney, and then it bent towards the sea.',
]

async function said(name: string, text: string): Promise<Float32Array> {
  const { samples, sampleRateHz } = await voice(name).speak(text)
  return resample(samples, sampleRateHz, RATE_HZ)
}

async function heard(file: string, samples: Float32Array, accuracy: Accuracy = 'standard') {
  const track = new Track(bytesInMemory(wavBytes(samples, RATE_HZ)), models)
  return { file, findings: await listenForVoice(track, accuracy) }
}

describe('comparison of real speech', () => {
  const batch: FileFindings<ComparisonFindings>[] = []
  beforeAll(async () => {
    for (const [index, sentence] of SENTENCES.entries())
      batch.push(await heard(`${index}.wav`, await said('flite:slt', sentence)))
  }, LOADING_MS)

  it(
    'finds one voice in one voice’s files, at any level',
    async () => {
      const quiet = (await said('flite:slt', SENTENCES[1])).map((sample) => sample * 0.7)
      const { report } = judgeComparison([...batch, await heard('quiet.wav', quiet)], defaultOptions)
      expect(report.tracks.map(({ flagged }) => flagged)).toEqual(Array(5).fill(false))
      expect(report.summary).toMatch(/^The 5 files have the same voice/)
    },
    LOADING_MS,
  )

  it.each(['flite:rms', 'flite:awb', 'espeak:en-us'])(
    'names the file of %s among them',
    async (name) => {
      const stranger = await heard('stranger.wav', await said(name, SENTENCES[3]))
      const { report, reasons } = judgeComparison([stranger, ...batch], defaultOptions)
      expect(report.tracks[0].deviation).toBeGreaterThan(0.5)
      expect(report.tracks.slice(1).every(({ deviation }) => deviation < 0.15)).toBe(true)
      expect(reasons[0][0].message).toBe('a different voice from the rest of the batch')
    },
    LOADING_MS,
  )

  it(
    'finds where another voice goes on, or begins too early, and no change where there is none',
    async () => {
      const own = [SENTENCES[0], SENTENCES[1]].map((sentence) => said('flite:slt', sentence))
      const other = [SENTENCES[2], SENTENCES[3]].map((sentence) => said('flite:rms', sentence))
      const first = concatenated(await Promise.all(own))
      const second = concatenated(await Promise.all(other))
      const changing = concatenated([first, second])
      const bothFrom = first.length - 1.6 * RATE_HZ
      const talkedOver = new Float32Array(bothFrom + second.length)
      talkedOver.set(first)
      for (const [at, sample] of second.entries()) talkedOver[bothFrom + at] += sample
      const files = [
        await heard('one.wav', first, 'standard'),
        await heard('two.wav', changing, 'standard'),
        await heard('both.wav', talkedOver, 'standard'),
      ]
      const { tracks } = comparison.judge([...files, ...batch], {
        deviationThreshold: 0.15,
        accuracy: 'standard',
        qualityChecks: {} as never,
      }).report
      expect(tracks[0].voiceChangesSec).toEqual([])
      expect(tracks[1].voiceChangesSec).toHaveLength(1)
      expect(Math.abs(tracks[1].voiceChangesSec![0] - first.length / RATE_HZ)).toBeLessThan(1)
      expect(tracks[1].flagged).toBe(true)
      expect(tracks.map(({ overlaps }) => overlaps?.length)).toEqual([
        undefined,
        0,
        1,
        ...batch.map(() => undefined),
      ])
      const [both] = tracks[2].overlaps!
      expect(Math.abs(both.startSec - bothFrom / RATE_HZ)).toBeLessThan(0.5)
      expect(Math.abs(both.endSec - first.length / RATE_HZ)).toBeLessThan(0.5)
    },
    LOADING_MS,
  )
})
