// npm run bench -- siege: three honest callers beside attackers who never rest, while the service is killed again and again.
//
// Kills and clocks do not go together: an audit whose service dies takes as long as the next start. So the time is divided
// into rounds. In the first part of each the service is killed a few times in a row, and honest audits count for the books
// only. In the rest they are held against the clock as well, from when everybody was answered again.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, statusText } from '../cluster/callers.js'
import { MOST_TIMES_IDLE } from '../hostile/attack.js'
import { openModels } from '../hostile/warm-up.js'
import type { CountedAnswers } from './besiegers.js'
import { Besieging } from './besieging.js'
import { checkBooks } from './books.js'
import { Fortress } from './fortress.js'
import { HonestCaller } from './honest-caller.js'

export interface SiegeOptions {
  minutes: number
  kills: number
  /** Files in a batch of the attacker. */
  files: number
}

const GRANTED = 1_000_000
const ROUND_SEC = 180
/** How long a service lives before the next kill, from when it answers. */
const LIFE_MS = { least: 500, most: 4_000 }
/** Six threads that open their models on two cores beside everybody's files: 35 s, as measured after a kill. */
const SETTLING_MS = 40_000

/**
 * Each with a check of their own and other words. As many sentences as take a second and more by themselves: long beside what the
 * machine does by chance, short beside the life of a service.
 */
const honestKinds: { name: string; on: string[]; sentences: number }[] = [
  { name: 'quality', on: ['quality'], sentences: 12 },
  { name: 'script', on: ['scriptAccuracy'], sentences: 4 },
  { name: 'both', on: ['quality', 'scriptAccuracy'], sentences: 4 },
]

export async function benchSiege({ minutes, kills, files }: SiegeOptions): Promise<boolean> {
  const stop = new AbortController()
  const say = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
  const fortress = await Fortress.build()
  // Half a siege proves nothing: it ends at once, and leaves nothing behind.
  const onSignal = () => fortress.end().finally(() => process.exit(130))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    await openModels((name, credits) => fortress.party(name, credits))
    const honest: HonestCaller[] = []
    for (const [at, kind] of honestKinds.entries()) {
      const client = await fortress.party(`honest ${kind.name}`, GRANTED)
      honest.push(new HonestCaller({ ...kind, client, at: 3 * at, say }))
    }
    for (const caller of honest) {
      await caller.measureIdle()
      say(`${caller.name} alone: ${caller.idleSec.toFixed(2)} s`)
    }

    let isFair = true
    const clock = { reign: () => fortress.kills, isFair: () => isFair }
    const siege = await Besieging.begin(fortress, files)
    const going = Promise.all(honest.map((caller) => caller.goOn(clock, stop.signal)))
    const started = Date.now()
    const endsAt = started + minutes * 60_000
    const rounds = Math.max(1, Math.round((minutes * 60) / ROUND_SEC))
    for (let round = 1; round <= rounds && !stop.signal.aborted; round++) {
      isFair = false
      while (fortress.kills < Math.round((kills * round) / rounds) && !stop.signal.aborted) {
        const { least, most } = LIFE_MS
        await sleep(least + Math.random() * (most - least))
        await fortress.kill()
      }
      const before = honest.map(({ audits }) => audits.size)
      await sleep(SETTLING_MS, undefined, { signal: stop.signal }).catch(() => {})
      while (honest.some(({ audits }, at) => audits.size === before[at]) && !stop.signal.aborted)
        await sleep(200)
      isFair = true
      const nextAt = started + ((endsAt - started) * round) / rounds
      await sleep(Math.max(0, nextAt - Date.now()), undefined, { signal: stop.signal }).catch(() => {})
      say(`round ${round} of ${rounds}: ${fortress.kills} kills, ${progressOf(honest)}`)
    }
    // Whoever has sent something is answered before the end.
    stop.abort()
    const [answers] = await Promise.all([siege.callOff(), going])
    await fortress.stop()
    const books = await checkBooks(fortress.dataFolder, honest, GRANTED)
    return verdict({
      honest,
      books,
      kills: fortress.kills,
      wantedKills: kills,
      minutes,
      answers,
    })
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await fortress.end()
  }
}

function progressOf(honest: HonestCaller[]): string {
  const ratios = honest.flatMap((caller) => caller.ratios)
  const answered = honest.reduce((sum, { audits }) => sum + audits.size, 0)
  const refused = honest.reduce((sum, { refusals }) => sum + refusals.size, 0)
  return `${answered} honest audits answered, ${ratios.length} held against the clock, longest ${Math.max(0, ...ratios).toFixed(2)} times idle, ${refused} kinds of refusal`
}

interface Siege {
  honest: HonestCaller[]
  books: { wrong: string[]; audits: number }
  kills: number
  wantedKills: number
  minutes: number
  answers: CountedAnswers
}

function verdict({ honest, books, kills, wantedKills, minutes, answers }: Siege): boolean {
  const lines: string[] = []
  const wrong: string[] = []
  for (const { name, idleSec, ratios, uncounted, orders, refusals, oddities } of honest) {
    lines.push(
      `${name}: alone ${idleSec.toFixed(2)} s; ${orders} orders, ${ratios.length} held against the clock: median ${quantile(ratios, 0.5).toFixed(2)}, ` +
        `p95 ${quantile(ratios, 0.95).toFixed(2)}, longest ${Math.max(0, ...ratios).toFixed(2)} times; ${uncounted} beside kills, for the books only`,
    )
    const over = ratios.filter((ratio) => ratio > MOST_TIMES_IDLE).length
    if (over > 0)
      wrong.push(
        `${name}: ${over} of ${ratios.length} took more than ${MOST_TIMES_IDLE} times as long as alone`,
      )
    if (ratios.length === 0) wrong.push(`${name}: none was held against the clock`)
    for (const [what, count] of refusals) {
      // Told at the next start to those whose service was killed; they send again.
      const isOfKill = /stopped while this audit ran/.test(what)
      if (isOfKill) lines.push(`${name}: ${count} times told that a kill had cut the audit off`)
      else wrong.push(`${name}: ${count} times ${what}`)
    }
    wrong.push(...oddities)
  }
  wrong.push(...books.wrong)
  if (kills < wantedKills) wrong.push(`${kills} kills instead of ${wantedKills}`)
  for (const [attack, statuses] of answers)
    lines.push(`attackers, ${attack}: ${statusText(new Map(statuses)) || 'no answer'}`)
  lines.push(`${books.audits} honest audits stored after ${kills} kills in ${minutes} min`)
  for (const each of wrong.slice(0, 30)) lines.push(`- ${each}`)
  const isGood = wrong.length === 0
  process.stdout.write(
    `${lines.join('\n')}\n${isGood ? 'GOOD' : 'BAD'}: every honest audit within ${MOST_TIMES_IDLE} times its idle time, none refused, money and audits exact\n`,
  )
  return isGood
}
