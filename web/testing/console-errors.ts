import { afterEach, beforeEach } from 'vitest'

const report = console.error
let reports: unknown[][] = []

// React reports mistakes here, such as missing keys: a test that causes one fails.
beforeEach(() => {
  reports = []
  console.error = (...details: unknown[]) => {
    reports.push(details)
    report(...details)
  }
})
afterEach(() => {
  console.error = report
  if (reports.length > 0)
    throw new Error(`console.error was called ${reports.length} times: ${String(reports[0]?.[0])}`)
})
