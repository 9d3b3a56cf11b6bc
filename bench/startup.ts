// npm run bench -- startup: what opening each model costs a worker thread, in CPU seconds. What is measured is dist/.
import { Worker } from 'node:worker_threads'
import type * as ModelsModule from '../src/speech/models.js'

/** CPU seconds of one thread, by what it opened. */
export type Startup = Record<string, number>

/** The first thread of a process finds that the files are the pinned ones; those after it rely on that. */
export async function benchStartup(): Promise<{ first: Startup; later: Startup }> {
  // As the service does: what threads share of the models begins here.
  const models = new URL('../dist/speech/models.js', import.meta.url)
  ;(await import(models.href)) as typeof ModelsModule
  return { first: await oneThread(), later: await oneThread() }
}

function oneThread(): Promise<Startup> {
  const workerData = new URL('./startup-thread.ts', import.meta.url).href
  // A thread does not inherit what lets Node read TypeScript.
  const script = `const { workerData } = require('node:worker_threads')
    import('tsx/esm/api').then(({ register }) => (register(), import(workerData)))`
  return new Promise((resolve, reject) => {
    new Worker(script, { eval: true, workerData }).once('message', resolve).once('error', reject)
  })
}

export function startupText({ first, later }: { first: Startup; later: Startup }): string {
  const line = (name: string, one: string, other: string) =>
    `${name.padEnd(28)}${one.padStart(14)}${other.padStart(14)}\n`
  const sum = (startup: Startup) => Object.values(startup).reduce((total, seconds) => total + seconds, 0)
  return [
    line('CPU seconds to open', 'first thread', 'later thread'),
    ...Object.keys(first).map((name) => line(name, first[name].toFixed(2), later[name].toFixed(2))),
    line('in all', sum(first).toFixed(2), sum(later).toFixed(2)),
  ].join('')
}
