import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileUsage } from './usage.ts'

/** What `scripts/stages.mjs` and `scripts/profile.mjs` read about one test file; durations are in milliseconds. */
interface FileDetails {
  file: string
  loading: number
  hooksAndTests: number
  tests: { name: string; milliseconds: number; isFlaky: boolean }[]
  /** Only in a profile. */
  usage: FileUsage | undefined
}

const describe = (module: TestModule): FileDetails => {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } = module.diagnostic()
  return {
    file: module.relativeModuleId,
    loading: collectDuration + setupDuration + prepareDuration + environmentSetupDuration,
    hooksAndTests: duration,
    tests: [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      milliseconds: test.diagnostic()?.duration ?? 0,
      isFlaky: test.diagnostic()?.flaky ?? false,
    })),
    usage: module.meta().usage,
  }
}

/** Writes what the reporters of Vitest leave out: phases, usage, and tests that passed on their retry. */
export const runReporter = (path: string): Reporter => ({
  onTestRunEnd: (modules) => writeFileSync(path, JSON.stringify(modules.map(describe))),
})
