import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { runReporter } from './server/testing/run-reporter.ts'

/** Where `npm test` and `npm run prove` want to read about the run. */
const detailsPath = process.env['TEST_DETAILS']
/** Counts what each file uses, for a profile. */
const usage = process.env['PROFILE'] === undefined ? [] : ['server/testing/usage.ts']

export default defineConfig({
  test: {
    ...(detailsPath && { reporters: ['dot', 'json', runReporter(detailsPath)] }),
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
          // Every test that needed its retry is printed at the end of the run.
          retry: process.env['CI'] === undefined ? 0 : 1,
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
