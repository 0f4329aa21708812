import { fillArticles } from './articles.ts'
import type { BurstJob, BurstReport } from './burst-load.ts'
import type { ReaderJob, ReaderReport } from './reader-load.ts'
import { withPortal } from './portals.ts'
import { quantile, type Result } from './results.ts'
import { startWorker } from './workers.ts'

const connections = 500
const rounds = 3
const readsPerSecond = 50
const seconds = 15

/** Clients that send large bodies of unknown keys, all but the last byte, while others read. */
export const measureBurst = (): Promise<Result[]> =>
  withPortal(1_000, fillArticles, {}, async ({ app }) => {
    const readers = startWorker<ReaderJob, ReaderReport>('reader-load.ts')
    const strangers = startWorker<BurstJob, BurstReport>('burst-load.ts')
    try {
      const read = (lasting: number) =>
        readers.perform({ urls: [app.url], pace: { perSecond: readsPerSecond }, seconds: lasting })
      await read(2)
      await app.usage()
      const quiet = await read(seconds)
      const { delay: quietDelay, cpuSeconds: quietSeconds } = await app.usage()
      const burst = async (): Promise<number> => {
        let held = 0
        for (let round = 0; round < rounds; round += 1) {
          const job = { port: Number(new URL(app.url).port), connections }
          held += (await strangers.perform(job)).statuses[0] ?? 0
        }
        return held
      }
      const [held, meanwhile] = await Promise.all([burst(), read(seconds)])
      const { delay: busyDelay, cpuSeconds: busySeconds } = await app.usage()
      const [before, during] = [quantile(quiet.times, 0.99), quantile(meanwhile.times, 0.99)]
      return [
        {
          name: 'large bodies that were not refused before their last byte',
          value: held,
          unit: '',
          target: { most: 0 },
        },
        { name: 'processor seconds of the server in the burst', value: busySeconds - quietSeconds, unit: 's' },
        { name: 'p99 of / before the burst', value: before, unit: 'ms' },
        { name: 'p99 of / during the burst, of before', value: during / before, unit: '', target: { most: 10 } },
        { name: 'longest delay of the event loop before the burst', value: quietDelay, unit: 'ms' },
        { name: 'longest delay of the event loop during the burst', value: busyDelay, unit: 'ms' },
        {
          name: 'pages in the burst that were not answered',
          value: meanwhile.times.length - (meanwhile.statuses[200] ?? 0),
          unit: '',
          target: { most: 0 },
        },
      ]
    } finally {
      await Promise.all([readers.stop(), strangers.stop()])
    }
  })
