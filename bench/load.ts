import autocannon from 'autocannon'
import type { LoadJob, LoadReport } from './load-generator.ts'

// The load generator's process: runs the jobs of its parent one after the other.
process.on('message', ({ url, headers, seconds }: LoadJob) => {
  autocannon({ url, headers, duration: seconds, connections: 20 }, (error, outcome) => {
    const report: LoadReport = {
      requests: outcome.requests.total,
      seconds: outcome.duration,
      failures: outcome.non2xx + outcome.errors + (error ? 1 : 0),
    }
    process.send!(report)
  })
})
