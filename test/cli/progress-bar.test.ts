import { expect, test } from 'vitest'
import { ProgressBar } from '../../src/cli/progress-bar.js'

const ERASE_LINE = '\r\u001b[2K'

function onTerminal(columns: number, files: string[]) {
  const written: string[] = []
  const bar = new ProgressBar({ columns, write: (text: string) => written.push(text) }, files)
  const shown = () => written.join('').split(ERASE_LINE).at(-1)!
  return { bar, shown }
}

test('shows files done and the stage at work', () => {
  const { bar, shown } = onTerminal(100, ['one.wav', 'two.wav'])
  bar.stage(0, 'decode')
  expect(shown()).toBe('[........................] 0 of 2  decoding one.wav')
  bar.stage(0, 'transcript')
  expect(shown()).toBe('[######..................] 0 of 2  transcribing one.wav')
  bar.finished(0)
  bar.stage(1, 'voicePrint')
  expect(shown()).toBe('[#####################...] 1 of 2  taking the voice print two.wav')
})

test('never fills the last column, so that the line can be erased', () => {
  const { bar, shown } = onTerminal(40, ['a-very-long-name-of-a-file.wav'])
  bar.stage(0, 'decode')
  expect(shown()).toHaveLength(39)
})

test('makes way for what is printed above it', () => {
  const { bar, shown } = onTerminal(80, ['one.wav'])
  bar.stage(0, 'decode')
  let atPrint = 'not printed'
  bar.above(() => {
    atPrint = shown()
  })
  expect(atPrint).toBe('')
  expect(shown()).toContain('0 of 1')
})

test('once ended it is gone, whatever still happens', () => {
  const { bar, shown } = onTerminal(80, ['one.wav', 'two.wav'])
  bar.stage(0, 'decode')
  bar.end()
  bar.finished(0)
  bar.stage(1, 'decode')
  expect(shown()).toBe('')
})
