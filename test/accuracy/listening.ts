// The real pipeline, from files on a disk through worker threads to the report.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Audit, audit } from '../../src/audit/engine.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { createPool, type Pool } from '../../src/audit/pool.js'
import type { AuditRequest } from '../../src/audit/request.js'
import { wavBytes } from '../../voices/wav.js'

export interface SoundFile {
  name: string
  samples: Float32Array
  sampleRateHz: number
}

export class Listening {
  private readonly kept = new Map<string, Uint8Array>()
  private readonly written = new WeakMap<Float32Array, { path: string; sha256: string }>()

  private constructor(
    private readonly pool: Pool,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Listening> {
    return new Listening(createPool({ workers: 2 }), await mkdtemp(path.join(tmpdir(), 'accuracy-')))
  }

  /** What was heard is kept, so that a file may be in several batches. */
  async audit(sounds: SoundFile[], request: AuditRequest): Promise<Audit> {
    const files = []
    for (const sound of sounds) files.push({ name: sound.name, ...(await this.fileOf(sound)) })
    const cache = {
      get: async (key: string) => this.kept.get(key),
      set: async (key: string, findings: Uint8Array) => void this.kept.set(key, findings),
    }
    return audit(files, request, { pool: this.pool, judging: judgingHere, cache })
  }

  private async fileOf({ samples, sampleRateHz }: SoundFile): Promise<{ path: string; sha256: string }> {
    const known = this.written.get(samples)
    if (known) return known
    const bytes = wavBytes(samples, sampleRateHz)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { path: path.join(this.folder, `${sha256}.wav`), sha256 }
    await writeFile(file.path, bytes)
    this.written.set(samples, file)
    return file
  }

  async close(): Promise<void> {
    await this.pool.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
