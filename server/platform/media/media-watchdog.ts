import { parentPort, workerData } from 'node:worker_threads'
import type { MediaLimits } from './media-limits.ts'

/**
 * A thread of the process that reads files. It ends that process at its limits, and when the server is gone, however busy its main
 * thread is.
 */

const checkMilliseconds = 50
const megabyte = 1024 * 1024

const { server } = workerData as { server: number }
let current: { bytes: number; microseconds: number } | undefined

const usedMicroseconds = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const isOver = (): boolean =>
  current !== undefined && (process.memoryUsage.rss() > current.bytes || usedMicroseconds() > current.microseconds)

parentPort!.on('message', (limits: MediaLimits | null) => {
  current = limits
    ? { bytes: limits.megabytes * megabyte, microseconds: usedMicroseconds() + limits.seconds * 1_000_000 }
    : undefined
})

setInterval(() => {
  if (process.ppid !== server || isOver()) process.kill(process.pid, 'SIGKILL')
}, checkMilliseconds)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
parentPort!.postMessage('ready')
