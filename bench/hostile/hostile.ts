// npm run bench -- hostile: every attack that the service must bear, one after the other, and what each costs whom.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attack,
  LONGEST_PULSE_MS,
  MOST_TIMES_IDLE,
  type Scene,
  type Shown,
  type Sizes,
  short,
  usual,
} from './attack.js'
import { attacks } from './attacks.js'
import type { Client } from './client.js'
import { type Beside, Honest } from './honest.js'
import { ownService, PulseWatch, runningService, type Target } from './target.js'
import { openModels } from './warm-up.js'

export interface HostileOptions {
  isShort: boolean
  files?: number | undefined
  /** Only attacks whose name has it. */
  only?: string | undefined
  /** A service that runs already, with a key for the honest and one for the attacker. */
  running?: { address: string; honestKey: string; attackerKey: string } | undefined
}

export interface Outcome {
  attack: string
  fault: number
  held: boolean
  wrong: string[]
  /** Limits of time that were broken: the service's fault, or that of a crowded machine. */
  slow: string[]
  notes: string[]
  attacker: { credits: number; bytes: number; seconds: number }
  others: {
    longestPulseMs: number
    serviceCpuSec: number
    /** Honest audits beside it, the longest of them in times of what it takes alone, and what was refused. */
    audits: number
    mostTimesIdle: number | null
    medianTimesIdle: number | null
    /** That took more than they may. */
    late: number
    refused: Record<number, number>
  }
}

const HONEST_CREDITS = 1_000_000
/** Until what the attack has left behind is over, and the next is not held against its service. */
const MOST_CALM_MS = 60_000

export interface Listener {
  onStart?(attack: Attack): void
  onOutcome?(outcome: Outcome): void
}

export async function replayAttacks(
  options: HostileOptions,
  signal: AbortSignal,
  listener: Listener = {},
): Promise<Outcome[]> {
  const { isShort, files, only, running } = options
  const base = isShort ? short : usual
  const sizes: Sizes = { ...base, files: files ?? base.files }
  const chosen = attacks.filter(
    ({ name, isLongOnly }) => (!only || name.includes(only)) && !(isShort && isLongOnly),
  )
  if (chosen.length === 0) {
    throw new Error(`no attack has "${only}" in its name: ${attacks.map(({ name }) => name).join(', ')}`)
  }
  const target = running
    ? runningService(running.address, running.honestKey, running.attackerKey)
    : await ownService()
  const pulse = new PulseWatch(target.address)
  const outcomes: Outcome[] = []
  // Whoever still waits for an answer then waits no longer.
  signal.addEventListener('abort', () => target.end())
  try {
    const honest = new Honest(await target.party('honest', HONEST_CREDITS), signal, isShort ? 0 : undefined)
    if (chosen.some(({ isBesideHonest }) => isBesideHonest)) {
      if (!isShort && !running) await openModels(target.party)
      await honest.measureIdle(isShort ? 1 : undefined)
    }
    for (const attack of chosen) {
      if (signal.aborted) break
      listener.onStart?.(attack)
      const outcome = await replay(attack, { target, sizes, honest, signal }, pulse)
      outcomes.push(outcome)
      listener.onOutcome?.(outcome)
      await calm(target, signal)
    }
    if (!running && !signal.aborted) await lookAfterwards(chosen, target, outcomes, listener)
  } finally {
    pulse.end()
    await target.end()
  }
  return outcomes
}

async function replay(
  attack: Attack,
  given: Pick<Scene, 'target' | 'sizes' | 'honest' | 'signal'>,
  pulse: PulseWatch,
): Promise<Outcome> {
  const { target, honest } = given
  const parties: { client: Client; before: number }[] = []
  const scene: Scene = {
    ...given,
    async attacker(credits) {
      const client = await target.party(attack.name, credits)
      parties.push({ client, before: await client.credits() })
      return client
    },
    stranger() {
      const client = target.stranger()
      parties.push({ client, before: 0 })
      return client
    },
  }
  await attack.prepare?.(given.sizes)
  await pulse.felt()
  const cpuBefore = await target.cpuSec()
  const started = performance.now()
  const work = attack
    .run(scene)
    .catch((error: Error): Shown => ({ wrong: [`it broke off: ${error.message}`] }))
  const { result: shown, beside } = attack.isBesideHonest
    ? await honest.beside(work)
    : { result: await work, beside: { seconds: [], refused: {} } as Beside }
  const seconds = (performance.now() - started) / 1000
  const { longestMs, unanswered } = await pulse.felt()
  const timesIdle = beside.seconds.map((sec) => sec / honest.idleSec).sort((a, b) => a - b)
  const mostTimesIdle = timesIdle.at(-1) ?? null
  const wrong = [...shown.wrong]
  const slow = [...(shown.slow ?? [])]
  if (unanswered > 0) wrong.push(`/healthz was not answered ${unanswered} times`)
  for (const [status, count] of Object.entries(beside.refused))
    wrong.push(`${count} honest audits were answered with ${status}`)
  if (longestMs > LONGEST_PULSE_MS) slow.push(`/healthz took ${longestMs.toFixed(0)} ms`)
  if (mostTimesIdle !== null && mostTimesIdle > MOST_TIMES_IDLE)
    slow.push(`an honest audit took ${mostTimesIdle.toFixed(1)} times as long as alone`)
  let credits = 0
  for (const { client, before } of parties) if (client.key) credits += before - (await client.credits())
  return {
    attack: attack.name,
    fault: attack.fault,
    held: wrong.length === 0 && slow.length === 0,
    wrong,
    slow,
    notes: shown.notes ?? [],
    attacker: { credits, bytes: parties.reduce((sum, { client }) => sum + client.bytesSent, 0), seconds },
    others: {
      longestPulseMs: longestMs,
      serviceCpuSec: (await target.cpuSec()) - cpuBefore,
      audits: beside.seconds.length,
      mostTimesIdle,
      medianTimesIdle: timesIdle[timesIdle.length >> 1] ?? null,
      late: timesIdle.filter((times) => times > MOST_TIMES_IDLE).length,
      refused: beside.refused,
    },
  }
}

/** Until nothing is audited any more. */
async function calm(target: Target, signal: AbortSignal): Promise<void> {
  const CALM_CPU_SEC = 0.1
  const LOOK_MS = 250
  for (const until = Date.now() + MOST_CALM_MS; Date.now() < until && !signal.aborted; ) {
    const before = await target.cpuSec()
    await sleep(LOOK_MS)
    // The pulse alone costs some of it.
    if (!((await target.cpuSec()) - before > CALM_CPU_SEC)) return
  }
}

/** What can only be seen once nobody holds the data. */
async function lookAfterwards(
  chosen: Attack[],
  target: Target,
  outcomes: Outcome[],
  { onOutcome }: Listener,
): Promise<void> {
  const looking = chosen.filter(({ after }) => after)
  if (looking.length === 0) return
  await target.stop()
  for (const attack of looking) {
    const outcome = outcomes.find(({ attack: name }) => name === attack.name)!
    const { wrong } = await attack.after!(target.dataFolder!)
    outcome.wrong.push(...wrong)
    outcome.held &&= wrong.length === 0
    onOutcome?.(outcome)
  }
}

export function outcomeText({ attack, held, wrong, slow, notes, attacker, others }: Outcome): string {
  const size =
    attacker.bytes < 1e6
      ? `${(attacker.bytes / 1e3).toFixed(0)} kB`
      : `${(attacker.bytes / 1e6).toFixed(1)} MB`
  const credits = `${attacker.credits} ${attacker.credits === 1 ? 'credit' : 'credits'}`
  const refused = Object.values(others.refused).reduce((sum, count) => sum + count, 0)
  const honest =
    others.audits + refused > 0
      ? `, honest audits ${others.medianTimesIdle?.toFixed(1) ?? '-'} times idle, at most ${others.mostTimesIdle?.toFixed(1) ?? '-'} (${others.audits} done, ${others.late} late, ${refused} refused)`
      : ''
  return [
    `${held ? 'held        ' : 'DID NOT HOLD'}  ${attack}: attacker ${credits}, ${size}, ${attacker.seconds.toFixed(1)} s; ` +
      `others /healthz ${others.longestPulseMs.toFixed(0)} ms${honest}; service ${others.serviceCpuSec.toFixed(1)} CPU s` +
      (notes.length > 0 ? `; ${notes.join('; ')}` : ''),
    ...[...wrong, ...slow].slice(0, 20).map((each) => `              - ${each}`),
    '',
  ].join('\n')
}

/** Whether all held. Ctrl-C ends the service and removes its data. */
export async function benchHostile({
  isJson,
  ...options
}: HostileOptions & { isJson: boolean }): Promise<boolean> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const outcomes = await replayAttacks(options, stop.signal, {
    onStart: ({ name, about }) => process.stderr.write(`${name}: ${about} ...\n`),
    onOutcome: (outcome) => {
      if (!isJson) process.stdout.write(outcomeText(outcome))
    },
  }).finally(() => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  })
  const held = outcomes.filter((outcome) => outcome.held).length
  if (isJson) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`)
  else
    process.stdout.write(`${held === outcomes.length ? 'GOOD' : 'BAD'}: ${held} of ${outcomes.length} held\n`)
  return held === outcomes.length && !stop.signal.aborted
}
