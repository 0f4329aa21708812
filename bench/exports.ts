import { fillEnrolments } from './enrolment-rows.ts'
import type { Crowd } from './contest.ts'
import { addOrganiser } from './people.ts'
import { withPortal } from './portals.ts'
import { median, quantile, type Result } from './results.ts'
import { startWorker } from './workers.ts'

const rows = 10_000
const readsPerSecond = 50
const seconds = 8
const rounds = 3

/** Readers during an export of 10,000 rows: the same readers with and without it, alternating within one run. */
export const measureExports = (): Promise<Result[]> => {
  const fill = async (pool: Parameters<typeof fillEnrolments>[0], count: number) => {
    await fillEnrolments(pool, count)
    return { cookie: await addOrganiser(pool) }
  }
  return withPortal(rows, fill, { TRUST_PROXY: '127.0.0.1' }, async ({ app, filling: { cookie } }) => {
    const readers: Crowd = startWorker('reader-load.ts')
    const path = '/api/enrolments/export?format=xlsx&personal=names,contacts,answers'
    const take = async (): Promise<number> => {
      const began = performance.now()
      const answer = await fetch(app.url + path, { headers: { cookie } })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
      return (performance.now() - began) / 1000
    }
    const read = async (): Promise<number> => {
      const { times } = await readers.perform({ urls: [app.url], pace: { perSecond: readsPerSecond }, seconds })
      return quantile(times, 0.99)
    }
    /** Exports one sheet after the other while somebody reads. */
    const readBesideExports = async (taken: number[]): Promise<number> => {
      let isReading = true
      const reading = read().finally(() => {
        isReading = false
      })
      const exporting = (async () => {
        while (isReading) taken.push(await take())
      })()
      const [p99] = await Promise.all([reading, exporting])
      return p99
    }
    try {
      // The first calls compile code and open connections.
      await read()
      await take()
      const [quiet, busy, taken]: number[][] = [[], [], []]
      for (let round = 0; round < rounds; round += 1) {
        quiet!.push(await read())
        busy!.push(await readBesideExports(taken!))
      }
      return [
        { name: `p99 of /, ${readsPerSecond} a second, without an export`, value: median(quiet!), unit: 'ms' },
        { name: `the same while ${rows} enrollments are exported`, value: median(busy!), unit: 'ms' },
        { name: `a sheet of ${rows} enrollments meanwhile`, value: median(taken!), unit: 's' },
      ]
    } finally {
      await readers.stop()
    }
  })
}
