// npm run build:models: writes dist/models/, unless what is there is already what is pinned.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { locationOf, modelFiles, readModelFile } from '../speech/models.js'
import { convert, convertedNames } from './convert.js'

function isPinned(name: (typeof convertedNames)[number]): boolean {
  try {
    readModelFile(name)
    return true
  } catch {
    return false
  }
}

if (!convertedNames.every(isPinned)) {
  for (const [name, bytes] of convert()) {
    const location = locationOf(modelFiles[name])
    mkdirSync(path.dirname(location), { recursive: true })
    writeFileSync(location, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== modelFiles[name].sha256) {
      console.error(
        `${location} has sha256 ${sha256}, and another is pinned as "${name}" in src/speech/models.ts`,
      )
      process.exitCode = 1
    }
  }
}
