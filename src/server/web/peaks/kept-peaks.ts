// Waveforms are computed at the first look and kept beside the audio, for as long as that is.
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ThreadPool } from '../../../audit/thread-pool.js'
import type { StoredFile } from '../../../store/audits.js'
import type { Store } from '../../../store/store.js'
import { newId } from '../../../store/tokens.js'
import type { Peaks } from './peaks.js'

/** Raise it when what is computed changes. */
const VERSION = 1
const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

export class KeptPeaks {
  private readonly threads: ThreadPool
  /** Those being computed: who asks meanwhile waits for the same. */
  private readonly underWay = new Map<string, Promise<string>>()

  constructor(
    private readonly store: Pick<Store, 'audio'>,
    /** Of copies of the audio while it is being decoded. */
    private readonly workFolder: string,
  ) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    this.threads = new ThreadPool({
      workerFile: new URL(`./worker.${extension}`, import.meta.url),
      workers: 1,
    })
  }

  /** As JSON; undefined when the audio is gone. */
  async json(file: StoredFile): Promise<string | undefined> {
    const known = await this.store.audio.waveform(file, VERSION)
    if (known !== undefined) return known
    // Whose it is counts: that a waveform is there at once tells nobody that another has sent the same file.
    const name = JSON.stringify([file.caller, file.sha256])
    const running = this.underWay.get(name) ?? this.computed(file)
    this.underWay.set(name, running)
    try {
      return (await running) || undefined
    } finally {
      this.underWay.delete(name)
    }
  }

  close(): Promise<void> {
    return this.threads.close()
  }

  private async computed(file: StoredFile): Promise<string> {
    const content = await this.store.audio.get(file)
    if (!content) return ''
    await mkdir(this.workFolder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    const copy = path.join(this.workFolder, `waveform-${newId()}`)
    try {
      await pipeline(content.stream, createWriteStream(copy, { flags: 'wx', mode: OWNER_ONLY_FILE }))
      const json = JSON.stringify(await this.threads.run<Peaks>('peaks', { file: copy }))
      await this.store.audio.keepWaveform(file, VERSION, json)
      return json
    } finally {
      await rm(copy, { force: true })
    }
  }
}
