import { describe, expect, it } from 'vitest'
import {
  alignerFiles,
  ModelError,
  type ModelFile,
  modelFiles,
  packageFolder,
  readVerified,
} from '../../src/speech/models.js'

const small: ModelFile = modelFiles.voicePrintMean

async function refusal(model: ModelFile): Promise<ModelError> {
  const outcome = await readVerified(model, 'the label').catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(ModelError)
  return outcome as ModelError
}

describe('readVerified', () => {
  const pinned = [
    ...Object.entries<ModelFile>(modelFiles),
    ...alignerFiles.map((file) => ['aligner', file] as const),
  ]
  it.each(pinned)('finds %s to be the pinned file', async (name, model) => {
    expect((await readVerified(model, name)).length).toBeGreaterThan(0)
  })

  it('refuses a file that is not the pinned one, and says which, why and what to do', async () => {
    // The pinned sum with its last digit changed: any other file looks like this.
    const sha256 = `${small.sha256.slice(0, -1)}0`
    expect(sha256).not.toBe(small.sha256)
    const { message } = await refusal({ ...small, sha256 })
    expect(message).toContain('"the label" is not the pinned one')
    expect(message).toContain(small.file)
    expect(message).toContain(`has sha256 ${small.sha256}, expected ${sha256}`)
    expect(message).toContain('npm ci')
  })

  it('says which file is missing and what to do', async () => {
    const { message, cause } = await refusal({ ...small, file: 'ios/nothing-here.raw' })
    expect(message).toMatch(/"the label" is missing \(.*ios\/nothing-here\.raw\): run "npm ci"/)
    expect((cause as NodeJS.ErrnoException).code).toBe('ENOENT')
  })

  it('says which package is missing and what to do', async () => {
    const { message } = await refusal({ ...small, package: '@nobody/no-such-package' })
    expect(message).toMatch(/package "@nobody\/no-such-package" is not installed: run "npm ci"/)
  })
})

describe('packageFolder', () => {
  it('finds a package whose exports hide its files', () => {
    // What import would give is deep inside: only the folder itself has the package's description.
    expect(packageFolder('onnxruntime-node')).toMatch(/node_modules\/onnxruntime-node$/)
    expect(packageFolder('@usefulsensors/moonshine-js')).toMatch(
      /node_modules\/@usefulsensors\/moonshine-js$/,
    )
  })
})
