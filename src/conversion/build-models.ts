// npm run build:models: fills packages/models/ with the weights out of upstream packages and what is made of them, unless
// what is there is already what is pinned.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  locationOf,
  type ModelFile,
  modelFiles,
  packageFolder,
  publishedFiles,
  readVerified,
  weightsPackage,
} from '../speech/models.js'
import { conversionSources, convert, convertedNames } from './convert.js'
import { upstreamPackages } from './upstream/packages.js'
import { type Placement, placeFiles, writeAssembled } from './upstream/place.js'

const { moonshine, silero, vosk } = upstreamPackages
const voskModel = 'ios/Vosk/vosk-model-spk-0.4'
const pinned: ModelFile[] = [modelFiles, publishedFiles, conversionSources].flatMap(Object.values<ModelFile>)

placeFiles(
  moonshine,
  [
    ...(['base', 'tiny'] as const).flatMap((size) => [
      model(`dist/model/${size}/quantized/encoder_model.onnx`, publishedFiles[`${size}Encoder`]),
      model(`dist/model/${size}/quantized/decoder_model_merged.onnx`, publishedFiles[`${size}Decoder`]),
    ]),
    about('README.md', 'moonshine/README.md'),
    about('package.json', 'moonshine/origin.json'),
  ],
  isPinned,
)
placeFiles(
  silero,
  [
    model('silero_vad_v5.onnx', modelFiles.voiceActivity),
    about('LICENSE.md', 'silero/LICENSE.md'),
    about('package.json', 'silero/origin.json'),
  ],
  isPinned,
)
placeFiles(
  vosk,
  [
    model(`${voskModel}/final.ext.raw`, modelFiles.voicePrint),
    model(`${voskModel}/mean.vec`, conversionSources.voicePrintMean),
    model(`${voskModel}/transform.mat`, conversionSources.voicePrintTransform),
    about(`${voskModel}/README.txt`, 'vosk-spk/README.txt'),
    about('LICENSE', 'vosk-spk/LICENSE'),
    about('package.json', 'vosk-spk/origin.json'),
  ],
  isPinned,
)
if (!convertedNames.every((name) => isPinned(locationOf(modelFiles[name])))) await writeConverted()

async function writeConverted(): Promise<void> {
  for (const [name, bytes] of await convert()) {
    const location = locationOf(modelFiles[name])
    writeAssembled(location, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== modelFiles[name].sha256) {
      console.error(
        `${location} has sha256 ${sha256}, and another is pinned as "${name}" in src/speech/models.ts`,
      )
      process.exitCode = 1
    }
  }
}

function model(from: string, to: ModelFile): Placement {
  return [from, locationOf(to)]
}

/** Of what a package says about itself nothing depends on the bytes: it need only be there. */
function isPinned(location: string): boolean {
  const file = pinned.find((each) => locationOf(each) === location)
  if (!file) return existsSync(location)
  try {
    readVerified(file, location)
    return true
  } catch {
    return false
  }
}

/** What a package says of itself goes with the weights out of it. */
function about(from: string, to: string): Placement {
  return [from, path.join(packageFolder(weightsPackage), 'weights', to)]
}
