import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { profileReporter } from './scripts/profile/reporter.ts'

const isProfiling = process.env['PROFILE'] !== undefined
/** Counts what each file uses, for a profile. */
const usage = isProfiling ? ['server/testing/usage.ts'] : []

export default defineConfig({
  test: {
    ...(isProfiling && { reporters: ['dot', 'json', profileReporter] }),
    // One more than there are processors: some always wait for a database or a timer.
    maxWorkers: availableParallelism() + 1,
    // No test may depend on others of its file. `--sequence.seed` tries another order.
    sequence: { shuffle: { tests: true }, seed: 7 },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          setupFiles: ['web/testing/console-errors.ts', ...usage],
          isolate: false,
          // Some tests try thousands of values, and the machine may be busy.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // Whole programs, failures, floods, hostile files, upgrades and every route: minutes that only `prove` takes.
          exclude: ['**/node_modules/**', ...(process.env['PROVE'] === undefined ? ['server/**/*.prove.test.ts'] : [])],
          globalSetup: 'server/testing/postgres.ts',
          setupFiles: usage,
          // Each file has its own site and database; loading the program again for each would take most of the time.
          isolate: false,
          // Bounds for what hangs: the machine may be busy, and some tests start whole programs.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
          // The pages are built for production; otherwise React's development build would be loaded for them.
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
