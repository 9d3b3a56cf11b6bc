import type { Caller } from '../../store/caller.js'
import type { AuditOutcome, RunningAudit } from './running-audit.js'

interface Entry {
  running: RunningAudit
  /** Never fails by itself: whoever wants to know asks for the outcome. */
  ended: Promise<void>
}

/** The audits of this process that have not ended. */
export class RunningAudits {
  private readonly entries = new Map<string, Entry>()

  /** Runs it to its end. */
  start(running: RunningAudit): Promise<AuditOutcome> {
    const outcome = running.run()
    const ended = outcome.then(
      () => {},
      () => {},
    )
    this.entries.set(running.auditId, { running, ended })
    ended.then(() => this.entries.delete(running.auditId))
    return outcome
  }

  find(caller: Caller, auditId: string): Entry | undefined {
    const entry = this.entries.get(auditId)
    return entry?.running.charged.caller === caller ? entry : undefined
  }

  /** Waits for all to end, and stops those that take longer than that. */
  async drain(graceMs: number): Promise<void> {
    const allEnded = () => Promise.all([...this.entries.values()].map(({ ended }) => ended))
    let timer: NodeJS.Timeout | undefined
    const graceOver = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs)
    })
    await Promise.race([allEnded(), graceOver])
    clearTimeout(timer)
    for (const { running } of this.entries.values()) {
      running.stop('The service is stopping; the credits were given back. Send the audit again.')
    }
    await allEnded()
  }
}
