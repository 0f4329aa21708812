import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Served } from './processes.ts'

export interface LoadJob {
  url: string
  headers: Record<string, string>
  seconds: number
  connections: number
  /** Each request comes from another address, as behind a proxy, so that limits do not apply. */
  fromMany: boolean
}

export interface LoadReport {
  requests: number
  seconds: number
  failures: number
}

export interface Rate {
  perSecond: number
  /** Requests per second of the server's CPU time: less sensitive to other programs on the machine. */
  perCpuSecond: number
}

/** Loads a server from another process, for some seconds; by wrk where it is installed. */
export const startLoadGenerator = ({ connections = 32, fromMany = false } = {}) => {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  const load = async (
    served: Served,
    path: string,
    headers: Record<string, string>,
    seconds: number,
  ): Promise<Rate> => {
    const before = await served.usage()
    const job: LoadJob = { url: `${served.url}${path}`, headers, seconds, connections, fromMany }
    child.send(job)
    const [report] = (await once(child, 'message')) as [LoadReport]
    if (report.failures > 0) throw new Error(`${report.failures} of ${report.requests} requests to ${path} failed`)
    const after = await served.usage()
    return {
      perSecond: report.requests / report.seconds,
      perCpuSecond: report.requests / (after.cpuSeconds - before.cpuSeconds),
    }
  }
  return { load, stop: () => void child.kill() }
}
