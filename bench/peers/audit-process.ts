// Audits files in a process of its own, with the build in dist/; the request comes as JSON in the first argument, what was spent
// goes out as JSON. Opening the models is not counted.
import type { CheckName } from '../../src/audit/checks.js'
import type * as EngineModule from '../../src/audit/engine.js'
import type * as JudgingModule from '../../src/audit/judging.js'
import type * as PoolModule from '../../src/audit/pool.js'
import { spentOn } from './spent.js'

export interface AuditProcessRequest {
  files: { name: string; path: string }[]
  scripts: Record<string, string>
  checks: CheckName[]
  workers: number
}

const built = <T>(module: string) =>
  import(new URL(`../../dist/${module}`, import.meta.url).href) as Promise<T>

const { files, scripts, checks, workers }: AuditProcessRequest = JSON.parse(process.argv[2])
const { audit } = await built<typeof EngineModule>('audit/engine.js')
const { createPool } = await built<typeof PoolModule>('audit/pool.js')
const { createJudging } = await built<typeof JudgingModule>('audit/judging.js')
const pool = createPool({ workers })
if (pool.workers !== workers) throw new Error(`there is memory for ${pool.workers} workers only`)
const judging = createJudging()
const audited = (some: typeof files) => {
  const names = new Set(some.map(({ name }) => name))
  const own = Object.entries(scripts).filter(([name]) => names.has(name))
  return audit(
    some,
    { checks, ...(checks.includes('scriptAccuracy') ? { scripts: Object.fromEntries(own) } : {}) },
    { pool, judging },
  )
}
// So that every worker has its models open and its code compiled.
await audited(files.slice(0, 2 * workers))
const spent = await spentOn(() => audited(files))
await Promise.all([pool.close(), judging.close()])
process.stdout.write(
  JSON.stringify({ ...spent, peakMemoryMb: (process.resourceUsage().maxRSS * 1024) / 1e6 }),
)
