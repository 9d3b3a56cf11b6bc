import { describe, expect, it } from 'vitest'
import { expectModels } from '../../src/audit/models-there.js'
import { modelFiles } from '../../src/speech/models.js'

describe('expectModels', () => {
  it('finds every model of the table', async () => {
    await expectModels()
  })

  it.each([
    ['of a package', { ...modelFiles.voiceActivity, file: 'gone.onnx' }],
    ['of our own', { ...modelFiles.garble, file: 'gone.onnx' }],
    ['made by the build', { ...modelFiles.baseStepWeights, file: 'gone.onnx' }],
  ])('names a file %s that is missing', async (_, gone) => {
    await expect(expectModels({ ...modelFiles, gone })).rejects.toThrow(
      /the model "gone" is missing \(.*gone\.onnx\)/,
    )
  })
})
