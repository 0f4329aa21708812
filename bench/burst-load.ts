import { once } from 'node:events'
import { setPriority } from 'node:os'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BurstJob {
  port: number
  connections: number
}

export interface BurstReport {
  /** How often each status was received before the last byte was sent; 0: none was. */
  statuses: Record<string, number>
}

const patience = 10_000

const body = JSON.stringify(Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [`k${index}`, 1])))

const hold = async (port: number): Promise<{ socket: Socket; status: () => number }> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  let status = 0
  socket.on('error', () => {})
  socket.on('data', (data) => (status ||= Number(data.toString('latin1').split(' ')[1])))
  await once(socket, 'connect')
  const head = `POST /api/account/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, -1))
  return { socket, status: () => status }
}

const perform = async ({ port, connections }: BurstJob): Promise<BurstReport> => {
  const held = await Promise.all(Array.from({ length: connections }, () => hold(port)))
  const began = performance.now()
  while (held.some(({ status }) => status() === 0) && performance.now() - began < patience) await sleep(50)
  const statuses: Record<string, number> = {}
  for (const { status } of held) statuses[status()] = (statuses[status()] ?? 0) + 1
  for (const { socket } of held) socket.write(body.slice(-1))
  await sleep(2_000)
  for (const { socket } of held) socket.destroy()
  return { statuses }
}

// A separate process: runs the jobs of its parent one after the other. Real clients have their own processors: here
// they only get what the server leaves.
setPriority(19)
process.on('message', async (job: BurstJob) => process.send!(await perform(job)))
