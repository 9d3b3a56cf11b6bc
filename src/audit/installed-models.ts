// What is installed to listen with, looked at for whoever wants to know whether it works here.
import { ModelError, type ModelName, modelFiles, readModelFile } from '../speech/models.js'

/** Reads every model file. Gives the number of files and bytes; fails with a ModelError that names each that is wrong. */
export function verifyModels(): { files: number; byteCount: number } {
  const faults: string[] = []
  let byteCount = 0
  const names = Object.keys(modelFiles) as ModelName[]
  for (const name of names) {
    try {
      byteCount += readModelFile(name).length
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  if (faults.length > 0) throw new ModelError(faults.join('\n'))
  return { files: names.length, byteCount }
}

/** The version of the model runtime. Fails where its library cannot be loaded on this system. */
export async function runtimeVersion(): Promise<string> {
  const { env } = await import('audio-audit-runtime')
  return env.versions.node ?? env.versions.common
}
