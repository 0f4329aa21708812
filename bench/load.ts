import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import type { LoadJob, LoadReport } from './load-generator.ts'

const run = promisify(execFile)

const hasWrk = await run('wrk', ['--version']).then(
  () => true,
  // It ends with 1 after it has told its version.
  (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
)

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)

/** Far lighter than a generator on Node, which is itself what a fast server waits for. */
const loadByWrk = async ({ url, headers, seconds, connections, fromMany }: LoadJob): Promise<LoadReport> => {
  const script = fromMany ? ['-s', join(import.meta.dirname, 'addresses.lua')] : []
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...script, ...sent, url])
  const requests = numberIn(stdout, /(\d+) requests in/)
  const failures = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? []
  return {
    requests,
    seconds: requests / numberIn(stdout, /Requests\/sec:\s*([\d.]+)/),
    failures:
      numberIn(stdout, /Non-2xx or 3xx responses: (\d+)/) + failures.slice(1).reduce((sum, n) => sum + Number(n), 0),
  }
}

let calls = 0

const nextAddress = (): string => {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

const loadByAutocannon = ({ url, headers, seconds, connections, fromMany }: LoadJob): Promise<LoadReport> =>
  new Promise((loaded) => {
    const setupRequest = (request: autocannon.Request): autocannon.Request => ({
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': nextAddress() },
    })
    const requests = fromMany ? { requests: [{ setupRequest }] } : {}
    autocannon({ url, headers, duration: seconds, connections, ...requests }, (error, outcome) => {
      loaded({
        requests: outcome.requests.total,
        seconds: outcome.duration,
        failures: outcome.non2xx + outcome.errors + (error ? 1 : 0),
      })
    })
  })

// The load generator's process: runs the jobs of its parent one after the other.
process.on('message', async (job: LoadJob) => {
  process.send!(await (hasWrk ? loadByWrk(job) : loadByAutocannon(job)))
})
