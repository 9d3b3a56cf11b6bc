// Captions as players read them.
import { describe, expect, test } from 'vitest'
import { captionFileName, captionsOf } from '../../../src/report/captions/captions.js'
import { asSrt, asVtt } from '../../../src/report/captions/formats.js'

const cues = [
  { startMs: 120, endMs: 1310, lines: ['The harbour', 'lay still.'] },
  { startMs: 3_599_999, endMs: 3_600_000, lines: ['Nobody spoke.'] },
  { startMs: 360_000_000, endMs: 360_001_000, lines: ['The end.'] },
]

test('SubRip: numbered, with commas in times, each cue with its blank line, one kind of line end', () => {
  expect(asSrt(cues)).toBe(
    [
      '1',
      '00:00:00,120 --> 00:00:01,310',
      'The harbour',
      'lay still.',
      '',
      '2',
      '00:59:59,999 --> 01:00:00,000',
      'Nobody spoke.',
      '',
      '3',
      '100:00:00,000 --> 100:00:01,000',
      'The end.',
      '',
      '',
    ].join('\r\n'),
  )
})

test('WebVTT: a head, points in times, blank lines between', () => {
  expect(asVtt(cues)).toBe(
    `WEBVTT

00:00:00.120 --> 00:00:01.310
The harbour
lay still.

00:59:59.999 --> 01:00:00.000
Nobody spoke.

100:00:00.000 --> 100:00:01.000
The end.
`,
  )
})

describe('text', () => {
  const line = (text: string) => [{ startMs: 0, endMs: 1000, lines: [text] }]
  const survivors = ['"שלום"\u200f \u200eabc', '👩‍👩‍👧 🎉', "it's “so” ‘fine’ — ça", '{curly} \\N 100 %']

  test.each(survivors)('%s comes through in both', (text) => {
    expect(asVtt(line(text))).toContain(`\n${text}\n`)
    expect(asSrt(line(text))).toContain(`\r\n${text}\r\n`)
  })

  test('in WebVTT nothing can pass for markup or for times', () => {
    expect(asVtt(line('<b>AT&T</b> 1 --> 2 &lt;'))).toContain(
      '\n&lt;b&gt;AT&amp;T&lt;/b&gt; 1 --&gt; 2 &amp;lt;\n',
    )
  })

  test('in SubRip nothing can pass for times', () => {
    expect(asSrt(line('1 --> 2')).match(/-->/g)).toHaveLength(1)
    expect(asSrt(line('AT&T <b>'))).toContain('AT&T <b>')
  })
})

test('a file in which nothing is said has valid captions without a cue', () => {
  const silent = { transcript: '', wordTimesSec: [], differences: [] }
  expect(captionsOf(silent, { format: 'vtt', level: 'sentence' })).toBe('WEBVTT\n')
  expect(captionsOf(silent, { format: 'srt', level: 'word' })).toBe('')
})

test.each([
  ['chapter-01.mp3', 'chapter-01.srt'],
  ['a.b.wav', 'a.b.srt'],
  ['.hidden', '.hidden.srt'],
  ['no ending', 'no ending.srt'],
  ['../../etc/passwd', 'passwd.srt'],
  ['C:\\audio\\one.wav', 'one.srt'],
  ['folder/', 'captions.srt'],
])('captions of %s are called %s', (audio, name) => {
  expect(captionFileName(audio, 'srt')).toBe(name)
})
