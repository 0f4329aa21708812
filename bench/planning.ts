import { fillArticles } from './articles.ts'
import type { Crowd } from './contest.ts'
import type { PlanningJob, PlanningReport } from './planning-load.ts'
import { withPortal } from './portals.ts'
import { median, quantile, type Result } from './results.ts'
import { startWorker } from './workers.ts'

const [works, experts] = [5_000, 300]
const readsPerSecond = 50
const seconds = 8
const rounds = 3

/** Plans of a large pool in a thread of the server, and readers meanwhile: with and without, alternating. */
export const measurePlanning = (): Promise<Result[]> =>
  withPortal(1_000, fillArticles, { TRUST_PROXY: '127.0.0.1' }, async ({ app }) => {
    const readers: Crowd = startWorker('reader-load.ts')
    const read = async (): Promise<number> => {
      const { times } = await readers.perform({ urls: [app.url], pace: { perSecond: readsPerSecond }, seconds })
      return quantile(times, 0.99)
    }
    const reports = new Map<number, PlanningReport[]>([
      [3, []],
      [5, []],
    ])
    const plan = async (perWork: number): Promise<void> => {
      const job: PlanningJob = { works, experts, perWork }
      reports.get(perWork)!.push(await app.run<PlanningReport>('planning-load.ts', job))
    }
    const readBesidePlans = async (): Promise<number> => {
      let isReading = true
      const reading = read().finally(() => {
        isReading = false
      })
      const planning = (async () => {
        while (isReading) for (const perWork of reports.keys()) await plan(perWork)
      })()
      const [p99] = await Promise.all([reading, planning])
      return p99
    }
    try {
      // The first calls compile code and open connections.
      await read()
      const [quiet, busy]: number[][] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        quiet!.push(await read())
        busy!.push(await readBesidePlans())
      }
      const limits = new Map([
        [3, 5],
        [5, 15],
      ])
      const plans = [...reports].flatMap(([perWork, planReports]): Result[] => {
        const name = `${works} works, ${experts} experts, ${perWork} for each work`
        return [
          {
            name: `plan of ${name}`,
            value: median(planReports.map((report) => report.seconds)),
            unit: 's',
            target: { most: limits.get(perWork)! },
          },
          { name: 'processor seconds of it', value: median(planReports.map((report) => report.cpuSeconds)), unit: 's' },
          {
            name: 'memory beyond that before, at its most',
            value: Math.max(...planReports.map((report) => report.megabytes)),
            unit: 'MB',
            target: { most: 500 },
          },
          {
            name: 'places that stay empty in it',
            value: Math.max(...planReports.map((report) => report.missing)),
            unit: '',
            target: { most: 0 },
          },
        ]
      })
      return [
        ...plans,
        { name: `p99 of /, ${readsPerSecond} a second, without a plan`, value: median(quiet!), unit: 'ms' },
        {
          name: 'p99 of / while plans are made, of without',
          value: median(busy!.map((p99, round) => p99 / quiet![round]!)),
          unit: '',
          target: { most: 3 },
        },
      ]
    } finally {
      await readers.stop()
    }
  })
