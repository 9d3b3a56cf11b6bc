import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * One file more at a time than a small machine has cores: the longest wait a third of their time, for processes, timers and
 * the browser. Vitest by itself leaves one core of two idle.
 */
const WORKERS = 3

/**
 * What takes half a minute and more, the longest first. Short files would else be done when one of these begins, and the
 * other core is idle until it ends; their size, by which Vitest puts files it does not know in order, says nothing.
 */
const LONG = [
  'server/hostile',
  'web/web',
  'cli/pipelines',
  'billing/crash',
  'checks/script-accuracy/hostile-scripts',
  'cli/run',
  'server/mutations',
  'release/archives',
  'cli/samples',
  'queue/cluster',
  'audit/thread-pool',
  'server/x402/x402',
  'server/webhook-kills',
  'accuracy/gate',
].map((name) => `/test/${name}.test.ts`)

/** Loaded as it is: Vitest would rewrite it as source of ours, since it lies outside node_modules. */
const server = { deps: { external: [/\/packages\/runtime\//] } }

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.endsWith(name))
      return found < 0 ? LONG.length : found
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => group(one) - group(other) || place(one) - place(other))
  }
}

// Fast tests first: a slip in arithmetic shows in seconds, before any model is loaded. Files share a process where one runs
// after the other (isolate: false): what they import is loaded and compiled once, which takes a second and more of each.
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'fast',
          server,
          include: ['test/{audio,text,checks,cli,report,rooms,machine,outbound,webhooks}/**/*.test.ts'],
          exclude: ['test/cli/{hear,pipelines,run,samples}.test.ts', 'test/checks/comparison/heard.test.ts'],
          sequence: { groupOrder: 0 },
          isolate: false,
          // Some hear synthetic speech: quick on a free machine, slow on a crowded one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'models',
          server,
          include: [
            'test/{speech,conversion,audit,eval,voices,queue,mcp,web,release,library}/**/*.test.ts',
            'test/cli/{hear,pipelines,run,samples}.test.ts',
            'test/checks/comparison/heard.test.ts',
          ],
          sequence: { groupOrder: 1 },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page shows what a click changed a moment later, on a crowded machine some moments.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'service',
          server,
          include: ['test/{store,billing,server,client}/**/*.test.ts'],
          // With the models: while one file waits for a database or a process, the other computes.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'accuracy',
          server,
          include: ['test/accuracy/**/*.test.ts'],
          // Beside short files: no core waits for the last of the others, or while one thread plants the faults.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
