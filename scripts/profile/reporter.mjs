import { writeFileSync } from 'node:fs'

/** Writes what each test file used to the file that PROFILE names. */
export default class ProfileReporter {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
        module.diagnostic()
      const tests = [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        milliseconds: test.diagnostic()?.duration ?? 0,
      }))
      return {
        file: module.relativeModuleId,
        loading: collectDuration + setupDuration + prepareDuration + environmentSetupDuration,
        hooksAndTests: duration,
        tests,
        usage: module.meta().usage,
      }
    })
    writeFileSync(process.env.PROFILE, JSON.stringify(files))
  }
}
