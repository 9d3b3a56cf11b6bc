import { describe, expect, test } from 'vitest'
import { wordTimes } from '../../lab/web/made-up-audit.js'
import type { Difference, ScriptTrack } from '../../web/src/api/audit.js'
import { alignedLines } from '../../web/src/report/track/aligned-script.js'

type Times = (number[] | null)[]

const track = (
  script: string,
  scriptTimesSec: Times,
  transcript: string,
  differences: Partial<Difference>[] = [],
): ScriptTrack => ({
  file: 'a.wav',
  transcript,
  wordTimesSec: wordTimes(transcript),
  script,
  scriptTimesSec,
  accuracy: 100,
  wordErrorRate: 0,
  flagged: false,
  tags: { found: 0, spoken: [] },
  repetitions: [],
  truncated: false,
  differences: differences.map((each) => ({
    kind: 'changed',
    written: '',
    heard: '',
    timeSec: 0,
    endSec: 0,
    confidence: 0.9,
    cause: 'voice',
    ...each,
  })),
})

/** "written=said mark", cell by cell, lines parted by a bar. */
const shown = (of: ScriptTrack) =>
  alignedLines(of)!.map((line) =>
    line.map(({ written, said, mark }) => {
      const text = (words: { text: string }[]) => words.map((word) => word.text).join(' ')
      return `${text(written)}=${text(said)}${mark === 'plain' ? '' : ` ${mark}`}`
    }),
  )

/** Of words of 0.4 s, as `wordTimes` has them. */
const at = (...places: (number | null)[]): Times =>
  places.map((place) => (place === null ? null : [place * 0.4, (place + 1) * 0.4]))

describe('script and transcript', () => {
  test('stand word by word, a line a sentence', () => {
    expect(shown(track('It rained. We stayed in.', at(0, 1, 2, 3, 4), 'It rained We stayed in'))).toEqual([
      ['It=It', 'rained.=rained'],
      ['We=We', 'stayed=stayed', 'in.=in'],
    ])
  })

  test('pair what was said otherwise with the words in its place', () => {
    const said = track('The harbour lay still.', at(0, null, 2, 3), 'The hammer lay still.', [
      { verdict: 'saidOtherwise', written: 'harbour', heard: 'hammer', timeSec: 0.4, endSec: 0.8 },
    ])
    expect(shown(said)).toEqual([['The=The', 'harbour=hammer changed', 'lay=lay', 'still.=still.']])
    expect(alignedLines(said)![0][1].startSec).toBe(0.4)
  })

  test('show what is missing where it belongs, with the time to listen at', () => {
    const cut = track('The old gate was green.', at(0, null, 1, 2, 3), 'The gate was green.', [
      { kind: 'missing', verdict: 'missing', written: 'old', timeSec: 0.41, endSec: 0.41 },
    ])
    expect(shown(cut)).toEqual([['The=The', 'old= missing', 'gate=gate', 'was=was', 'green.=green.']])
    expect(alignedLines(cut)![0][1].startSec).toBe(0.41)
  })

  test('show what was added, and what nobody is sure of', () => {
    const more = track('We left.', at(0, 2), 'We almost left.', [
      { kind: 'added', verdict: 'added', heard: 'almost', timeSec: 0.4, endSec: 0.8 },
    ])
    expect(shown(more)).toEqual([['We=We', '=almost added', 'left.=left.']])
    const unsure = track('It is late.', at(0, 1, 2), 'It was late.', [
      { verdict: 'doubtful', written: 'is', heard: 'was', timeSec: 0.4, endSec: 0.8, cause: 'recogniser' },
    ])
    expect(shown(unsure)[0][1]).toBe('is=was doubtful')
  })

  test('mark what the recogniser got wrong, and not what is only written otherwise', () => {
    const gulls = track('Gulls cried.', at(0, 1), 'girls Cried', [
      { verdict: 'said', written: 'Gulls', heard: 'girls', timeSec: 0, endSec: 0.4, cause: 'recogniser' },
    ])
    expect(shown(gulls)).toEqual([['Gulls=girls misrecognised', 'cried.=Cried']])
  })

  test('keep several words that were recognised as one, and one as several, together', () => {
    const halves: Times = [
      [0, 0.2],
      [0.2, 0.4],
      [0.4, 0.8],
    ]
    expect(shown(track('sea weed grows', halves, 'seaweed grows'))).toEqual([
      ['sea weed=seaweed', 'grows=grows'],
    ])
    const both: Times = [
      [0, 0.8],
      [0.8, 1.2],
    ]
    expect(shown(track('seaweed grows', both, 'sea weed grows'))).toEqual([
      ['seaweed=sea weed', 'grows=grows'],
    ])
  })

  test('are not aligned where the audit tells no times', () => {
    const { scriptTimesSec, ...without } = track('One.', at(0), 'One.')
    expect(alignedLines(without)).toBeNull()
    expect(alignedLines(track('One two.', at(0), 'One two.'))).toBeNull()
  })
})
