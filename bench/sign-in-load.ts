import { Agent, request } from 'node:http'
import { drip, drive } from './pace.ts'

export interface CallJob {
  url: string
  /** Absent: reads the first page. */
  signIn?: { accounts: number; password: string }
  pace: { atOnce: number } | { perSecond: number }
  seconds: number
}

export interface CallReport {
  count: number
  seconds: number
  /** Milliseconds of each call, when they come at a steady rate. */
  times: number[]
}

const agent = new Agent({ keepAlive: true })

const call = (address: string, headers: Record<string, string | number>, body?: string): Promise<void> =>
  new Promise((answered, failed) => {
    const sent = request(address, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? answered() : failed(new Error(`${address} answered ${response.statusCode}`)),
      )
    })
    sent.once('error', failed)
    sent.end(body)
  })

const readFirstPage = ({ url }: CallJob) => call(`${url}/`, { 'accept-encoding': 'br' })

let calls = 0

/** One user after the other, each from their own address: the work is measured, not the limits. */
const signInNext = ({ url }: CallJob, { accounts, password }: NonNullable<CallJob['signIn']>): Promise<void> => {
  calls += 1
  const number = 1 + (calls % accounts)
  const body = JSON.stringify({ identifier: `m${number}@example.org`, password })
  return call(
    `${url}/api/account/login`,
    {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
    },
    body,
  )
}

const perform = async (job: CallJob): Promise<CallReport> => {
  const { signIn, pace, seconds } = job
  const work = () => (signIn ? signInNext(job, signIn) : readFirstPage(job))
  if ('atOnce' in pace) return { ...(await drive(work, pace.atOnce, seconds)), times: [] }
  const times = await drip(work, pace.perSecond, seconds)
  return { count: times.length, seconds, times }
}

// A separate process: runs the jobs of its parent one after the other.
process.on('message', async (job: CallJob) => process.send!(await perform(job)))
