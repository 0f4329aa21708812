import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { planPoolInThread } from '../server/platform/assignment/assignment-thread.ts'
import type { PoolInput } from '../server/platform/assignment/pool-problem.ts'

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

const fieldCount = 40
const megabyte = 1024 * 1024

/** A plain generator, so that every run plans the same. */
const createDice = (): ((sides: number) => number) => {
  let state = 12_345
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Two experts an institution, five conflicts a work, some fields much more frequent than others. */
const makePool = ({ works, experts, perWork }: PlanningJob): PoolInput => {
  const roll = createDice()
  const someField = (): string => `field ${roll(fieldCount)}`
  const frequentField = (): string => `field ${Math.min(roll(fieldCount), roll(fieldCount))}`
  return {
    works: Array.from({ length: works }, (_, number) => ({
      key: `work ${number}`,
      fields: [frequentField(), frequentField()],
    })),
    experts: Array.from({ length: experts }, (_, number) => ({
      key: `expert ${number}`,
      institution: `institution ${roll(experts / 2)}`,
      fields: [someField(), someField(), someField()],
      maxLoad: Math.ceil((1.5 * works * perWork) / experts),
    })),
    forbidden: Array.from({ length: 5 * works }, () => ({
      work: `work ${roll(works)}`,
      expert: `expert ${roll(experts)}`,
    })),
    standing: [],
    perWork,
    seed: 'seed',
  }
}

/** Places that stay empty. Read and solved in a thread, as the task of the program does: only the outcome comes back. */
const planInThread = async (job: PlanningJob): Promise<number> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: job })
  const [missing] = (await once(worker, 'message')) as [number]
  return missing
}

if (!isMainThread) {
  const { short } = await planPoolInThread(makePool(workerData as PlanningJob))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
  parentPort!.postMessage(short.reduce((sum, { missing }) => sum + missing, 0))
}

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
