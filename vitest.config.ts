import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
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
  'web/web',
  'accuracy/gate',
  'server/hostile',
  'billing/crash',
  'cli/pipelines',
  'checks/script-accuracy/hostile-scripts',
  'cli/run',
  'server/mutations',
  'release/archives',
  'cli/samples',
  'queue/cluster',
  'audit/thread-pool',
  'server/x402/x402',
  'server/webhook-kills',
].map((name) => `/test/${name}.test.ts`)

/** In this order: a slip in arithmetic shows in seconds, before any model is loaded. */
const PROJECTS = ['counted', 'fast', 'accuracy', 'models']

/** Loaded as it is: Vitest would rewrite it as source of ours, since it lies outside node_modules. */
const server = { deps: { external: [/\/packages\/runtime\//] } }

/**
 * Files of a project follow one another, without waiting for the last of the project before. A process goes on to the next file
 * only where that is of its own project; where projects took turns, nearly every file would load and compile all it imports anew.
 */
class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.endsWith(name))
      return found < 0 ? LONG.length : found
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => turn(one) - turn(other) || place(one) - place(other))
  }
}

/**
 * Those that count the blocks of code that run: V8 goes on counting until the process ends, which would make the files
 * behind them slow, and counts too little where another file has compiled the code before.
 */
const root = fileURLToPath(new URL('.', import.meta.url))
const counted = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => path.join('test', name))
  .filter((name) => /from '.*\/work-done\.js'/.test(readFileSync(path.join(root, name), 'utf8')))

const withModels = ['test/cli/{hear,pipelines,run,samples}.test.ts', 'test/checks/comparison/heard.test.ts']

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: ProjectsInTurn },
    projects: [
      {
        test: {
          name: 'counted',
          server,
          include: counted,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'fast',
          server,
          include: [
            'test/{audio,text,onnx,checks,cli,report,rooms,machine,outbound,webhooks,bench}/**/*.test.ts',
          ],
          exclude: [...withModels, ...counted],
          isolate: false,
          // Some hear synthetic speech: quick on a free machine, slow on a crowded one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'accuracy',
          server,
          include: ['test/accuracy/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'models',
          server,
          include: [
            'test/{speech,conversion,audit,eval,voices,queue,mcp,web,release,library}/**/*.test.ts',
            'test/{store,billing,server,client}/**/*.test.ts',
            ...withModels,
          ],
          exclude: counted,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page shows what a click changed a moment later, on a crowded machine some moments.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
