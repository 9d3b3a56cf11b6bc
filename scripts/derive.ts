// npm run derive: writes everything that is derived from the declarations of the detectors, the types of packages/client, the models of clients/python, and docs/library.md.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { derivedFiles, staleFiles } from './derive/derived-files.js'
import { foundDetectors, root } from './derive/detectors.js'

const files = derivedFiles(await foundDetectors())
const stale = staleFiles(files)
for (const { file, text } of files) {
  if (!stale.includes(file)) continue
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
  console.log(`written: ${file}`)
}
// Loaded only now: it describes the service as the files above make it.
const { clientTypes, typesFile } = await import('./client-types.js')
await writeFile(typesFile, await clientTypes())
const { pythonModels } = await import('./python-models.js')
for (const { file, text } of await pythonModels()) await writeFile(file, text)
const { libraryReference, referenceFile } = await import('./derive/library-reference.js')
await writeFile(referenceFile, libraryReference())
