import { existsSync } from 'node:fs'
import { locationOf, ModelError, type ModelFile, modelFiles } from '../speech/models.js'

/** Fails where a model that a listener opens is missing. That they are the right ones is verified when they are loaded. */
export async function expectModels(files: Record<string, ModelFile> = modelFiles): Promise<void> {
  for (const [name, model] of Object.entries(files)) {
    const location = locationOf(model)
    if (!existsSync(location)) throw new ModelError(`the model "${name}" is missing (${location})`)
  }
}
