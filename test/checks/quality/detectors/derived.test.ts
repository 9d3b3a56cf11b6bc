import { expect, it } from 'vitest'
import { derivedFiles, staleFiles } from '../../../../scripts/derive/derived-files.js'
import { foundDetectors } from '../../../../scripts/derive/detectors.js'
import {
  declarations,
  issueTypes,
  qualityCheckNames,
} from '../../../../src/checks/quality/detectors/declared.js'

it('what is derived from the detectors is as they have it (else: npm run derive)', async () => {
  expect(staleFiles(derivedFiles(await foundDetectors()))).toEqual([])
})

it('the names that callers know stay in their order', () => {
  expect(qualityCheckNames.slice(0, 10)).toEqual([
    'garble',
    'silenceGaps',
    'staticNoise',
    'clicks',
    'dropouts',
    'clipping',
    'bandwidth',
    'snr',
    'truncation',
    'hum',
  ])
  expect(issueTypes.slice(0, 8)).toEqual([
    'garble',
    'silence',
    'static',
    'click',
    'dropout',
    'clipping',
    'truncation',
    'hum',
  ])
})

it('every message of a type says what it is about', () => {
  for (const { issue } of declarations)
    for (const { message } of (issue?.words as { byLength?: { message: string }[] } | undefined)?.byLength ??
      [])
      expect(message).toMatch(/\{(sec|ms)\}.*\{at\}|\{second\}/)
})
