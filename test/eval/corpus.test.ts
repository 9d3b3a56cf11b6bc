import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bySet,
  type CorpusEntry,
  CorpusError,
  corpusFolder,
  isEnglish,
  loadCorpus,
  select,
  splitOf,
} from '../../lab/corpus.js'

const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

function entry(change: Partial<CorpusEntry>): CorpusEntry {
  return { file: 'a.wav', set: 's', kind: 'human', duration: 1, sr: 16000, channels: 1, ...change }
}

describe('the corpus', () => {
  it('is found by the variable, else beside the repository', () => {
    expect(corpusFolder({ AUDIO_AUDIT_CORPUS: '/some/where' })).toBe('/some/where')
    expect(corpusFolder({})).toMatch(/shared\/corpus$/)
  })

  it('says what is missing', () => {
    expect(() => loadCorpus(folder)).toThrow(CorpusError)
    expect(() => loadCorpus(folder)).toThrow(/AUDIO_AUDIT_CORPUS/)
  })

  it('reads one entry a line and names a bad line', () => {
    const manifest = join(folder, 'manifest.jsonl')
    writeFileSync(manifest, `${JSON.stringify(entry({}))}\n\n${JSON.stringify(entry({ file: 'b.wav' }))}\n`)
    expect(loadCorpus(folder).entries.map(({ file }) => file)).toEqual(['a.wav', 'b.wav'])
    writeFileSync(manifest, `${JSON.stringify(entry({}))}\n{`)
    expect(() => loadCorpus(folder)).toThrow(/line 2/)
  })

  it.each([
    ['en', true],
    ['en-us', true],
    ['en_GB', true],
    ['English', true],
    ['es_ES', false],
    [undefined, false],
  ])('language %s is English: %s', (lang, expected) => {
    expect(isEnglish(entry(lang === undefined ? {} : { lang }))).toBe(expected)
  })

  it('keeps a voice in one half, whatever the set, and voices that are one together', () => {
    const voices = Array.from({ length: 400 }, (_, index) => `speaker ${index}`)
    const tune = voices.filter((speaker) => splitOf(entry({ speaker })) === 'tune')
    expect(tune.length).toBeGreaterThan(160)
    expect(tune.length).toBeLessThan(240)
    for (const speaker of voices) {
      expect(splitOf(entry({ speaker, set: 'one' }))).toBe(splitOf(entry({ speaker, set: 'two', file: 'x' })))
    }
    const bench = (engine: string, speaker: string) => splitOf(entry({ set: 'ttsbench', engine, speaker }))
    expect(bench('kokoro', 'a')).toBe(bench('vaniq', 'b'))
    expect(bench('inflect_nano', 'a')).toBe(bench('inflect_micro', 'c'))
  })

  it('selects by set, half and number', () => {
    const entries = Array.from({ length: 60 }, (_, index) =>
      entry({ file: `${index}`, set: index % 2 ? 'odd' : 'even', speaker: `v${index}` }),
    )
    expect(select(entries, { sets: ['odd'] })).toHaveLength(30)
    const tune = select(entries, { split: 'tune' })
    const report = select(entries, { split: 'report' })
    expect(tune.length + report.length).toBe(60)
    expect(tune.length).toBeGreaterThan(0)
    expect(report.length).toBeGreaterThan(0)
    const few = select(entries, { limit: 3 })
    expect([...bySet(few)].map(([set, clips]) => [set, clips.length])).toEqual([
      ['even', 3],
      ['odd', 3],
    ])
    expect(select(entries, { limit: 3 })).toEqual(few)
  })
})
