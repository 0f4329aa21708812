import { Agent, get } from 'node:http'
import { drive } from './pace.ts'

export interface ListsJob {
  url: string
  cookie: string
  atOnce: number
  seconds: number
}

export interface ListsReport {
  count: number
  seconds: number
  failures: number
}

const agent = new Agent({ keepAlive: true })
let calls = 0

/** Each request comes from another address, so that rate limits do not apply. */
const read = ({ url, cookie }: ListsJob): Promise<number> =>
  new Promise((answered) => {
    calls += 1
    const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
    get(url, { agent, headers: { cookie, 'x-forwarded-for': from } }, (response) => {
      response.resume()
      response.once('end', () => answered(response.statusCode ?? 0))
    }).once('error', () => answered(0))
  })

const perform = async (job: ListsJob): Promise<ListsReport> => {
  let failures = 0
  const one = async (): Promise<void> => {
    if ((await read(job)) !== 200) failures += 1
  }
  return { ...(await drive(one, job.atOnce, job.seconds)), failures }
}

// A separate process: runs the jobs of its parent one after the other.
process.on('message', async (job: ListsJob) => process.send!(await perform(job)))
