import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { end, endOnce } from './processes.ts'

/** A separate process that runs its jobs one after the other; if it crashes, the measurement fails. */
export const startWorker = <Job extends object, Report>(file: string) => {
  const child = fork(join(import.meta.dirname, file))
  const perform = async (job: Job): Promise<Report> => {
    child.send(job)
    const settled = new AbortController()
    const broken = once(child, 'exit', { signal: settled.signal }).then(() => {
      throw new Error(`${file} broke off`)
    })
    const [report] = (await Promise.race([once(child, 'message', { signal: settled.signal }), broken]).finally(() => {
      broken.catch(() => {})
      settled.abort()
    })) as [Report]
    return report
  }
  return { perform, stop: endOnce(() => end(child)) }
}
