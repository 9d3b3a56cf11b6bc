// npm run build:voices: puts the model and the voices of Kokoro where tests, bench and eval read them from.
import { upstreamPackages } from '../src/conversion/upstream/packages.js'
import { placeFolder } from '../src/conversion/upstream/place.js'
import { kokoroFolder, kokoroVoiceNames } from './kokoro-files.js'

const files = [
  'kokoro-quantized.onnx',
  'tokenizer.json',
  ...kokoroVoiceNames.map((name) => `voices/${name}.bin`),
]
placeFolder(
  upstreamPackages.kokoro,
  kokoroFolder,
  files.map((file) => [`build/${file}`, file] as const),
)
