import { describe, expect, it } from 'vitest'
import { defaultOptions } from '../../../src/checks/check.js'
import type { Fault, IssueType } from '../../../src/checks/quality/issue.js'
import { judgeQuality } from '../../../src/checks/quality/judge.js'
import type { QualityFindings } from '../../../src/checks/quality/listen.js'
import { cleanFindings as clean } from './clean-findings.js'

function fault(type: IssueType, audibility: number, startSec = 5): Fault {
  return { type, startSec, endSec: startSec + 0.2, severity: audibility, audibility }
}

function batch(count: number, of: number, findings: Partial<QualityFindings>) {
  return Array.from({ length: of }, (_, index) => (index < count ? { ...clean, ...findings } : clean))
}

function judged(files: QualityFindings[]) {
  const { report, reasons } = judgeQuality(
    files.map((findings, index) => ({ file: `${index}.wav`, findings })),
    defaultOptions,
  )
  return { report, reasons, flagged: report.tracks.filter(({ flagged }) => flagged).length }
}

describe('what most files of a batch share', () => {
  it('is told once and flags none of them', () => {
    const { report, reasons, flagged } = judged(batch(8, 8, { faults: [fault('truncation', 0.8, 9.9)] }))
    expect(flagged).toBe(0)
    expect(reasons.flat()).toEqual([])
    expect(report.batchTraits).toEqual([
      {
        name: 'tightEnds',
        files: 8,
        share: 1,
        summary: 'All 8 files end at the level of the voice.',
        advice: 'Add 50 ms of silence after the last word, or let the engine trim less.',
      },
    ])
    expect(report.summary).toContain('All 8 files end at the level of the voice.')
    for (const { issues } of report.tracks)
      expect(issues[0]).toMatchObject({ audibility: 0.8, trait: 'tightEnds' })
  })

  it('is a trait from seven in ten on, and of four files at least', () => {
    const noticed = { faults: [fault('static', 0.4)] }
    expect(judged(batch(6, 8, noticed))).toMatchObject({
      flagged: 0,
      report: { batchTraits: [{ files: 6, share: 0.75 }] },
    })
    expect(judged(batch(5, 8, noticed))).toMatchObject({ flagged: 5, report: { batchTraits: [] } })
    expect(judged(batch(3, 3, noticed))).toMatchObject({ flagged: 3, report: { batchTraits: [] } })
    expect(judged(batch(4, 4, noticed))).toMatchObject({
      flagged: 0,
      report: { batchTraits: [{ name: 'static' }] },
    })
  })

  it('leaves the file alone that it spoils or that stands out', () => {
    const files = batch(8, 8, { faults: [fault('hum', 0.4)] })
    files[3] = { ...clean, faults: [fault('hum', 0.9)] }
    const { report, reasons } = judged(files)
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual(files.map((_, index) => index === 3))
    expect(reasons[3][0].message).toMatch(/^hum/)
    expect(report.tracks[3].issues[0].trait).toBeNull()
    // A cut that everybody has is none, however loud; one that is louder than theirs is.
    const cuts = batch(8, 8, { faults: [fault('truncation', 0.4, 9.9)] })
    cuts[5] = { ...clean, faults: [fault('truncation', 0.95, 9.9)] }
    expect(judged(cuts).report.tracks.map(({ flagged }) => flagged)).toEqual(
      cuts.map((_, index) => index === 5),
    )
  })

  it('does not excuse what is wrong with one file beside it', () => {
    const files = batch(8, 8, { faults: [fault('truncation', 0.6, 9.9)] })
    files[2] = { ...clean, faults: [fault('truncation', 0.6, 9.9), fault('click', 0.6)] }
    const { report, reasons, flagged } = judged(files)
    expect(flagged).toBe(1)
    expect(reasons[2].map(({ message }) => message)).toEqual(['click at 0:05'])
    expect(report.summary).toMatch(/^1 of 8 files has audible faults: click in 1\./)
  })

  it('is told apart at the start and at the end of files', () => {
    const files = batch(4, 8, { faults: [fault('truncation', 0.6, 0)] }).map((each, index) =>
      index < 4 ? each : { ...clean, faults: [fault('truncation', 0.6, 9.9)] },
    )
    expect(judged(files)).toMatchObject({ flagged: 8, report: { batchTraits: [] } })
  })

  it('never excuses garbled speech', () => {
    expect(judged(batch(8, 8, { faults: [fault('garble', 0.5)] }))).toMatchObject({
      flagged: 8,
      report: { batchTraits: [] },
    })
  })

  it('counts for the score of the batch, unless it is harmless', () => {
    const hissing = judged(batch(8, 8, { faults: [fault('static', 0.5)] })).report
    expect(hissing.score).toBeLessThan(85)
    for (const { score } of hissing.tracks) expect(score).toBeGreaterThan(95)
    expect(judged(batch(8, 8, { faults: [fault('truncation', 0.9, 0)] })).report.score).toBeGreaterThan(95)
  })

  it('can be noise and a narrow band: a file is flagged for what it has more of', () => {
    const noisy = { ...clean.measures, snr: { snrDb: 8, modulatedSnrDb: null } }
    const alone = judged([{ ...clean, measures: noisy }])
    expect(alone.flagged).toBe(1)
    const files = batch(8, 8, { measures: noisy })
    files[6] = { ...clean, measures: { ...clean.measures, snr: { snrDb: -30, modulatedSnrDb: null } } }
    const { report, reasons } = judged(files)
    expect(report.batchTraits.map(({ name }) => name)).toEqual(['noise'])
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual(files.map((_, index) => index === 6))
    expect(reasons[6][0].message).toMatch(/^noisy/)
  })

  it('is asked of files with speech alone', () => {
    const files = batch(3, 3, { faults: [fault('hum', 0.5)] })
    const silent: QualityFindings = { ...clean, presence: 'silence', speechSec: 0 }
    expect(judged([...files, silent, silent])).toMatchObject({ flagged: 5, report: { batchTraits: [] } })
  })
})
