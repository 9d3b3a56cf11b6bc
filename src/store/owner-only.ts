// Nobody but the user of the service may look into the data folder: it holds audio, transcripts and the secrets that sign
// links. What is made is made so; what a version before, a backup or another umask has left open is closed at the start.
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StoreError } from './errors.js'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** As a umask: whatever is written to the disk is written for the user of the service. */
export const OTHERS = 0o077
/** stat(2): in such a folder, like /tmp, everybody has things of their own. */
const STICKY = 0o1000
/** Of files that are looked at together; the system does a few at a time anyway. */
const AT_ONCE = 64
/** What the service puts into its folder. Anything else in there is not its own, and left as it is. */
const OWN_NAME =
  /^(database(\.unfinished)?|audio|uploads|work|waveforms|control\.sock|audio-is-owner-only|lock-.*)$/
const LARGE_FOLDER = 'audio'
/** Says of that folder that all in it is closed: then only the folder is looked at, since the service makes no open files. */
const ALL_CLOSED = 'audio-is-owner-only'

/** Makes the folder when it is not there. Fails with a StoreError where it is open to others and cannot be closed. */
export async function keepToOwner(dataFolder: string): Promise<void> {
  const folder = path.resolve(dataFolder)
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  if (process.platform === 'win32') return
  const about = await stat(folder)
  if (about.mode & STICKY || folder === path.parse(folder).root) {
    throw new StoreError(
      `The data folder ${folder} is shared with others: set AUDIO_AUDIT_DATA to a folder of the service's own.`,
    )
  }
  // The outermost first: from then on nobody else comes any further.
  const closing = closingIn(folder)
  await closing(folder, about)
  for (const name of await readdir(folder)) {
    if (!OWN_NAME.test(name)) continue
    const own = path.join(folder, name)
    // Followed, since audio may lie on another disk.
    const it = await stat(own).catch(missing)
    if (!it) continue
    const wasClosed = !(it.mode & OTHERS)
    if (name === LARGE_FOLDER && wasClosed && (await stat(path.join(folder, ALL_CLOSED)).catch(missing)))
      continue
    await closing(own, it)
    if (!it.isDirectory()) continue
    await closeAllIn(own, closing)
    if (name === LARGE_FOLDER) {
      await writeFile(path.join(folder, ALL_CLOSED), '', { mode: OWNER_ONLY_FILE }).catch(() => {})
    }
  }
}

type Closing = (place: string, about: Stats) => Promise<void>

async function closeAllIn(outermost: string, closing: Closing): Promise<void> {
  let folders = [outermost]
  while (folders.length > 0) {
    const some = folders.splice(0, AT_ONCE)
    const places = (
      await Promise.all(
        some.map(async (folder) =>
          (await readdir(folder).catch(missing))?.map((name) => path.join(folder, name)),
        ),
      )
    ).flatMap((found) => found ?? [])
    for (let from = 0; from < places.length; from += AT_ONCE) {
      const inside = await Promise.all(
        places.slice(from, from + AT_ONCE).map(async (place) => {
          const about = await lstat(place).catch(missing)
          if (!about || about.isSymbolicLink()) return undefined
          await closing(place, about)
          return about.isDirectory() ? place : undefined
        }),
      )
      folders = folders.concat(inside.filter((place) => place !== undefined))
    }
  }
}

function closingIn(dataFolder: string): Closing {
  return async (place, about) => {
    if (!(about.mode & OTHERS)) return
    try {
      await chmod(place, about.isDirectory() ? OWNER_ONLY_FOLDER : OWNER_ONLY_FILE)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return
      const owner = about.uid === process.geteuid?.() ? '' : `; it belongs to user ${about.uid}`
      throw new StoreError(
        `The data folder ${dataFolder} is open to other users, and ${place} cannot be closed to them (${code}${owner}). Give all of it to the user of the service ("chown -R ${process.geteuid?.()} ${dataFolder}"), or set AUDIO_AUDIT_DATA to a folder of its own.`,
        { cause: error },
      )
    }
    const now = await stat(place).catch(missing)
    if (now && now.mode & OTHERS) {
      throw new StoreError(
        `The data folder ${dataFolder} is open to other users, and its file system does not let it be closed to them. Set AUDIO_AUDIT_DATA to a folder on one that does.`,
      )
    }
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
