// Two voices at once: talks of voices of the reporting half that begin before the other has ended, and talks that take turns.
import { bytesInMemory } from '../../src/audio/bytes.js'
import { defaultOptions } from '../../src/checks/check.js'
import { insideFile } from '../../src/checks/comparison/inside-file.js'
import { listenForVoice } from '../../src/checks/comparison/listen.js'
import { shippedJudge } from '../../src/checks/comparison/voice-judge.js'
import { OpenModels } from '../../src/speech/open-models.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import type { Section } from '../section.js'
import { percent, table } from '../table.js'
import { type OverlappedTalk, overlappedTalks } from './overlapped-talks.js'

/** Those with several recordings of several voices; piper-samples has other languages, too. */
const SETS = ['ttsbench', 'resemblyzer-librispeech', 'yourtts-gt', 'vits-vctk-108', 'piper-samples', 'larynx']
const TALKS = 8
/** Nobody says more exactly where an overlap begins. */
const COLLAR_SEC = 0.2
const STEP_SEC = 0.05

interface Row {
  set: string
  kind: 'overlap' | 'turns'
  talks: number
  /** In which several voices are told, without which overlap is not. */
  several: number
  overlaps: number
  /** Of which at least half is told. */
  found: number
  overlapSec: number
  foundSec: number
  otherSec: number
  untrueSec: number
  /** Talks in which overlap is told where there is none. */
  touched: number
}

export const voiceOverlaps: Section = {
  name: 'voice-overlaps',
  purpose: 'two voices at once: overlaps of 0.5 to 3 s, level differences up to 6 dB; --limit talks of a set',
  async run({ corpus, progress, options }) {
    const models = new OpenModels()
    const judge = shippedJudge()
    const rows: Row[] = []
    const count = options.limit ?? TALKS
    for (const set of SETS.filter((each) => options.sets?.includes(each) ?? true)) {
      for (const kind of ['overlap', 'turns'] as const) {
        const row = emptyRow(set, kind)
        for await (const talk of overlappedTalks(corpus, set, models, count, kind === 'overlap')) {
          const track = new Track(bytesInMemory(wavBytes(talk.samples, SPEECH_RATE_HZ)), models)
          const findings = await listenForVoice(track, 'standard')
          const { changesSec } = insideFile(findings, judge, defaultOptions.deviationThreshold)
          if (changesSec.length > 0) row.several++
          add(row, talk, changesSec.length > 0 ? findings.overlaps : [])
        }
        if (row.talks > 0) rows.push(row)
        progress(`voice-overlaps: ${set}, ${kind} done`)
      }
    }
    const totals = (['overlap', 'turns'] as const).map((kind) =>
      rows.filter((row) => row.kind === kind).reduce(sumOf, emptyRow('all', kind)),
    )
    return {
      text: table(
        [
          { title: 'set', value: ({ set }) => set, align: 'left' },
          { title: 'talk', value: ({ kind }) => kind, align: 'left' },
          { title: 'talks', value: ({ talks }) => talks },
          { title: 'several voices told', value: ({ several }) => several },
          { title: 'overlaps', value: ({ overlaps }) => overlaps },
          { title: 'told', value: ({ found }) => found },
          { title: 'overlap, s', value: ({ overlapSec }) => overlapSec.toFixed(1) },
          { title: 'told', value: (row) => percent(row.foundSec / row.overlapSec) },
          { title: 'other speech, s', value: ({ otherSec }) => otherSec.toFixed(1) },
          { title: 'told', value: (row) => percent(row.untrueSec / row.otherSec) },
          { title: 'talks with untrue overlap', value: ({ touched }) => touched },
        ],
        [...rows, ...totals],
      ),
      data: { rows, totals },
    }
  },
}

function add(row: Row, { overlaps, speech }: OverlappedTalk, told: readonly Interval[]): void {
  const isIn = (stretches: readonly Interval[], timeSec: number, collarSec = 0) =>
    stretches.some(({ startSec, endSec }) => timeSec >= startSec - collarSec && timeSec < endSec + collarSec)
  let untrueSec = 0
  for (const { startSec, endSec } of speech)
    for (let timeSec = startSec; timeSec < endSec; timeSec += STEP_SEC) {
      const isTold = isIn(told, timeSec)
      if (isIn(overlaps, timeSec, -COLLAR_SEC)) {
        row.overlapSec += STEP_SEC
        if (isTold) row.foundSec += STEP_SEC
      } else if (!isIn(overlaps, timeSec, COLLAR_SEC)) {
        row.otherSec += STEP_SEC
        if (isTold) untrueSec += STEP_SEC
      }
    }
  row.talks++
  row.untrueSec += untrueSec
  if (untrueSec > 0) row.touched++
  for (const { startSec, endSec } of overlaps) {
    // Shorter ones are the breath before a pause.
    if (endSec - startSec < 2 * COLLAR_SEC) continue
    const sharedSec = told.reduce(
      (sum, other) => sum + Math.max(0, Math.min(endSec, other.endSec) - Math.max(startSec, other.startSec)),
      0,
    )
    row.overlaps++
    if (2 * sharedSec >= endSec - startSec) row.found++
  }
}

function emptyRow(set: string, kind: Row['kind']): Row {
  const none = { talks: 0, several: 0, overlaps: 0, found: 0, touched: 0 }
  return { set, kind, ...none, overlapSec: 0, foundSec: 0, otherSec: 0, untrueSec: 0 }
}

function sumOf(sum: Row, row: Row): Row {
  const both = (of: (each: Row) => number) => of(sum) + of(row)
  return {
    ...sum,
    talks: both(({ talks }) => talks),
    several: both(({ several }) => several),
    overlaps: both(({ overlaps }) => overlaps),
    found: both(({ found }) => found),
    overlapSec: both(({ overlapSec }) => overlapSec),
    foundSec: both(({ foundSec }) => foundSec),
    otherSec: both(({ otherSec }) => otherSec),
    untrueSec: both(({ untrueSec }) => untrueSec),
    touched: both(({ touched }) => touched),
  }
}
