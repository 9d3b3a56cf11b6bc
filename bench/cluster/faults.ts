// npx tsx bench/main.ts faults: each fault again and again under load, and whether anything was lost or charged twice.
import { execFileSync } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Cluster, type Member } from '../../lab/service/cluster.js'
import { openServerDatabase } from '../../src/store/database.js'
import { Callers, statusText } from './callers.js'

export interface FaultOptions {
  rounds: number
  only?: string | undefined
  stallSec: number
  s3Sec: number
  lostSec: number
}

const CALLERS = 6
/** Service is back when so many more audits have been answered. */
const ANSWERS_AFTER = 6

interface Scene {
  cluster: Cluster
  apis: Member[]
  workers: Member[]
  options: FaultOptions
}

type Fault = (scene: Scene) => Promise<void>

const someOf = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)]

function replaced(members: Member[], old: Member, young: Member): void {
  members[members.indexOf(old)] = young
}

const faults: Record<string, Fault> = {
  'worker killed': async ({ cluster, workers, options }) => {
    const victim = someOf(workers)
    await victim.end('SIGKILL')
    replaced(workers, victim, await cluster.add('worker', workerEnv(options)))
  },

  'API killed': async ({ cluster, apis }) => {
    const victim = someOf(apis)
    await victim.end('SIGKILL')
    // Two minutes later the others would take its audits for cut off; here that time is over at once.
    const { db, close } = await openServerDatabase(cluster.postgres.url)
    await sleep(1_600)
    await db.execute(sql`UPDATE audits SET lease_until = now() - interval '1 second' WHERE state = 'running'
      AND lease_until < now() + interval '118.5 seconds'`)
    await close()
    const young = await cluster.add('api')
    replaced(apis, victim, young)
    await cluster.store.recover()
    const timer = setInterval(() => cluster.store.recover().catch(() => {}), 2_000)
    setTimeout(() => clearInterval(timer), 130_000).unref()
    timer.unref()
  },

  'Redis restarted, its data lost': async ({ cluster }) => {
    await cluster.redis.kill()
    await sleep(Math.random() * 2000)
    await cluster.redis.start()
  },

  'PostgreSQL restarted': async ({ cluster }) => {
    await cluster.postgres.restart(Math.random() * 2000)
  },

  'S3 answers errors': async ({ cluster, options }) => {
    cluster.s3.break()
    await sleep(options.s3Sec * 1000)
    cluster.s3.heal()
  },

  'disk full': async ({ cluster, apis, workers }) => {
    const member = someOf([...apis, ...workers])
    const folder = diskOf(cluster, member)
    const { bavail, bsize } = await statfs(folder)
    await writeFile(path.join(folder, 'filler'), Buffer.alloc(bavail * bsize)).catch(() => {})
    await sleep(5_000)
    await rm(path.join(folder, 'filler'), { force: true })
  },

  'worker stalled': async ({ workers, options }) => {
    const victim = someOf(workers)
    victim.process.kill('SIGSTOP')
    await sleep(options.stallSec * 1000)
    victim.process.kill('SIGCONT')
  },
}

const workerEnv = ({ lostSec }: FaultOptions) => ({ WORKER_LOST_SEC: String(lostSec) })

/** A disk of their own, small enough to be filled. */
const DISK_MB = 16
const disks = new Map<Member, string>()

function diskOf(_cluster: Cluster, member: Member): string {
  const folder = disks.get(member)
  if (!folder) throw new Error('this member has no disk of its own')
  return folder
}

async function addWithDisk(
  cluster: Cluster,
  role: 'api' | 'worker',
  env: Record<string, string>,
): Promise<Member> {
  const folder = path.join(cluster.folder, `disk-${disks.size}`)
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  const member = await cluster.add(role, { ...env, AUDIO_AUDIT_DATA: folder })
  disks.set(member, folder)
  return member
}

export async function benchFaults(options: FaultOptions): Promise<boolean> {
  let isGood = true
  for (const [name, fault] of Object.entries(faults)) {
    if (options.only && !name.includes(options.only)) continue
    isGood = (await trial(name, fault, options)) && isGood
  }
  process.stdout.write(isGood ? 'GOOD: nothing lost, nothing charged twice, everybody answered\n' : 'BAD\n')
  return isGood
}

async function trial(name: string, fault: Fault, options: FaultOptions): Promise<boolean> {
  const cluster = await Cluster.start()
  const add =
    name === 'disk full'
      ? (role: 'api' | 'worker', env = {}) => addWithDisk(cluster, role, env)
      : (role: 'api' | 'worker', env = {}) => cluster.add(role, env)
  try {
    const apis = [await add('api'), await add('api')]
    const workers = [await add('worker', workerEnv(options)), await add('worker', workerEnv(options))]
    const scene: Scene = { cluster, apis, workers, options }
    const callers = await new Callers(cluster, {
      count: CALLERS,
      addresses: () => apis.filter((api) => !api.isGone()).map(({ address }) => address),
    }).start()
    const waitsSec: number[] = []
    await moreAnswers(callers)
    for (let round = 0; round < options.rounds; round++) {
      await sleep(Math.random() * 500)
      const started = performance.now()
      await fault(scene)
      await moreAnswers(callers)
      waitsSec.push((performance.now() - started) / 1000)
    }
    await callers.stop()
    const wrong = await callers.verify()
    const worst = Math.max(...waitsSec)
    process.stdout.write(
      `${wrong.length === 0 ? 'good' : 'BAD '}  ${name} x ${options.rounds}: answers ${statusText(callers.statuses)}; ` +
        `slowest answer ${Math.max(0, ...callers.seconds).toFixed(1)} s, longest until all was well again ${worst.toFixed(1)} s\n`,
    )
    for (const each of wrong.slice(0, 5)) process.stdout.write(`      ${each}\n`)
    return wrong.length === 0
  } finally {
    for (const folder of disks.values()) execFileSync('umount', ['-l', folder])
    disks.clear()
    await cluster.end()
  }
}

async function moreAnswers(callers: Callers): Promise<void> {
  const before = callers.answered
  while (callers.answered < before + ANSWERS_AFTER) await sleep(20)
}
