// Loaded into each measured process before its own code: reports the resources used so far, and runs what must run in it.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { basename } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const program = basename(process.argv[1] ?? '')

/** Bytes that the process has read and written, by Linux; elsewhere unknown. */
const movedBytes = () => {
  try {
    const counts = readFileSync('/proc/self/io', 'utf8').matchAll(/^[rw]char: (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  } catch {
    return NaN
  }
}

if (process.env.BENCH_PROBE && ['main.ts', 'bare-server.ts', 'bare-put.ts', 'film-server.ts'].includes(program)) {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const socket = connect(Number(process.env.BENCH_PROBE), '127.0.0.1')
  socket.on('error', () => {})
  const runJob = async ({ file, job }) => {
    const { run } = await import(new URL(file, import.meta.url).href)
    socket.write(JSON.stringify(await run(job)))
  }
  socket.on('data', (request) => {
    if (request.toString() !== '?') {
      void runJob(JSON.parse(request.toString()))
      return
    }
    const { user, system } = process.cpuUsage()
    const delay = delays.max / 1e6
    delays.reset()
    const cpuSeconds = (user + system) / 1e6
    socket.write(JSON.stringify({ cpuSeconds, memory: process.memoryUsage.rss(), moved: movedBytes(), delay }))
  })
  socket.unref()
}
