// What is installed to listen with, looked at for whoever wants to know whether it works here.
import {
  ModelError,
  type ModelName,
  modelFiles,
  packageFolder,
  readModelFile,
  whisperNames,
  whisperPackage,
} from '../speech/models.js'
import { asksWhisper, type TranscriberModel } from '../speech/speech-data.js'
import { SettingError } from './errors.js'

export { whisperInstalled } from '../speech/models.js'

/** Reads every model file. Gives the number of files and bytes; fails with a ModelError that names each that is wrong. */
export function verifyModels(): { files: number; byteCount: number } {
  return verified(Object.keys(modelFiles) as ModelName[])
}

/** The same of the second recogniser; null where it is not installed. */
export function verifySecondRecogniser(): { files: number; byteCount: number } | null {
  try {
    packageFolder(whisperPackage)
  } catch {
    return null
  }
  return verified(whisperNames)
}

/** Fails with a SettingError that says what to install, where the model asks a recogniser that is not there. */
export function expectSecondRecogniser(model: TranscriberModel, find = packageFolder): void {
  if (!asksWhisper(model)) return
  try {
    find(whisperPackage)
  } catch (cause) {
    throw new SettingError((cause as Error).message, { cause })
  }
}

function verified(names: readonly ModelName[]): { files: number; byteCount: number } {
  const faults: string[] = []
  let byteCount = 0
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
