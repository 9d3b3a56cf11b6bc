import { expect, it } from 'vitest'
import { isKnownFault } from '../../eval/known-faults.js'
import { withInterval } from '../../eval/sections/quality-engines.js'

it('gives a share with its interval of 95 %', () => {
  // As tabulated for Wilson's score: 1 of 10 lies between 1.8 and 40.4 %, 0 of 50 between 0 and 7.1 %.
  expect(withInterval(1, 10)).toBe('1 of 10, 10.0 % (1.8 % to 40.4 %)')
  expect(withInterval(0, 50)).toBe('0 of 50, 0.0 % (0.0 % to 7.1 %)')
})

it('knows that pieces of longer files are cut', () => {
  const cutAt = (file: string, timeSec: number) => isKnownFault(file, { type: 'truncation', timeSec })
  expect(cutAt('audio/piper-voices/0001.opus', 0)).toBe(true)
  expect(cutAt('audio/piper-voices/0001.opus', 4.49)).toBe(true)
  expect(cutAt('audio/gemini-tts/0001.flac', 19.99)).toBe(true)
  expect(cutAt('audio/gemini-tts/0001.flac', 0)).toBe(false)
  expect(isKnownFault('audio/piper-voices/0001.opus', { type: 'click', timeSec: 4.49 })).toBe(false)
})
