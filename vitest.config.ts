import { defineConfig } from 'vitest/config'

// Fast tests first: a slip in arithmetic shows in seconds, before any model is loaded.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/{audio,text,checks,cli,rooms,machine}/**/*.test.ts'],
          exclude: ['test/cli/{hear,run,samples}.test.ts', 'test/checks/comparison/heard.test.ts'],
          sequence: { groupOrder: 0 },
          // Some hear synthetic speech: quick on a free machine, slow on a crowded one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'models',
          include: [
            'test/{speech,conversion,audit,eval,voices,queue,web}/**/*.test.ts',
            'test/cli/{hear,run,samples}.test.ts',
            'test/checks/comparison/heard.test.ts',
          ],
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          // A page shows what a click changed a moment later, on a crowded machine some moments.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'service',
          include: ['test/{store,billing,server,client}/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          // Each file opens a database of its own; what makes one, and the service, is loaded and compiled once for all.
          isolate: false,
        },
      },
      {
        test: {
          name: 'accuracy',
          include: ['test/accuracy/**/*.test.ts'],
          // By itself: it keeps two threads busy.
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
