import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type BlobContent,
  type BlobKey,
  type Blobs,
  type ByteRange,
  boundedRange,
  isPlace,
  placeOf,
} from './blobs.js'

const OWNER_ONLY_FOLDER = 0o700

export class FolderBlobs implements Blobs {
  private readonly unfinished: string

  constructor(private readonly folder: string) {
    this.unfinished = path.join(folder, 'unfinished')
  }

  async has(key: BlobKey): Promise<boolean> {
    return (await stat(this.fileAt(placeOf(key))).catch(missing)) !== undefined
  }

  async put(key: BlobKey, source: string): Promise<void> {
    const file = this.fileAt(placeOf(key))
    const unfinished = path.join(this.unfinished, randomBytes(16).toString('hex'))
    await mkdir(this.unfinished, { recursive: true, mode: OWNER_ONLY_FOLDER })
    try {
      // A clone costs nothing where the file system can share blocks; elsewhere it is a copy.
      await copyFile(source, unfinished, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
      await synced(unfinished)
      await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER })
      await rename(unfinished, file)
      await synced(path.dirname(file))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  async get(key: BlobKey, range?: ByteRange): Promise<BlobContent | undefined> {
    const handle = await open(this.fileAt(placeOf(key))).catch(missing)
    if (!handle) return undefined
    try {
      const { size: totalBytes } = await handle.stat()
      const { from, to } = range
        ? boundedRange(range, totalBytes)
        : { from: 0, to: Math.max(0, totalBytes - 1) }
      // The stream closes the handle, however it ends.
      return { stream: handle.createReadStream({ start: from, end: to }), totalBytes }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async delete(place: string): Promise<void> {
    await rm(this.fileAt(place), { force: true })
  }

  async *list(): AsyncIterable<string> {
    for (const shelf of await names(this.folder)) {
      for (const drawer of await names(path.join(this.folder, shelf))) {
        for (const name of await names(path.join(this.folder, shelf, drawer))) {
          const place = `${shelf}/${drawer}/${name}`
          if (isPlace(place)) yield place
        }
      }
    }
  }

  async sweepUnfinished(olderThanMs: number): Promise<void> {
    for (const name of await names(this.unfinished)) {
      const file = path.join(this.unfinished, name)
      const about = await stat(file).catch(missing)
      if (about && Date.now() - about.mtimeMs >= olderThanMs) await rm(file, { force: true })
    }
  }

  close(): void {}

  private fileAt(place: string): string {
    if (!isPlace(place)) throw new TypeError('not a place of a blob')
    return path.join(this.folder, place)
  }
}

/** Onto the disk, so that a row in the database never speaks of a file that a power cut took. */
async function synced(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
