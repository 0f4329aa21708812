import { fillArticles } from './articles.ts'
import type { BurstJob, BurstReport } from './burst-load.ts'
import type { CrowdJob, CrowdReport } from './crowd-load.ts'
import { addOrganiser } from './people.ts'
import type { ReaderJob, ReaderReport } from './reader-load.ts'
import { withPortal } from './portals.ts'
import { quantile, type Result } from './results.ts'
import { startWorker } from './workers.ts'

const connections = 500
const rounds = 3
const readsPerSecond = 50
const seconds = 15

const requestOf = (line: string, headers: readonly string[], body = ''): string =>
  [line, 'host: x', 'connection: close', ...headers, '', body].join('\r\n')

/** The largest public document, uncompressed, for everybody at once. */
const documents = Array.from({ length: 200 }, () => requestOf('GET /api/docs HTTP/1.1', ['accept-encoding: identity']))

const wideBody = JSON.stringify({
  version: 1,
  answers: Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`k${index}`, 1])),
})

/** Somebody who is signed in and sends bodies of more keys than any form has. */
const wideBodies = (cookie: string): string[] =>
  Array.from({ length: 60 }, (_, index) =>
    requestOf(
      index % 2 === 0
        ? 'PUT /api/enrolments/01900000-0000-7000-8000-000000000001/answers HTTP/1.1'
        : 'PUT /api/pages/About/draft HTTP/1.1',
      [`cookie: ${cookie}`, 'content-type: application/json', `content-length: ${wideBody.length}`],
      wideBody,
    ),
  )

const fill = async (pool: Parameters<typeof fillArticles>[0], count: number): Promise<string> => {
  await fillArticles(pool, count)
  return addOrganiser(pool)
}

/** Clients that ask for much or send much, all at once, while others read. */
export const measureBurst = (): Promise<Result[]> =>
  withPortal(1_000, fill, {}, async ({ app, filling: cookie }) => {
    const readers = startWorker<ReaderJob, ReaderReport>('reader-load.ts')
    const strangers = startWorker<BurstJob, BurstReport>('burst-load.ts')
    const crowd = startWorker<CrowdJob, CrowdReport>('crowd-load.ts')
    const port = Number(new URL(app.url).port)
    try {
      const read = (lasting: number) =>
        readers.perform({ urls: [app.url], pace: { perSecond: readsPerSecond }, seconds: lasting })
      await read(2)
      await app.usage()
      const quiet = await read(seconds)
      const { delay: quietDelay } = await app.usage()
      const before = quantile(quiet.times, 0.99)

      const during = async (name: string, burst: () => Promise<unknown>): Promise<Result[]> => {
        const [, meanwhile] = await Promise.all([burst(), read(seconds)])
        const { delay } = await app.usage()
        return [
          {
            name: `p99 of / during ${name}, of before`,
            value: quantile(meanwhile.times, 0.99) / before,
            unit: '',
            target: { most: 10 },
          },
          { name: `longest delay of the event loop during ${name}`, value: delay, unit: 'ms' },
          {
            name: `pages during ${name} that were not answered`,
            value: meanwhile.times.length - (meanwhile.statuses[200] ?? 0),
            unit: '',
            target: { most: 0 },
          },
        ]
      }

      let held = 0
      const large = await during('large bodies of strangers', async () => {
        for (let round = 0; round < rounds; round += 1)
          held += (await strangers.perform({ port, connections })).statuses[0] ?? 0
      })
      const whole = await during('200 requests for the documents of the interface', () =>
        crowd.perform({ port, requests: documents }),
      )
      const wide = await during('60 bodies of 45,000 keys', () => crowd.perform({ port, requests: wideBodies(cookie) }))
      return [
        {
          name: 'large bodies that were not refused before their last byte',
          value: held,
          unit: '',
          target: { most: 0 },
        },
        { name: 'p99 of / before', value: before, unit: 'ms' },
        { name: 'longest delay of the event loop before', value: quietDelay, unit: 'ms' },
        ...large,
        ...whole,
        ...wide,
      ]
    } finally {
      await Promise.all([readers.stop(), strangers.stop(), crowd.stop()])
    }
  })
