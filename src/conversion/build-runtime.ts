// npm run build:runtime: fills packages/runtime/ with what is needed of ONNX Runtime: its JavaScript, and its libraries for
// ordinary processors on Linux and macOS. Left out are Windows, the sources, a second copy of the library for macOS, and the
// install script, which would fetch CUDA from another host.
import { fileURLToPath } from 'node:url'
import { upstreamPackages } from './upstream/packages.js'
import { placeFolder } from './upstream/place.js'

// The same from src/conversion and from dist/conversion.
const folder = fileURLToPath(new URL('../../packages/runtime', import.meta.url))

const libraries = [
  'linux/x64/libonnxruntime.so.1',
  'linux/x64/onnxruntime_binding.node',
  'linux/arm64/libonnxruntime.so.1',
  'linux/arm64/onnxruntime_binding.node',
  'darwin/arm64/libonnxruntime.1.dylib',
  'darwin/arm64/onnxruntime_binding.node',
].map((file) => `bin/napi-v6/${file}`)
const scripts = ['index', 'backend', 'binding', 'version'].map((name) => `dist/${name}.js`)

placeFolder(
  upstreamPackages.onnxruntime,
  folder,
  [...libraries, ...scripts].map((file) => [file, file] as const),
)
