import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Refusals = Pick<Counter<'reason' | 'doing'>, 'inc'>

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
    help: 'Files analysed, by check; cached ones do not count.',
    labelNames: ['check'],
    registers: this.registers,
  })
  readonly audioSeconds = new Counter({
    name: 'audio_audit_audio_seconds_total',
    help: 'Seconds of sound analysed, by check; cached ones do not count.',
    labelNames: ['check'],
    registers: this.registers,
  })
  readonly workerSeconds = new Counter({
    name: 'audio_audit_worker_seconds_total',
    help: 'Seconds that workers spent analysing.',
    registers: this.registers,
  })
  readonly cacheHits = new Counter({
    name: 'audio_audit_cache_hits_total',
    help: 'Checks on files that were answered from findings kept before.',
    registers: this.registers,
  })
  readonly cacheMisses = new Counter({
    name: 'audio_audit_cache_misses_total',
    help: 'Checks on files that had to be analysed.',
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
  readonly refusals = new Counter({
    name: 'audio_audit_refusals_total',
    help: 'Requests turned away for want of room, by what was short and by whose doing: their own, or that of all together.',
    labelNames: ['reason', 'doing'],
    registers: this.registers,
  })
  readonly webhooks = new Counter({
    name: 'audio_audit_webhook_attempts_total',
    help: 'Attempts to deliver a webhook: delivered, to be retried, or failed for good.',
    labelNames: ['outcome'],
    registers: this.registers,
  })

  readonly queuedFiles = new Gauge({
    name: 'audio_audit_queue_files',
    help: 'Files of this process that no listener has begun with.',
    registers: this.registers,
  })
  readonly queuedSeconds = new Gauge({
    name: 'audio_audit_queue_audio_seconds',
    help: 'About how many seconds of sound those files hold; the sum over all servers is what waits in all.',
    registers: this.registers,
  })
  readonly jobsWaiting = new Gauge({
    name: 'audio_audit_queue_jobs',
    help: 'Files of all servers that no worker has taken yet. Every server tells the same: do not add them up.',
    registers: this.registers,
  })
  readonly workers = new Gauge({
    name: 'audio_audit_workers',
    help: 'Listener threads of this process.',
    registers: this.registers,
  })
  readonly workersBusy = new Gauge({
    name: 'audio_audit_workers_busy',
    help: 'Listener threads of this process that are busy now.',
    registers: this.registers,
  })
  readonly busyShare = new Gauge({
    name: 'audio_audit_busy_share',
    help: 'The one divided by the other, from 0 to 1.',
    registers: this.registers,
  })
  /** What is looked at when somebody asks. */
  private readonly looks: (() => void)[] = []

  watchBacklog(backlog: { files: number; seconds: number; filesOfAll: number }): void {
    this.looks.push(() => {
      this.queuedFiles.set(backlog.files)
      this.queuedSeconds.set(backlog.seconds)
      this.jobsWaiting.set(backlog.filesOfAll)
    })
  }

  watchWorkers(threads: { workers: number; busy: number }): void {
    this.looks.push(() => {
      this.workers.set(threads.workers)
      this.workersBusy.set(threads.busy)
      // A file that is cancelled while it rests goes on beside the others until it notices.
      this.busyShare.set(Math.min(1, threads.busy / threads.workers))
    })
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    for (const look of this.looks) look()
    return this.registry.metrics()
  }

  /** Of the process as well: memory, event loop. Only once for a process. */
  withProcess(): this {
    collectDefaultMetrics({ register: this.registry })
    return this
  }
}
