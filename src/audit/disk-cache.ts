import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { FindingsCache } from './findings-cache.js'
import { canUnpack } from './packed-findings.js'

/** Findings of one file take some kilobytes, so this holds those of tens of thousands of files. */
const MOST_BYTES = 512 * 1024 * 1024
/** How far the cache is cut back when it is full, so that not every new entry has to look for an old one. */
const KEPT_WHEN_FULL = 0.9
/** Of what is written, so that a later program can tell that it is not its own. */
const MAGIC = Buffer.from('aafind1\n')
const CHECKSUM_BYTES = 32
/** Nobody takes this long to write an entry: what is still there was left by a program that was killed. */
const ABANDONED_AFTER_MS = 3_600_000
const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700
const ENTRY_NAME = /^[0-9a-f]{64}$/

export interface DiskCacheOptions {
  mostBytes?: number
}

/** Findings in a folder, one file an entry. Several programs may share it: entries come and go whole. */
export class DiskCache implements FindingsCache {
  private readonly mostBytes: number
  /** Bytes held, as far as this program knows; undefined until it has looked. */
  private heldBytes: number | undefined
  private cleaning: Promise<void> | undefined

  constructor(
    readonly folder: string,
    { mostBytes = MOST_BYTES }: DiskCacheOptions = {},
  ) {
    this.mostBytes = mostBytes
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const file = this.fileOf(key)
    try {
      const packed = soundBody(await readFile(file))
      // The time of change stands for the last use; a folder that cannot be written still serves.
      const now = new Date()
      await utimes(file, now, now).catch(() => {})
      return packed
    } catch {
      return undefined
    }
  }

  async set(key: string, packed: Uint8Array): Promise<void> {
    const bytes = Buffer.concat([MAGIC, checksum(packed), packed])
    const file = this.fileOf(key)
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER })
      await writeFile(unfinished, bytes, { mode: OWNER_ONLY_FILE, flag: 'wx' })
      await rename(unfinished, file)
    } catch {
      await rm(unfinished, { force: true }).catch(() => {})
      return
    }
    if (this.heldBytes !== undefined) this.heldBytes += bytes.length
    if (this.heldBytes === undefined || this.heldBytes > this.mostBytes) await this.clean()
  }

  private fileOf(key: string): string {
    if (!ENTRY_NAME.test(key)) throw new Error(`not a key of findings: ${key}`)
    return path.join(this.folder, key.slice(0, 2), key)
  }

  /** Counts what is held and, when it is too much, drops what was not used for longest. */
  private clean(): Promise<void> {
    this.cleaning ??= this.dropOldest().finally(() => {
      this.cleaning = undefined
    })
    return this.cleaning
  }

  private async dropOldest(): Promise<void> {
    const entries = (await this.entries()).sort((a, b) => a.usedMs - b.usedMs)
    let heldBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    if (heldBytes > this.mostBytes) {
      for (const { file, bytes } of entries) {
        if (heldBytes <= KEPT_WHEN_FULL * this.mostBytes) break
        await rm(file, { force: true }).catch(() => {})
        heldBytes -= bytes
      }
    }
    this.heldBytes = heldBytes
  }

  private async entries(): Promise<{ file: string; bytes: number; usedMs: number }[]> {
    const found: { file: string; bytes: number; usedMs: number }[] = []
    for (const shelf of await readdir(this.folder).catch(() => [])) {
      // Only what this class has put there: the folder may be anyone's by a slip of the keyboard.
      if (!/^[0-9a-f]{2}$/.test(shelf)) continue
      // Made by a version before, or copied: findings are for their owner alone.
      await chmod(path.join(this.folder, shelf), OWNER_ONLY_FOLDER).catch(() => {})
      for (const name of await readdir(path.join(this.folder, shelf)).catch(() => [])) {
        const [key, unfinished] = name.split('.')
        if (!ENTRY_NAME.test(key)) continue
        const file = path.join(this.folder, shelf, name)
        const about = await stat(file).catch(() => null)
        if (!about) continue
        if (unfinished === undefined) found.push({ file, bytes: about.size, usedMs: about.mtimeMs })
        else if (Date.now() - about.mtimeMs > ABANDONED_AFTER_MS)
          await rm(file, { force: true }).catch(() => {})
      }
    }
    return found
  }
}

/** Where findings are kept unless the caller says otherwise: AUDIO_AUDIT_CACHE, or the cache folder of the user. */
export function defaultCache(env: NodeJS.ProcessEnv = process.env): FindingsCache | undefined {
  const set = env.AUDIO_AUDIT_CACHE?.trim()
  if (set === 'off') return undefined
  // A relative path there is to be ignored (XDG Base Directory Specification).
  const xdg = env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : undefined
  return new DiskCache(
    set ? path.resolve(set) : path.join(xdg ?? path.join(homedir(), '.cache'), 'audio-audit'),
  )
}

/** The findings in an entry. Fails when they are not as they were written. */
function soundBody(bytes: Buffer): Uint8Array {
  const bodyFrom = MAGIC.length + CHECKSUM_BYTES
  const body = bytes.subarray(bodyFrom)
  const isSound =
    bytes.length >= bodyFrom &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.subarray(MAGIC.length, bodyFrom).equals(checksum(body)) &&
    canUnpack(body)
  if (!isSound) throw new Error('not findings, or damaged')
  return body
}

function checksum(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest()
}
