import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
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

/** All connections together send as much as a line of 1 Gbit/s carries: unpaced, they would measure this machine. */
const bytesPerSecond = 125_000_000

/** Bytes that a connection sends before the others have their turn. */
const slice = 16 * 1024

const body = JSON.stringify(Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [`k${index}`, 1])))
const head = `POST /api/account/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
const request = Buffer.from(head + body)

interface Sender {
  socket: Socket
  status: number
}

const open = async (port: number): Promise<Sender> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const sender = { socket, status: 0 }
  socket.on('error', () => {})
  socket.on('data', (data) => (sender.status ||= Number(data.toString('latin1').split(' ')[1])))
  await once(socket, 'connect')
  return sender
}

/** Sends all but the last byte, whether or not there is a response already. */
const sendAll = async (senders: Sender[]): Promise<void> => {
  const began = performance.now()
  const last = request.length - 1
  let total = 0
  for (let offset = 0; offset < last; offset += slice)
    for (const { socket } of senders) {
      if (!socket.writable) continue
      const bytes = request.subarray(offset, Math.min(offset + slice, last))
      socket.write(bytes)
      total += bytes.length
      const early = (total / bytesPerSecond) * 1000 - (performance.now() - began)
      if (early > 1) await sleep(early)
    }
}

const perform = async ({ port, connections }: BurstJob): Promise<BurstReport> => {
  const senders = await Promise.all(Array.from({ length: connections }, () => open(port)))
  await sendAll(senders)
  const began = performance.now()
  while (senders.some(({ status }) => status === 0) && performance.now() - began < patience) await sleep(50)
  const statuses: Record<string, number> = {}
  for (const { status } of senders) statuses[status] = (statuses[status] ?? 0) + 1
  for (const { socket } of senders) socket.write(request.subarray(-1))
  await sleep(2_000)
  for (const { socket } of senders) socket.destroy()
  return { statuses }
}

// A separate process: runs the jobs of its parent one after the other. Real clients have their own processors: here
// they get what the readers leave. The server runs in a session of its own, with which Linux shares equally.
setPriority(19)
process.on('message', async (job: BurstJob) => process.send!(await perform(job)))
