// Waveforms are computed at the first look and kept in a folder, no longer than the audio itself would be.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ThreadPool } from '../../../audit/thread-pool.js'
import type { StoredFile } from '../../../store/audits.js'
import type { Store } from '../../../store/store.js'
import { newId } from '../../../store/tokens.js'
import type { Peaks } from './peaks.js'

const DAY_MS = 86_400_000
const SWEEP_EVERY_MS = 3_600_000
/** Raise it when what is computed changes. */
const VERSION = 1

export interface KeptPeaksSettings {
  folder: string
  /** Of copies of the audio while it is being decoded. */
  workFolder: string
  keptDays: number
}

export class KeptPeaks {
  private readonly threads: ThreadPool
  /** Those being computed: who asks meanwhile waits for the same. */
  private readonly underWay = new Map<string, Promise<string>>()
  private sweptAtMs = 0

  constructor(
    private readonly store: Pick<Store, 'audio'>,
    private readonly settings: KeptPeaksSettings,
  ) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    this.threads = new ThreadPool({
      workerFile: new URL(`./worker.${extension}`, import.meta.url),
      workers: 1,
    })
  }

  /** As JSON; undefined when the audio is gone. */
  async json(file: StoredFile): Promise<string | undefined> {
    const kept = path.join(this.settings.folder, nameOf(file))
    const known = await readFile(kept, 'utf8').catch(() => undefined)
    if (known !== undefined) return known
    const running = this.underWay.get(kept) ?? this.computed(file, kept)
    this.underWay.set(kept, running)
    try {
      return (await running) || undefined
    } finally {
      this.underWay.delete(kept)
    }
  }

  close(): Promise<void> {
    return this.threads.close()
  }

  private async computed(file: StoredFile, kept: string): Promise<string> {
    const content = await this.store.audio.get(file)
    if (!content) return ''
    const { folder, workFolder } = this.settings
    await mkdir(folder, { recursive: true })
    await mkdir(workFolder, { recursive: true })
    const copy = path.join(workFolder, `waveform-${newId()}`)
    try {
      await pipeline(content.stream, createWriteStream(copy, { flags: 'wx', mode: 0o600 }))
      const json = JSON.stringify(await this.threads.run<Peaks>('peaks', { file: copy }))
      const unfinished = `${kept}.${newId()}`
      await writeFile(unfinished, json, { mode: 0o600 })
      await rename(unfinished, kept)
      await this.sweep()
      return json
    } finally {
      await rm(copy, { force: true })
    }
  }

  private async sweep(): Promise<void> {
    if (Date.now() - this.sweptAtMs < SWEEP_EVERY_MS) return
    this.sweptAtMs = Date.now()
    for (const name of await readdir(this.settings.folder)) {
      const kept = path.join(this.settings.folder, name)
      const about = await stat(kept).catch(() => undefined)
      if (about && Date.now() - about.mtimeMs > this.settings.keptDays * DAY_MS)
        await rm(kept, { force: true })
    }
  }
}

/** Whose it is goes into the name: that a waveform is there at once tells nobody that another has sent the same file. */
function nameOf({ caller, sha256 }: StoredFile): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([VERSION, caller, sha256]))
    .digest('hex')
  return `${hash}.json`
}
