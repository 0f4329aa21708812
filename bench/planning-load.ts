import { runInThread } from '../server/platform/threads/thread-pool.ts'

export interface PlanningJob {
  works: number
  experts: number
  perWork: number
}

export interface PlanningReport {
  seconds: number
  /** Of the whole process. */
  cpuSeconds: number
  /** Memory beyond that before, at its most. */
  megabytes: number
  missing: number
}

const megabyte = 1024 * 1024

const planInThread = (job: PlanningJob): Promise<number> =>
  runInThread(
    { module: new URL('./planning-work.ts', import.meta.url).href, input: job },
    { lane: 'task', seconds: 300 },
  )

/** Runs in the process of the server, beside its requests. */
export const run = async (job: PlanningJob): Promise<PlanningReport> => {
  const memory = process.memoryUsage.rss()
  let most = memory
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const began = performance.now()
  const before = process.cpuUsage()
  try {
    const missing = await planInThread(job)
    const { user, system } = process.cpuUsage(before)
    return {
      seconds: (performance.now() - began) / 1000,
      cpuSeconds: (user + system) / 1e6,
      megabytes: (most - memory) / megabyte,
      missing,
    }
  } finally {
    clearInterval(watch)
  }
}
