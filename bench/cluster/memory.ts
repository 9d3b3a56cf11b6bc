import { readFileSync } from 'node:fs'
import type { Member } from '../../lab/service/cluster.js'
import { quantile } from './callers.js'

/** What a process takes of the machine's memory. */
export function residentMb(member: Member): number {
  const status = readFileSync(`/proc/${member.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024
}

/**
 * Node lets its heap grow as long as the machine has memory, whether or not what is in it is still wanted. With a limit it
 * has to sweep, and what grows then is a leak. Live data of an API take about 40 MB.
 */
export const SWEPT = { NODE_OPTIONS: '--max-old-space-size=128' }

/** More than that is growth; less is the ebb and flow of a garbage collector. */
const MOST_GROWTH = 1.1

export class MemoryWatch {
  private readonly samples: number[] = []

  constructor(private readonly member: Member) {}

  look(): void {
    this.samples.push(residentMb(this.member))
  }

  /** Whether the last fifth takes no more than the second one: the first is for warming up. */
  verdict(): { isFlat: boolean; text: string } {
    const fifth = Math.floor(this.samples.length / 5)
    const early = quantile(this.samples.slice(fifth, 2 * fifth), 0.5)
    const late = quantile(this.samples.slice(-fifth), 0.5)
    const isFlat = late <= MOST_GROWTH * early
    const text = `${this.member.role}: ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB at the end${isFlat ? '' : ', GROWS'}`
    return { isFlat, text }
  }
}
