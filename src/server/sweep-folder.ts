import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 86_400_000

/** Removes what a process that was killed has left. Where others may share the folder, only what is too old to be theirs. */
export async function sweepFolder(folder: string, { isExclusive }: { isExclusive: boolean }): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = path.join(folder, name)
    const about = await stat(left).catch(() => undefined)
    if (about && (isExclusive || Date.now() - about.mtimeMs > DAY_MS)) {
      await rm(left, { recursive: true, force: true })
    }
  }
}
