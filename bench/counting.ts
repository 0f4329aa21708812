import { startLoadGenerator } from './load-generator.ts'
import { untilPicturesMade } from './pictures.ts'
import { startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'

const rounds = 15
const seconds = 1

/** A route that nobody has asked for when counting is switched off. */
const path = '/api/news'

/** What counting for the metrics costs: cached answers of a process that counts, of one that does not. */
export const measureCounting = (): Promise<Result[]> =>
  withFolder((first) =>
    withFolder(async (second) => {
      const counted = await startApp({ DATA_DIR: first })
      const uncounted = await startApp({ DATA_DIR: second })
      const generator = startLoadGenerator()
      const load = (app: typeof counted) => generator.load(app, path, { 'accept-encoding': 'br' }, seconds)
      try {
        // Making them takes processor time, too.
        await Promise.all([first, second].map(untilPicturesMade))
        await uncounted.run('uncounted.ts', {})
        for (const app of [counted, uncounted, counted, uncounted]) await load(app)
        const ratios: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          const without = await load(uncounted)
          const withCounts = await load(counted)
          ratios.push(withCounts.perCpuSecond / without.perCpuSecond)
        }
        return [
          {
            name: `requests per processor second of ${path} (br), of the same without counting`,
            value: median(ratios),
            unit: '',
            target: { least: 0.95 },
          },
        ]
      } finally {
        generator.stop()
        await counted.stop()
        await uncounted.stop()
      }
    }),
  )
