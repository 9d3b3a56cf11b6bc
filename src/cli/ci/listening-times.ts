import type { AuditProgress } from '../../audit/engine.js'

/** How long each file was listened to, from what the audit tells of its progress. */
export class ListeningTimes {
  /** Wall seconds by name; what was cached takes none. */
  readonly listeningSec = new Map<string, number>()
  private readonly begun = new Map<string, number>()

  note({ file, step }: Pick<AuditProgress, 'file' | 'step'>): void {
    const now = performance.now()
    if (step !== 'heard' && step !== 'remembered') {
      if (!this.begun.has(file)) this.begun.set(file, now)
      return
    }
    this.listeningSec.set(file, (now - (this.begun.get(file) ?? now)) / 1000)
  }
}
