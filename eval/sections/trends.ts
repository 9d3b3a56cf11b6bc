// Slow changes: how many planted ones are told, and how many are told of readings that have none.
import { appendFile, writeFile } from 'node:fs/promises'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import { listenForVoice } from '../../src/checks/comparison/listen.js'
import { voiceCurve } from '../../src/checks/comparison/voice-curve.js'
import { shippedJudge } from '../../src/checks/comparison/voice-judge.js'
import { placedParts } from '../../src/checks/comparison/voice-turns.js'
import { judgePace } from '../../src/checks/pace/judge.js'
import { pace } from '../../src/checks/pace/pace.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import { changedSlowly, type SlowChange, slowChanges } from '../plant/slow-changes.js'
import type { Section } from '../section.js'
import { percent, table } from '../table.js'
import { type CleanReading, readingsOf } from './readings.js'

/** What each change is at the end of the reading: dB, semitones, a share of the pace. */
const SIZES: Readonly<Record<SlowChange, readonly number[]>> = {
  level: [-6, -10, 8],
  lastWords: [-12, -18],
  pitch: [3, -5],
  voice: [2, 4],
  pace: [0.25, -0.2],
}

interface Row {
  change: SlowChange | 'none'
  size: number
  files: number
  /** By kind, as the reports call them. */
  told: Record<string, number>
  any: number
  flagged: number
}

export const trends: Section = {
  name: 'trends',
  purpose: 'slow changes of voice, pitch, level and pace, planted into readings, and told of those without',
  async run({ corpus, options, progress }) {
    const wanted = slowChanges.filter((change) => options.kinds?.includes(change) ?? true)
    const withPace = wanted.includes('pace')
    const models = new OpenModels()
    const rows: Row[] = []
    if (options.findings) await writeFile(options.findings, '')
    for await (const reading of readingsOf(corpus, options, models)) {
      const clean = trackOf(reading.samples, models)
      const { speech } = await clean.voiceActivity()
      if (speech.length === 0) continue
      await listen(clean, 'none', 0, reading)
      for (const change of wanted)
        for (const size of SIZES[change]) {
          const samples = changedSlowly({ samples: reading.samples, speech }, change, size, SPEECH_RATE_HZ)
          await listen(trackOf(samples, models), change, size, reading)
        }
      progress(`trends: ${reading.name} done`)
    }
    return { text: text(rows), data: { rows } }

    async function listen(track: Track, change: Row['change'], size: number, reading: CleanReading) {
      const findings = await listenForVoice(track, 'standard')
      const isPaced = withPace && (change === 'none' || change === 'pace')
      const ofPace = isPaced ? await pace.listen(track, null) : null
      const file = reading.name
      const [compared] = judgeComparison([{ file, findings }], defaultOptions).report.tracks
      const paced = ofPace && judgePace([{ file, findings: ofPace }], defaultOptions).report.tracks[0]
      const told = [...(compared.trends ?? []), ...(paced?.trends ?? [])]
      let row = rows.find((each) => each.change === change && each.size === size)
      if (!row) {
        row = { change, size, files: 0, told: {}, any: 0, flagged: 0 }
        rows.push(row)
      }
      row.files++
      if (told.length > 0) row.any++
      for (const kind of new Set(told.map((trend) => trend.kind))) row.told[kind] = (row.told[kind] ?? 0) + 1
      if (told.some(({ flagged }) => flagged)) row.flagged++
      if (!options.findings) return
      const { parts, levels, phraseEnds, pitches } = findings
      const { name, set, isJoined } = reading
      const judge = shippedJudge()
      const curve = voiceCurve(parts, placedParts(parts, judge), judge)
      const line = { name, set, isJoined, change, size, told, levels, phraseEnds, pitches, curve }
      const more = { paceParts: ofPace?.parts, voiceTurns: compared.voiceTurns }
      await appendFile(options.findings, `${JSON.stringify({ ...line, ...more })}\n`)
    }
  },
}

function trackOf(samples: Float32Array, models: OpenModels): Track {
  return new Track(bytesInMemory(wavBytes(samples, SPEECH_RATE_HZ, 'float32')), models)
}

function text(rows: Row[]): string {
  const share = (count: number, { files }: Row) => `${count} (${percent(count / files, 0)})`
  return table(
    [
      { title: 'planted', value: ({ change }) => change, align: 'left' },
      { title: 'by', value: ({ size }) => size },
      { title: 'readings', value: ({ files }) => files },
      ...['voice', 'pitch', 'level', 'pace'].map((kind) => ({
        title: `${kind} told`,
        value: (row: Row) => row.told[kind] ?? 0,
      })),
      { title: 'any told', value: (row) => share(row.any, row) },
      { title: 'flagged', value: (row) => share(row.flagged, row) },
    ],
    rows.toSorted((a, b) => a.change.localeCompare(b.change)),
  )
}
