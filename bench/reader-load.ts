import { Agent, request } from 'node:http'
import { headersOfPerson } from '../server/testing/many-people.ts'
import { drip } from './pace.ts'

export interface ReaderJob {
  /** Servers, used in turn. */
  urls: string[]
  /** Absent: reads the first page. */
  submissions?: { id: string; captain: number }[]
  pace: { atOnce: number } | { perSecond: number }
  /** Duration of reading. */
  seconds?: number
}

export interface ReaderReport {
  seconds: number
  /** Milliseconds of each call. */
  times: number[]
  /** Counts by status. */
  statuses: Record<string, number>
}

const agent = new Agent({ keepAlive: true })

const call = (address: string, headers: Record<string, string | number>, body?: string): Promise<number> =>
  new Promise((answered) => {
    const sent = request(address, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume()
      response.once('end', () => answered(response.statusCode ?? 0))
    })
    sent.once('error', () => answered(0))
    sent.end(body)
  })

const body = JSON.stringify({ version: 1 })

const submit = (url: string, { id, captain }: { id: string; captain: number }): Promise<number> =>
  call(
    `${url}/api/enrolments/${id}/submission`,
    {
      ...headersOfPerson(captain),
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': `submission-of-${id}`,
    },
    body,
  )

const perform = async ({ urls, submissions, pace, seconds = 0 }: ReaderJob): Promise<ReaderReport> => {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  let turn = 0
  const one = async (): Promise<void> => {
    const index = turn
    turn += 1
    const url = urls[index % urls.length]!
    const began = performance.now()
    const status = await (submissions ? submit(url, submissions[index]!) : call(`${url}/`, { 'accept-encoding': 'br' }))
    times.push(performance.now() - began)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const began = performance.now()
  if ('perSecond' in pace) await drip(one, pace.perSecond, submissions ? submissions.length / pace.perSecond : seconds)
  else {
    const lane = async (): Promise<void> => {
      while (turn < (submissions?.length ?? 0)) await one()
    }
    await Promise.all(Array.from({ length: pace.atOnce }, lane))
  }
  return { seconds: (performance.now() - began) / 1000, times, statuses }
}

// A separate process: runs the jobs of its parent one after the other.
process.on('message', async (job: ReaderJob) => process.send!(await perform(job)))
