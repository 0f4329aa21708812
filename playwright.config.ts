import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags } from './e2e/browser-flags.ts'
import { isProving } from '@lectern/contract/testing/repetitions.ts'

/**
 * Every test has a new page, which ends before code that V8's slowest compiler has optimised repays the time that this
 * took. Only journeys have this flag: measurements need the browser of users.
 */
const journeyFlags = [...browserFlags, '--js-flags=--no-opt']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // One more than there are processors: some always wait for an answer or an animation.
  workers: availableParallelism() + 1,
  // All others are for `npm run prove`.
  ...(!isProving && { grep: /@main/ }),
  // Bounds for what hangs: they also hold on a machine that is ten times slower.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  // A test that passed on retry is listed at the end of the run.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 120_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: journeyFlags },
  },
})
