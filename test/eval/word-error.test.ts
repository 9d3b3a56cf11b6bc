import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClipTranscriber } from '../../eval/clip-transcriber.js'
import { run } from '../../eval/run.js'
import { type ModelResult, wordError } from '../../eval/sections/word-error.js'
import type { CorpusEntry } from '../../lab/corpus.js'

const folder = mkdtempSync(join(tmpdir(), 'eval-'))
afterAll(() => rmSync(folder, { recursive: true }))

function clip(file: string, set: string, transcript: string, change: Partial<CorpusEntry> = {}): CorpusEntry {
  return {
    file,
    set,
    kind: 'human',
    speaker: file,
    transcript,
    lang: 'en',
    duration: 10,
    sr: 16000,
    channels: 1,
    ...change,
  }
}

const CLIPS = [
  clip('a1', 'readers', 'the cat sat on the mat'),
  clip('a2', 'readers', 'in fourteen fifty five the colour was grey'),
  clip('b1', 'ttsbench', 'one two three four', { published: { wer: 0 } }),
  clip('b2', 'ttsbench', 'one two three four', { published: { wer: 0.5 } }),
  clip('c1', 'tacotron-lra', 'they stop here'),
  clip('d1', 'larynx', 'guten tag', { lang: 'de-de' }),
  { ...clip('e1', 'readers', ''), transcript: '' },
]

const RECOGNISED: Record<string, string> = {
  a1: 'The cat sat on mat.',
  a2: 'In 1455 the color was great.',
  b1: 'One two tree four five.',
  b2: 'Nonsense.',
  c1: 'They stop they stop they stop they stop here.',
}

function fakeTranscriber(recognised: Record<string, string>): {
  transcriber: ClipTranscriber
  asked: string[]
} {
  const asked: string[] = []
  let cpu = 0
  const transcriber: ClipTranscriber = {
    workers: 1,
    async transcribe(path, model) {
      const text = recognised[basename(path)]
      asked.push(`${model} ${basename(path)}`)
      cpu += 2
      if (text === undefined) throw new Error('cannot be transcribed')
      return { text, words: [], durationSec: 10 }
    },
    async warmUp() {},
    cpuSec: () => cpu,
    async close() {},
  }
  return { transcriber, asked }
}

async function evaluate(argv: string[], recognised = RECOGNISED) {
  const { transcriber, asked } = fakeTranscriber(recognised)
  const out: string[] = []
  const progress: string[] = []
  const code = await run(argv, {
    out: (text) => out.push(text),
    progress: (line) => progress.push(line),
    env: { AUDIO_AUDIT_CORPUS: folder },
    resultsFolder: join(folder, 'results'),
    openTranscriber: () => transcriber,
    sections: [wordError],
  })
  const models = () =>
    JSON.parse(readFileSync(join(folder, 'results', 'word-error.json'), 'utf8')).models as ModelResult[]
  return { code, out: out.join('\n'), progress: progress.join('\n'), asked, models }
}

describe('the word-error section', () => {
  beforeEach(() =>
    writeFileSync(join(folder, 'manifest.jsonl'), CLIPS.map((entry) => JSON.stringify(entry)).join('\n')),
  )

  it('counts by set, leaves out of the total what does not say its text, and knows loops', async () => {
    const { code, models, asked } = await evaluate(['word-error'])
    expect(code).toBe(0)
    expect(asked).toEqual(['base a1', 'base a2', 'base b1', 'base b2', 'base c1'])
    const [base] = models()
    expect(base!.groups).toMatchObject([
      {
        group: 'readers',
        inTotals: true,
        clips: 2,
        referenceWords: 14,
        substitutions: 1,
        deletions: 1,
        insertions: 0,
      },
      {
        group: 'ttsbench',
        inTotals: true,
        clips: 1,
        referenceWords: 4,
        substitutions: 1,
        deletions: 0,
        insertions: 1,
      },
      {
        group: 'ttsbench, garbled',
        inTotals: false,
        clips: 1,
        referenceWords: 4,
        substitutions: 1,
        deletions: 3,
      },
      { group: 'tacotron-lra', inTotals: false, clips: 1, referenceWords: 3, insertions: 6, loopShare: 1 },
    ])
    expect(base!.groups[0]!.wordErrorRate).toBeCloseTo(2 / 14, 12)
    expect(base!.total).toMatchObject({
      clips: 3,
      referenceWords: 18,
      substitutions: 2,
      deletions: 1,
      insertions: 1,
    })
    expect(base!.total.wordErrorRate).toBeCloseTo(4 / 18, 12)
    expect(base!.total.loopShare).toBe(0)
    expect(base!.meanOfGroups).toBeCloseTo((2 / 14 + 2 / 4) / 2, 12)
  })

  it('charges each group for its share of the time', async () => {
    const { models } = await evaluate(['word-error'])
    const [readers, bench, garbled] = models()[0]!.groups
    // The fake transcriber spends 2 CPU seconds a clip of 10 s.
    expect(readers).toMatchObject({ audioSec: 20, cpuSec: 4 })
    expect(bench).toMatchObject({ audioSec: 10, cpuSec: 2 })
    expect(garbled).toMatchObject({ audioSec: 10, cpuSec: 2 })
    expect(models()[0]!.total).toMatchObject({ audioSec: 30, cpuSec: 6 })
  })

  it('goes on when a clip cannot be transcribed, and counts its words as left out', async () => {
    const { code, models, progress } = await evaluate(['word-error', '--sets', 'readers'], {
      a1: RECOGNISED.a1!,
    })
    expect(code).toBe(0)
    expect(models()[0]!.groups).toMatchObject([{ failed: 1, deletions: 1 + 8, referenceWords: 14 }])
    expect(progress).toContain('a2: cannot be transcribed')
  })

  it('takes both models, and shows the worst clips', async () => {
    const { out, asked, models } = await evaluate(['--model', 'both', '--sets', 'ttsbench', '--worst', '1'])
    expect(asked).toEqual(['base b1', 'base b2', 'tiny b1', 'tiny b2'])
    expect(models().map(({ model }) => model)).toEqual(['base', 'tiny'])
    expect(out).toContain('said        one two three four')
    expect(out).toContain('recognised  Nonsense.')
    expect(out).not.toContain('recognised  One two')
    expect(out).toContain('total')
  })

  it('writes all results where it is told to', async () => {
    const file = join(folder, 'deep', 'all.json')
    await evaluate(['word-error', '--json', file, '--limit', '1'])
    const all = JSON.parse(readFileSync(file, 'utf8'))
    expect(all['word-error'].options).toMatchObject({ limit: 1, split: 'all', models: ['base'] })
    expect(all['word-error'].models[0].clips).toHaveLength(3)
  })
})

describe('what cannot be run', () => {
  beforeEach(() => writeFileSync(join(folder, 'manifest.jsonl'), JSON.stringify(CLIPS[0])))

  it.each([
    [['no-such-section'], 'no section "no-such-section"'],
    [['--sets', 'nowhere'], 'no set "nowhere"'],
    [['--limit', '0'], '--limit'],
    [['--model', 'large'], '--model'],
    [['--split', 'half'], '--split'],
    [['--unknown'], '--unknown'],
  ])('%j ends with 2 and says why', async (argv, message) => {
    const { code, progress, asked } = await evaluate(argv)
    expect(code).toBe(2)
    expect(progress).toContain(message)
    expect(asked).toEqual([])
  })

  it('a missing corpus ends with 2 and a clear message', async () => {
    rmSync(join(folder, 'manifest.jsonl'))
    const { code, progress } = await evaluate([])
    expect(code).toBe(2)
    expect(progress).toContain('There is no corpus in')
  })

  it('help needs no corpus', async () => {
    rmSync(join(folder, 'manifest.jsonl'))
    const { code, out } = await evaluate(['--help'])
    expect(code).toBe(0)
    expect(out).toContain('word-error')
  })
})
