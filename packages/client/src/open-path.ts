import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { OpenPath } from './audit-form.js'

/** Files by their path, as Node has them: read from the disk while they are sent. */
export const openPath: OpenPath = async (file) => {
  const { size } = await stat(file)
  return { name: path.basename(file), byteCount: size, read: () => createReadStream(file) }
}
