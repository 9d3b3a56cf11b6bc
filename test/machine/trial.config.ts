import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['test/machine/trial.ts'] } })
