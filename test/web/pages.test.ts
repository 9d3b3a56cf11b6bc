// What the pages work out before anything is drawn.
import { expect, test } from 'vitest'
import { madeUpAudit, wordTimes } from '../../lab/web/made-up-audit.js'
import type { Audit, ScriptTrack } from '../../web/src/api/audit.js'
import { changesBetween } from '../../web/src/compare/changes.js'
import { eventsOf } from '../../web/src/new/events.js'
import { csvRows } from '../../web/src/new/file-pairs.js'
import { type GatheredFile, sentNames } from '../../web/src/new/gather.js'
import { scriptsFor } from '../../web/src/new/scripts.js'
import { binsOf } from '../../web/src/report/charts/bins.js'
import { OutlineLoader } from '../../web/src/report/rows/outline-loader.js'
import { differenceTitle } from '../../web/src/report/track/marks.js'
import { saidPieces } from '../../web/src/report/track/said-pieces.js'
import { spectrumDb } from '../../web/src/report/track/spectrum.js'
import { followed, moved, zoomed } from '../../web/src/report/track/view.js'

const gathered = (path: string, text = ''): GatheredFile => ({ path, file: new File([text], path) })

test('a CSV file may quote commas, quotes and line ends', () => {
  expect(csvRows('a,"x, ""y""\nz"\r\nb,\r\n')).toEqual([['a', 'x, "y"\nz'], ['b', ''], ['']])
})

test('texts find their files by folder first, then by name', async () => {
  const audio = [gathered('one/intro.mp3'), gathered('two/intro.mp3'), gathered('two/end.wav')]
  const texts = [
    gathered('two/intro.txt', 'second\n'),
    gathered('texts/end.txt', 'the end'),
    gathered('all.json', '{"one/intro.mp3":"first","none.mp3":"?"}'),
    gathered('bad.json', '[1]'),
  ]
  const { byPath, faults } = await scriptsFor(audio, texts)
  expect(Object.fromEntries(byPath)).toEqual({
    'one/intro.mp3': 'first',
    'two/intro.mp3': 'second',
    'two/end.wav': 'the end',
  })
  expect(faults).toEqual([
    'all.json: there is no audio file called "none.mp3".',
    'bad.json: it must be an object with the name of each file and its script.',
  ])
  expect(sentNames(audio)).toEqual(['one-intro.mp3', 'two-intro.mp3', 'end.wav'])
})

test('words left out at the end stand at the end; without times there is no order to put them in', () => {
  const transcript = 'one two'
  const track = {
    transcript,
    wordTimesSec: wordTimes(transcript),
    tags: { found: 0, spoken: [] },
    differences: [
      {
        kind: 'missing',
        written: 'three',
        heard: '',
        timeSec: 0.8,
        endSec: 0.8,
        confidence: 0.9,
        cause: 'voice',
      },
      {
        kind: 'changed',
        written: 'won',
        heard: 'one',
        timeSec: 0,
        endSec: 0.4,
        confidence: 0.1,
        cause: 'recogniser',
      },
    ],
  } as unknown as ScriptTrack
  const shown = saidPieces(track)!.map((piece) => ('text' in piece ? piece.text : `-${piece.leftOut}`))
  expect(shown).toEqual(['-won', 'one', 'two', '-three'])
  expect(saidPieces({ ...track, wordTimesSec: undefined } as unknown as ScriptTrack)).toBeNull()
  expect(saidPieces({ ...track, transcript: '', wordTimesSec: [], differences: [] })).toEqual([])
})

test('a word that was recognised as another that sounds the same stays in its place, with what the script has', () => {
  const transcript = 'The girls flew see-through boats.'
  const alike = (written: string, heard: string, timeSec: number) => ({
    kind: 'changed',
    verdict: 'said',
    written,
    heard,
    timeSec,
    endSec: timeSec + 0.4,
    confidence: 0,
    cause: 'recogniser',
  })
  const track = {
    transcript,
    wordTimesSec: wordTimes(transcript),
    tags: { found: 0, spoken: [] },
    differences: [alike('gulls', 'girls', 0.4), alike('sea threw', 'see-through', 1.2)],
  } as unknown as ScriptTrack
  const shown = saidPieces(track)!.map((piece) => 'text' in piece && [piece.text, piece.mark, piece.saidFor])
  expect(shown).toEqual([
    ['The', 'plain', undefined],
    ['girls', 'plain', 'gulls'],
    ['flew', 'plain', undefined],
    ['see-through', 'plain', 'sea threw'],
    ['boats.', 'plain', undefined],
  ])
  expect(differenceTitle(track.differences[0])).toBe(
    'Recognised “girls” for “gulls”, which was probably said',
  )
})

test('files are the same in two audits when their names are, but for the format', () => {
  const audit = (...files: [name: string, isBad: boolean][]) =>
    ({
      ...madeUpAudit(
        files.map(([name, isBad]) => ({
          name,
          reasons: isBad ? [{ check: 'quality', message: 'hum' }] : [],
        })),
      ),
      fileNames: files.map(([name]) => name),
    }) as unknown as Audit
  const before = audit(['a.mp3', true], ['a.wav', false], ['b.mp3', true], ['c.mp3', false])
  const after = audit(['a.mp3', false], ['a.wav', true], ['b.flac', true], ['d.mp3', true])
  const changes = changesBetween(before, after)
  const names = (list: { file: string }[]) => list.map(({ file }) => file)
  expect(names(changes.fixed)).toEqual(['a.mp3'])
  expect(names(changes.appeared)).toEqual(['a.wav'])
  expect(names(changes.remaining)).toEqual(['b.flac'])
  expect([changes.onlyBefore, changes.onlyAfter, changes.unharmed]).toEqual([['c.mp3'], ['d.mp3'], 0])
})

test('events are read however the line cuts them', async () => {
  const bytes = new TextEncoder().encode(
    ': still there\n\nevent: progress\ndata: {"file":"ü"}\n\nevent: done\ndata: {}\n\nevent: cut',
  )
  for (const size of [1, 7, 1000]) {
    const line = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const events = []
    for await (const event of eventsOf(line)) events.push(event)
    expect(events).toEqual([
      { kind: 'progress', data: { file: 'ü' } },
      { kind: 'done', data: {} },
    ])
  }
})

test('a full-scale tone stands at 0 dB in its own band of the spectrogram', () => {
  // 32 periods in the 512 samples that are looked at.
  const tone = Float32Array.from({ length: 1024 }, (_, at) => Math.sin((2 * Math.PI * 32 * at) / 512))
  const levels = spectrumDb(tone, 512)
  expect(levels[32]).toBeCloseTo(0, 1)
  // The Hann window halves the neighbours, and nothing else is there.
  expect(levels[31]).toBeCloseTo(-6.02, 1)
  expect(levels[100]).toBeLessThan(-90)
})

test('values fall into ranges with round edges, the highest into the last', () => {
  const shown = (values: (number | null)[], unit: number) =>
    binsOf(values, unit).map(({ from, to, members }) => [
      Number(from.toFixed(4)),
      Number(to.toFixed(4)),
      members,
    ])
  expect(shown([0, 0.04, null, -0.1, 0.1], 0.01)).toEqual([
    [-0.1, -0.08, [3]],
    ...[-0.08, -0.06, -0.04, -0.02].map((from) => [from, Number((from + 0.02).toFixed(4)), []]),
    [0, 0.02, [0]],
    [0.02, 0.04, []],
    [0.04, 0.06, [1]],
    [0.06, 0.08, []],
    [0.08, 0.1, [4]],
  ])
  expect(shown([98, 98], 1)).toEqual([[98, 99, [0, 1]]])
  expect(shown([0, 100], 1)).toHaveLength(10)
  expect(shown([null], 1)).toEqual([])
})

test('a view zooms around a place, stays inside the file and goes along with the sound', () => {
  const limits = { durationSec: 10, leastSec: 1 }
  const whole = { startSec: 0, endSec: 10 }
  const half = zoomed(whole, 0.5, 4, limits)!
  expect(half).toEqual({ startSec: 2, endSec: 7 })
  expect(zoomed(half, 0.01, 7, limits)).toEqual({ startSec: 6, endSec: 7 })
  expect(zoomed(half, 2, 4, limits)).toBeNull()
  expect(moved(half, 99, 10)).toEqual({ startSec: 5, endSec: 10 })
  // The sound runs out of it, jumps out of it, or plays where nobody looks.
  expect(followed(half, 6.99, 7.01, 10)).toEqual({ startSec: 5, endSec: 10 })
  expect(followed(half, 3, 1, 10)).toEqual({ startSec: 0.5, endSec: 5.5 })
  expect(followed(half, 8, 8.02, 10)).toBe(half)
  expect(followed(half, 3, 3.02, 10)).toBe(half)
})

test('waveforms of rows are asked for together, less what was scrolled past, and once', async () => {
  const asked: number[][] = []
  const loader = new OutlineLoader({
    outlines: async (indices) => {
      asked.push(indices)
      return new Map(indices.map((index) => [index, { durationSec: index, stepSec: 1, peaks: [] }]))
    },
  })
  const known = Array.from(
    { length: 14 },
    (_, index) => new Promise((resolve) => loader.want(index, resolve)),
  )
  loader.want(99, () => {})()
  await Promise.all(known)
  expect(asked).toEqual([Array.from({ length: 12 }, (_, index) => index), [12, 13]])
  expect([loader.at(13)?.durationSec, loader.at(99)]).toEqual([13, undefined])
})
