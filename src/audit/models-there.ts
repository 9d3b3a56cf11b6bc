import { existsSync } from 'node:fs'
import path from 'node:path'
import { alignerFiles, modelFiles, packageFolder } from '../speech/models.js'

/** Whether every model that a listener opens is there. That they are the right ones is verified when they are loaded. */
export async function modelsAreThere(): Promise<boolean> {
  return [...Object.values(modelFiles), ...alignerFiles].every((model) =>
    existsSync(path.join(packageFolder(model.package), model.file)),
  )
}
