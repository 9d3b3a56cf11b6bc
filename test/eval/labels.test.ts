import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ClipTranscriber } from '../../eval/clip-transcriber.js'
import { audioIn, type Label, LabelsError, readLabels } from '../../eval/labels.js'
import { plant } from '../../eval/plant/plant.js'
import { run } from '../../eval/run.js'
import { binRows, kindRows, labels, type PlayedLabel, playedOn } from '../../eval/sections/labels.js'
import { seededRandom } from '../../lab/random.js'
import { sha256 } from '../../lab/service/sample-audit.js'
import type { Issue } from '../../src/checks/quality/issue.js'
import { wavBytes } from '../../voices/wav.js'
import { spokenClip } from '../accuracy/spoken-clip.js'

const folder = mkdtempSync(join(tmpdir(), 'labels-'))
afterAll(() => rmSync(folder, { recursive: true }))

function label(over: Partial<Label> = {}): Label {
  return {
    sha256: sha256('x'),
    file: 'x.wav',
    check: 'quality',
    kind: 'click',
    timeSec: 1,
    endSec: 1.01,
    confidence: 0.8,
    decision: 'falseAlarm',
    ...over,
  }
}

function written(...lines: unknown[]): string {
  const file = join(folder, 'labels.jsonl')
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

const unusedTranscriber: ClipTranscriber = {
  workers: 0,
  transcribe: () => Promise.reject(new Error('not for this section')),
  warmUp: async () => {},
  cpuSec: () => 0,
  close: async () => {},
}

async function evaluate(...argv: string[]) {
  const [out, progress]: string[][] = [[], []]
  const code = await run(argv, {
    out: (text) => out.push(text),
    progress: (line) => progress.push(line),
    // There is no corpus, and none is needed.
    env: { AUDIO_AUDIT_CORPUS: join(folder, 'nowhere') },
    resultsFolder: join(folder, 'results'),
    openTranscriber: () => unusedTranscriber,
    sections: [labels],
  })
  return { code, out: out.join('\n'), progress: progress.join('\n') }
}

describe('a labelled set', () => {
  it('is read a label a line, and a bad line is named', () => {
    expect(readLabels(written(label(), '', label({ timeSec: null, endSec: null })))).toHaveLength(2)
    for (const wrong of ['{', 'null', '[]', label({ sha256: 'x' }), { ...label(), decision: 'maybe' }]) {
      expect(() => readLabels(written(label(), wrong))).toThrow(/line 2/)
    }
    expect(() => readLabels(written(''))).toThrow(LabelsError)
    expect(() => readLabels(join(folder, 'none'))).toThrow(/ENOENT/)
    expect(() => audioIn(join(folder, 'none'))).toThrow(LabelsError)
  })

  it('says what is missing before anything is played', async () => {
    expect(await evaluate('labels')).toMatchObject({ code: 2, progress: expect.stringContaining('--audio') })
    const file = written('{')
    const broken = await evaluate('labels', '--labels', file, '--audio', folder)
    expect(broken).toMatchObject({ code: 2, progress: expect.stringContaining('line 1') })
  })
})

describe('a label', () => {
  const issue = (over: Partial<Issue>): Issue => ({
    timeSec: 1,
    endSec: 1.01,
    durationMs: 10,
    type: 'click',
    severity: 1,
    audibility: 1,
    audibilityLabel: 'severe',
    confidence: 0.95,
    trait: null,
    ...over,
  })

  it('is still listed by an issue of its kind at its place, and flags when that counts for the file', () => {
    const on = (flagged: boolean, ...issues: Issue[]) => playedOn({ issues, flagged }, label())
    expect(on(true, issue({}))).toMatchObject({ isListed: true, isFlagged: true, confidence: 0.95 })
    expect(on(true, issue({ audibilityLabel: 'subtle' }))).toMatchObject({ isListed: true, isFlagged: false })
    expect(on(true, issue({ trait: 'clicks' }))).toMatchObject({ isListed: true, isFlagged: false })
    expect(on(false, issue({}))).toMatchObject({ isListed: true, isFlagged: false })
    expect(on(true, issue({ type: 'hum' }))).toMatchObject({ isListed: false, confidence: null })
    expect(on(true, issue({ timeSec: 9, endSec: 9.01 }))).toMatchObject({ isListed: false, isFlagged: false })
  })

  it('about a file as a whole goes by its flag', () => {
    const whole = label({ kind: 'quality', timeSec: null, endSec: null, decision: 'retake' })
    expect(playedOn({ issues: [], flagged: true }, whole)).toMatchObject({ isFlagged: true, isReal: true })
    expect(playedOn({ issues: [], flagged: false }, whole)).toMatchObject({ isListed: false })
  })
})

it('counts by kind and decision, and by bins of confidence then and now', () => {
  const played = (over: Partial<PlayedLabel>): PlayedLabel => ({
    kind: 'click',
    isReal: false,
    toldConfidence: 0.95,
    isListed: true,
    isFlagged: true,
    confidence: 0.5,
    ...over,
  })
  const all = [
    played({}),
    played({ isListed: false, isFlagged: false, confidence: null }),
    played({ isReal: true, confidence: 1 }),
    played({ kind: 'hum', isReal: true, toldConfidence: null, isFlagged: false, confidence: 0.49 }),
  ]
  expect(kindRows(all)).toEqual([
    { kind: 'click', decision: 'false alarm', labels: 2, listed: 1, flagged: 1 },
    { kind: 'click', decision: 'retake, accept', labels: 1, listed: 1, flagged: 1 },
    { kind: 'hum', decision: 'retake, accept', labels: 1, listed: 1, flagged: 0 },
    { kind: 'all', decision: 'false alarm', labels: 2, listed: 1, flagged: 1 },
    { kind: 'all', decision: 'retake, accept', labels: 2, listed: 2, flagged: 1 },
  ])
  expect(binRows(all)).toEqual([
    { from: 0, to: 0.5, labels: 0, real: 0, listed: 1, realListed: 1 },
    { from: 0.5, to: 0.7, labels: 0, real: 0, listed: 1, realListed: 0 },
    { from: 0.7, to: 0.9, labels: 0, real: 0, listed: 0, realListed: 0 },
    { from: 0.9, to: 1, labels: 3, real: 1, listed: 1, realListed: 1 },
  ])
})

it('finds in synthesised speech what was planted there, and nothing where nothing is', async () => {
  const clip = await spokenClip(
    'flite:slt',
    'She counted seven lamps along the road and waited for the early train.',
  )
  const about = { speech: clip.speech }
  const made = plant('silence', 'gross', clip.samples, clip.sampleRateHz, seededRandom(7), about)
  const bytes = wavBytes(made!.samples, clip.sampleRateHz)
  const [{ startSec, endSec }] = made!.planted
  const content = sha256(bytes)
  writeFileSync(join(folder, `${content}.wav`), bytes)
  writeFileSync(join(folder, `${sha256('broken')}.wav`), 'no sound at all')
  const here = { sha256: content, kind: 'silence' }
  const file = written(
    label({ ...here, timeSec: startSec, endSec, decision: 'retake' }),
    label({ ...here, kind: 'click', timeSec: startSec, endSec }),
    label({ sha256: content, check: 'pace', kind: 'pace', timeSec: null, endSec: null, confidence: null }),
    label({ sha256: content, kind: 'forgottenFault' }),
    label({ sha256: sha256('no audio') }),
    label({ sha256: sha256('broken') }),
  )
  const { code, out, progress } = await evaluate('labels', '--labels', file, '--audio', folder)
  expect([code, progress]).toEqual([0, expect.stringContaining(sha256('broken'))])
  expect(out).toContain(
    '6 labels about 3 files: 2 played, 1 of other checks, 1 of kinds that are no more, 1 without audio, 1 whose audio cannot be read',
  )
  expect(out).toMatch(/click +false alarm +0 of 1, 0\.0 % \(0\.0 % to 79\.\d %\)/)
  expect(out).toMatch(/silence +retake, accept +1 of 1, 100\.0 % \(20\.\d % to 100\.0 %\) +1 of 1/)
  const results = JSON.parse(readFileSync(join(folder, 'results', 'labels.json'), 'utf8'))
  expect(results.counts).toMatchObject({ labels: 6, played: 2 })
})
