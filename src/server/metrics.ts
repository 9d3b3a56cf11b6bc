import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted. A registry of its own, so that two services in one process do not meet. */
export class Metrics {
  readonly registry = new Registry()
  private readonly registers = [this.registry]

  readonly requests = new Histogram({
    name: 'audio_audit_request_seconds',
    help: 'Requests by route and status, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
    registers: this.registers,
  })
  readonly audits = new Counter({
    name: 'audio_audit_audits_total',
    help: 'Audits by how they ended.',
    labelNames: ['outcome'],
    registers: this.registers,
  })
  readonly running = new Gauge({
    name: 'audio_audit_audits_running',
    help: 'Audits that share the workers now.',
    registers: this.registers,
  })
  readonly waiting = new Gauge({
    name: 'audio_audit_audits_waiting',
    help: 'Audits that wait for their turn.',
    registers: this.registers,
  })
  readonly admitted = new Gauge({
    name: 'audio_audit_requests_admitted',
    help: 'Audits in the house: being uploaded, waiting and running.',
    registers: this.registers,
  })
  readonly listens = new Counter({
    name: 'audio_audit_files_heard_total',
    help: 'Files heard, by check; cached ones are not heard.',
    labelNames: ['check'],
    registers: this.registers,
  })
  readonly audioSeconds = new Counter({
    name: 'audio_audit_audio_seconds_total',
    help: 'Seconds of sound heard, by check; cached ones are not heard.',
    labelNames: ['check'],
    registers: this.registers,
  })
  readonly workerSeconds = new Counter({
    name: 'audio_audit_worker_seconds_total',
    help: 'Seconds that workers spent hearing.',
    registers: this.registers,
  })
  readonly cacheHits = new Counter({
    name: 'audio_audit_cache_hits_total',
    help: 'Checks on files that were answered from findings kept before.',
    registers: this.registers,
  })
  readonly cacheMisses = new Counter({
    name: 'audio_audit_cache_misses_total',
    help: 'Checks on files that had to be heard.',
    registers: this.registers,
  })
  readonly credits = new Counter({
    name: 'audio_audit_credits_total',
    help: 'Credits, by what became of them.',
    labelNames: ['kind'],
    registers: this.registers,
  })
  readonly uploadedBytes = new Counter({
    name: 'audio_audit_uploaded_bytes_total',
    help: 'Bytes of audio received.',
    registers: this.registers,
  })
  readonly errors = new Counter({
    name: 'audio_audit_errors_total',
    help: 'Errors told to callers, by code.',
    labelNames: ['code'],
    registers: this.registers,
  })

  /** Of the process as well: memory, event loop. Only once for a process. */
  withProcess(): this {
    collectDefaultMetrics({ register: this.registry })
    return this
  }
}
