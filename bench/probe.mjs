// Loaded into each measured process before its own code: reports the resources used so far, and runs what must run in it.
import { connect } from 'node:net'
import { basename } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const program = basename(process.argv[1] ?? '')

if (process.env.BENCH_PROBE && ['main.ts', 'bare-server.ts', 'bare-put.ts', 'film-server.ts'].includes(program)) {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const socket = connect(Number(process.env.BENCH_PROBE), '127.0.0.1')
  socket.on('error', () => {})
  const runJob = async ({ file, job }) => {
    const { run } = await import(new URL(file, import.meta.url).href)
    socket.write(JSON.stringify(await run(job)))
  }
  socket.on('data', (asked) => {
    if (asked.toString() !== '?') {
      void runJob(JSON.parse(asked.toString()))
      return
    }
    const { user, system } = process.cpuUsage()
    const delay = delays.max / 1e6
    delays.reset()
    socket.write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage.rss(), delay }))
  })
  socket.unref()
}
