import { getHeapStatistics } from 'node:v8'

/** What a plan may take. */
export interface PlanningBudget {
  /** Whether this share of it (0 to 1) is used up. */
  isSpent: (share: number) => boolean
}

const megabyte = 1024 * 1024

/** Beyond what the thread had before. */
const maxMegabytes = 500

/** Of this thread alone. */
const processorSeconds = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000_000
}

/** Of this thread alone, typed arrays included. */
const megabytesInUse = (): number => {
  const heap = getHeapStatistics()
  return (heap.used_heap_size + heap.external_memory) / megabyte
}

/** Processor time, so that a busy machine cuts no plan short. Counts from now on, for the thread that calls it. */
export const createBudget = (seconds: number): PlanningBudget => {
  const [began, before] = [processorSeconds(), megabytesInUse()]
  return {
    isSpent: (share) =>
      processorSeconds() - began >= share * seconds || megabytesInUse() - before >= share * maxMegabytes,
  }
}
