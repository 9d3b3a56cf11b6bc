import { constants, getPriority, setPriority } from 'node:os'

/**
 * How much lower than the thread that answers requests, in steps of nice (1.25 times the share of a core each, sched(7)). With
 * two workers on two cores and callers who never rest, what an audit of 0.4 s spends outside of its worker falls from 0.45 to
 * 0.1 s ("npm run bench -- siege").
 */
const STEPS_LOWER = 5

/**
 * Lets the calling thread work only with what the thread that answers requests leaves over: that needs little, and everybody
 * waits for it. On Linux alone, where a priority is a thread's and not the whole process's.
 */
export function workInTheBackground(): void {
  if (process.platform !== 'linux') return
  setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + STEPS_LOWER))
}
