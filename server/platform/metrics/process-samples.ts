import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sample, type Sample } from './metrics.ts'

const resolutionMilliseconds = 10
const quantiles = [0.5, 0.99, 1] as const

export interface ProcessSamples {
  read(): Sample[]
  close(): void
}

/** Memory, processor time and the delay of the event loop. */
export const startProcessSamples = (): ProcessSamples => {
  const delays = monitorEventLoopDelay({ resolution: resolutionMilliseconds })
  delays.enable()
  /** A timer that is on time is measured as its own interval. */
  const delaySeconds = (quantile: number): number => {
    const nanoseconds = quantile === 1 ? delays.max : delays.percentile(quantile * 100)
    return Math.max(0, nanoseconds / 1e9 - resolutionMilliseconds / 1e3)
  }
  const startedAt = Math.round(Date.now() / 1e3 - process.uptime())
  return {
    read: () => {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const samples = [
        ...quantiles.map((quantile) =>
          sample('lectern_event_loop_delay_seconds', { quantile: String(quantile) }, delaySeconds(quantile)),
        ),
        sample('process_resident_memory_bytes', {}, rss),
        sample('process_cpu_seconds_total', {}, (user + system) / 1e6),
        sample('process_start_time_seconds', {}, startedAt),
        sample('nodejs_heap_size_used_bytes', {}, heapUsed),
        sample('nodejs_external_memory_bytes', {}, external),
      ]
      delays.reset()
      return samples
    },
    close: () => delays.disable(),
  }
}
