import { once } from 'node:events'
import { connect } from 'node:net'
import { setPriority } from 'node:os'

export interface CrowdJob {
  port: number
  /** Sent as they are, each on its own connection, all at once. */
  requests: readonly string[]
}

export interface CrowdReport {
  /** How often each status was received; 0: the connection ended without one. */
  statuses: Record<string, number>
}

/** Sends one request and reads the whole answer; the server closes the connection. */
const ask = async (port: number, request: string): Promise<number> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  let status = 0
  socket.on('error', () => {})
  socket.on('data', (data) => (status ||= Number(data.toString('latin1', 0, 16).split(' ')[1])))
  socket.write(request)
  await once(socket, 'close')
  return status
}

const perform = async ({ port, requests }: CrowdJob): Promise<CrowdReport> => {
  const statuses: Record<string, number> = {}
  for (const status of await Promise.all(requests.map((request) => ask(port, request))))
    statuses[status] = (statuses[status] ?? 0) + 1
  return { statuses }
}

// A separate process. Real clients have their own processors: here they get what the readers leave.
setPriority(19)
process.on('message', async (job: CrowdJob) => process.send!(await perform(job)))
