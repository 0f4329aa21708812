// Loaded into each measured process before its own code: answers the bench's question what the process has used so far.
import { connect } from 'node:net'
import { basename } from 'node:path'

const program = basename(process.argv[1] ?? '')

if (process.env.BENCH_PROBE && ['main.ts', 'bare-server.ts'].includes(program)) {
  const socket = connect(Number(process.env.BENCH_PROBE), '127.0.0.1')
  socket.on('error', () => {})
  socket.on('data', () => {
    const { user, system } = process.cpuUsage()
    socket.write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage.rss() }))
  })
  socket.unref()
}
