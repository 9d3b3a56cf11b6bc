import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conversionSources } from '../../src/conversion/convert.js'
import {
  ModelError,
  type ModelFile,
  modelFiles,
  packageFolder,
  publishedFiles,
  readVerified,
  verifiedLocation,
} from '../../src/speech/models.js'

const small: ModelFile = modelFiles.alignerFeatures

function refusal(model: ModelFile): ModelError {
  try {
    readVerified(model, 'the label')
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
    return error as ModelError
  }
  throw new Error('the file was not refused')
}

describe('readVerified', () => {
  const pinned = Object.entries<ModelFile>({ ...modelFiles, ...publishedFiles, ...conversionSources })
  it.each(pinned)('finds %s to be the pinned file', (name, model) => {
    expect(readVerified(model, name).length).toBeGreaterThan(0)
  })

  it('refuses a file that is not the pinned one, and says which, why and what to do', () => {
    // The pinned sum with its last digit changed: any other file looks like this.
    const sha256 = `${small.sha256.slice(0, -1)}0`
    expect(sha256).not.toBe(small.sha256)
    const { message } = refusal({ ...small, sha256 })
    expect(message).toContain('"the label" is not the pinned one')
    expect(message).toContain(small.file)
    expect(message).toContain(`has sha256 ${small.sha256}, expected ${sha256}`)
    expect(message).toContain('npm ci')
  })

  it('says which file is missing and what to do', () => {
    const { message, cause } = refusal({ ...small, file: 'model/nothing-here.raw' })
    expect(message).toMatch(/"the label" is missing \(.*model\/nothing-here\.raw\): run "npm ci"/)
    expect((cause as NodeJS.ErrnoException).code).toBe('ENOENT')
  })

  it('says how to get back a file of the weights', () => {
    const weights: ModelFile = modelFiles.voicePrintWhitening
    const remedy = 'install audio-audit-models again, or in a clone run "npm run build:models"'
    expect(refusal({ ...weights, sha256: small.sha256 }).message.endsWith(remedy)).toBe(true)
    const { message } = refusal({ ...weights, file: 'none.onnx' })
    expect(message.endsWith(`none.onnx): ${remedy}`)).toBe(true)
  })

  it('says what to do about a model of our own that is not the pinned one', () => {
    expect(refusal({ ...modelFiles.fault1, sha256: small.sha256 }).message).toMatch(
      /models\/fault-model-1\.onnx .*pin its sum in src\/speech\/models\.ts/,
    )
  })

  it('says which package is missing and what to do', () => {
    const { message } = refusal({ ...small, package: '@nobody/no-such-package' })
    expect(message).toMatch(/package "@nobody\/no-such-package" is not installed: run "npm ci"/)
  })
})

describe('verifiedLocation', () => {
  it('says where a pinned file lies that is opened by its name', () => {
    expect(verifiedLocation('tinyCrossWeights')).toMatch(/weights\/converted\/tiny-cross\.weights$/)
  })
})

describe('modelFiles', () => {
  it('has every file of models/', () => {
    const shipped = readdirSync(new URL('../../models', import.meta.url)).filter(
      (name) => name !== 'README.md',
    )
    const own = Object.values<ModelFile>(modelFiles).filter(
      (model) => 'folder' in model && model.folder === 'models',
    )
    expect(own.map(({ file }) => file).toSorted()).toEqual(shipped.toSorted())
  })
})

describe('packageFolder', () => {
  it('finds a package whose exports hide its files', () => {
    // What import would give is deep inside: only the folder itself has the package's description.
    expect(packageFolder('audio-audit-models')).toMatch(/node_modules\/audio-audit-models$/)
    expect(packageFolder('@electric-sql/pglite')).toMatch(/node_modules\/@electric-sql\/pglite$/)
  })
})
