import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import type { FileUsage } from '../../server/testing/usage.ts'

/** What `scripts/profile.mjs` reads about one test file; durations are in milliseconds. */
interface FileProfile {
  file: string
  loading: number
  hooksAndTests: number
  tests: { name: string; milliseconds: number }[]
  usage: FileUsage | undefined
}

/** Writes what each test file used to the file that PROFILE names. */
export const profileReporter: Reporter = {
  onTestRunEnd: (modules) => {
    const files = modules.map((module): FileProfile => {
      const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
        module.diagnostic()
      return {
        file: module.relativeModuleId,
        loading: collectDuration + setupDuration + prepareDuration + environmentSetupDuration,
        hooksAndTests: duration,
        tests: [...module.children.allTests()].map((test) => ({
          name: test.fullName,
          milliseconds: test.diagnostic()?.duration ?? 0,
        })),
        usage: module.meta().usage,
      }
    })
    writeFileSync(process.env['PROFILE'] ?? '', JSON.stringify(files))
  },
}
