import type { AuditContext } from '../audit/engine.js'

/** Who listens to files: the threads of this process, or workers on any machine. */
export type ListenerPool = AuditContext['pool'] & {
  /** Of all servers; left out where nobody else puts files here. */
  readonly jobsWaiting?: number
  /** Of one caller, and of all with at most so many of each; left out in the same way. */
  jobsWaitingOf?(caller: string): number
  jobsWaitingUpTo?(mostOfOne: number): number
  /** False while no worker can be reached. */
  readonly isAvailable?: boolean
  /** Fails when the way to the workers is cut. */
  ping?(): Promise<void>
}
