// A part of a core for a process, by a control group of Linux (either version; needs root): many slow machines on a fast one.
import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Short beside a job, so that a worker is slow all the time instead of now fast, now still. */
const PERIOD_US = 20_000

const root = '/sys/fs/cgroup'

/** Call what it resolves to once the process is gone. */
export async function giveShareOfCore(pid: number, share: number): Promise<() => Promise<void>> {
  const isSecondVersion = existsSync(path.join(root, 'cgroup.controllers'))
  const folder = path.join(root, isSecondVersion ? '' : 'cpu', `audio-audit-bench-${pid}`)
  const quotaUs = Math.round(PERIOD_US * share)
  if (isSecondVersion) await writeFile(path.join(root, 'cgroup.subtree_control'), '+cpu')
  await mkdir(folder)
  const limits: Record<string, string> = isSecondVersion
    ? { 'cpu.max': `${quotaUs} ${PERIOD_US}` }
    : { 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': String(quotaUs) }
  for (const [file, text] of Object.entries(limits)) await writeFile(path.join(folder, file), text)
  await writeFile(path.join(folder, 'cgroup.procs'), String(pid))
  return () => rmdir(folder)
}
