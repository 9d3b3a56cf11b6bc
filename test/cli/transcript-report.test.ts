import { describe, expect, test } from 'vitest'
import { DecodeError } from '../../src/audio/decode/error.js'
import { FileError, WorkerCrash } from '../../src/audit/errors.js'
import {
  clock,
  failureOf,
  linesOf,
  transcriptAsJson,
  transcriptAsText,
} from '../../src/cli/transcript-report.js'
import { ModelError } from '../../src/speech/models.js'
import type { Transcription, Word } from '../../src/speech/speech-data.js'

const word = (text: string, startSec: number, endSec: number): Word => ({
  text,
  startSec,
  endSec,
  confidence: 0.98765,
})

const transcribed: Transcription = {
  format: {
    container: 'wav',
    codec: 'pcm',
    sampleRateHz: 44_100,
    channels: 2,
    bitsPerSample: 24,
    bitRateKbps: 2116.83,
    durationSec: 62.50049,
  },
  loudness: { integratedLufs: -23.004, truePeakDbtp: null },
  voiceActivity: {
    speech: [{ startSec: 0.5004, endSec: 50.5 }],
    pauses: [{ startSec: 0, endSec: 0.5004 }],
    speechSec: 50.0004,
  },
  transcript: {
    text: 'Hello there. General',
    words: [word('Hello', 0.5004, 0.9), word('there.', 0.95, 1.2), word('General', 61.3, 62)],
    tokens: [{ text: 'Hello', timeSec: 0.5, probability: 0.9, entropyNats: 0.1 }],
  },
  voicePrint: Float32Array.of(0.5, -0.25),
  timing: {},
}

describe('as JSON', () => {
  test('holds what was transcribed, times in milliseconds, no tokens and no voice print', () => {
    expect(transcriptAsJson({ file: 'a.wav', transcribed })).toEqual({
      file: 'a.wav',
      format: 'wav',
      codec: 'pcm',
      sampleRateHz: 44_100,
      channels: 2,
      bitsPerSample: 24,
      bitRateKbps: 2116.8,
      durationSec: 62.5,
      loudness: { integratedLufs: -23, truePeakDbtp: null },
      speech: {
        speechSec: 50,
        share: 0.8,
        intervals: [{ startSec: 0.5, endSec: 50.5 }],
        pauses: [{ startSec: 0, endSec: 0.5 }],
      },
      transcript: 'Hello there. General',
      words: [
        { text: 'Hello', startSec: 0.5, endSec: 0.9, confidence: 0.988 },
        { text: 'there.', startSec: 0.95, endSec: 1.2, confidence: 0.988 },
        { text: 'General', startSec: 61.3, endSec: 62, confidence: 0.988 },
      ],
    })
  })

  test('adds the voice print on demand, null where there is none', () => {
    expect(transcriptAsJson({ file: 'a.wav', transcribed }, { voicePrint: true }).voicePrint).toEqual([
      0.5, -0.25,
    ])
    const voiceless = { ...transcribed, voicePrint: null }
    expect(
      transcriptAsJson({ file: 'a.wav', transcribed: voiceless }, { voicePrint: true }).voicePrint,
    ).toBeNull()
  })

  test.each([
    [new DecodeError('truncated', 'cut'), 'truncated'],
    [new FileError('not_found', 'gone'), 'not_found'],
    [new ModelError('bad'), 'model'],
    [new WorkerCrash('dead'), 'worker_crash'],
    [new TypeError('oops'), 'internal'],
  ])('names the kind of failure: %s', (error, code) => {
    expect(failureOf(error)).toEqual({ code, message: error.message })
    expect(transcriptAsJson({ file: 'a.wav', error })).toEqual({
      file: 'a.wav',
      error: { code, message: error.message },
    })
  })
})

describe('as text', () => {
  test('shows every fact and the transcript with times', () => {
    expect(transcriptAsText({ file: 'a.wav', transcribed })).toBe(`a.wav
  format      wav (pcm) 24-bit, 44.1 kHz, stereo, 2117 kbit/s
  duration    1:02.50
  loudness    -23.0 LUFS, true peak none (silence)
  speech      80 % (50.0 s)
  transcript  0:00.50  Hello there.
              1:01.30  General
`)
  })

  test('says so when there are no words', () => {
    const silent = { ...transcribed, transcript: { text: '', words: [], tokens: [] } }
    expect(transcriptAsText({ file: 'a.wav', transcribed: silent })).toContain('(no words recognised)')
  })

  test('a file name cannot command the terminal', () => {
    const text = transcriptAsText({
      file: 'a\u001b[2J\n\u202eb.wav',
      error: new FileError('not_found', 'No such file.'),
    })
    expect(text).toBe('a\\u001b[2J\\u000a\\u202eb.wav\n  not read    No such file. (not_found)\n')
  })
})

test('lines break after sentences, in pauses and where they are full', () => {
  const words = [word('One', 0, 0.2), word('two.', 0.2, 0.4), word('three', 0.4, 0.6), word('four', 1.3, 1.5)]
  expect(linesOf(words).map((line) => line.map(({ text }) => text))).toEqual([
    ['One', 'two.'],
    ['three'],
    ['four'],
  ])
  const many = Array.from({ length: 40 }, (_, i) => word('word', i * 0.3, i * 0.3 + 0.25))
  const lines = linesOf(many)
  expect(lines.flat()).toEqual(many)
  // 13 words of 4 letters and the spaces between them make 64 columns.
  expect(lines.map((line) => line.length)).toEqual([13, 13, 13, 1])
})

test.each([
  [0, '0:00.00'],
  [59.996, '1:00.00'],
  [3725.5, '62:05.50'],
])('%s s on the clock', (timeSec, shown) => {
  expect(clock(timeSec)).toBe(shown)
})
