import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than there are processors: some always wait for a database or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          isolate: false,
          // Some try thousands of values, and other work may keep the machine busy.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/testing/postgres.ts',
          // Each file has a site and a database of its own; loading the program anew for each would take most of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The pages are built for production; React's development half would be loaded for them otherwise.
          env: { NODE_ENV: 'production' },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      reporter: ['text-summary'],
      include: ['contract/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', '**/testing/**', 'web/vite.config.ts'],
    },
  },
})
