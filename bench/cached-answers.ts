import { startLoadGenerator, type Rate } from './load-generator.ts'
import { untilPicturesMade } from './pictures.ts'
import { startApp, startBare, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'

const rounds = 7
const seconds = 1

type Load = ReturnType<typeof startLoadGenerator>['load']

/** Alternates baseline and program, so that a busy machine slows both. */
export const compare = async (
  load: Load,
  app: Served,
  path: string,
  encoding: string,
  cookie?: string,
): Promise<Rate> => {
  const bare = await startBare(`${app.url}${path}`, encoding, cookie)
  const headers = { 'accept-encoding': encoding, ...(cookie && { cookie }) }
  try {
    await load(bare, path, headers, seconds)
    await load(app, path, headers, seconds)
    const pairs: Rate[] = []
    for (let round = 0; round < rounds; round += 1) {
      const theirs = await load(bare, path, headers, seconds)
      const ours = await load(app, path, headers, seconds)
      pairs.push({
        perSecond: ours.perSecond / theirs.perSecond,
        perCpuSecond: ours.perCpuSecond / theirs.perCpuSecond,
      })
    }
    return {
      perSecond: median(pairs.map((pair) => pair.perSecond)),
      perCpuSecond: median(pairs.map((pair) => pair.perCpuSecond)),
    }
  } finally {
    await bare.stop()
  }
}

const cases = [
  { path: '/', encoding: 'br', least: 0.8 },
  { path: '/News', encoding: 'br', least: 0.8 },
  { path: '/api/news', encoding: 'br', least: 0.8 },
  { path: '/EnrollFor', encoding: 'br', least: 0.8 },
  { path: '/Results', encoding: 'br', least: 0.8 },
  { path: '/', encoding: 'identity' },
]

/** Cached responses compared with a bare `node:http` server that sends the same bytes. */
export const measureCached = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    await untilPicturesMade(folder)
    const generator = startLoadGenerator()
    try {
      const results: Result[] = []
      for (const { path, encoding, least } of cases) {
        const rate = await compare(generator.load, app, path, encoding)
        const name = `${path} (${encoding})`
        results.push(
          { name: `requests/s of ${name}, of bare node:http`, value: rate.perSecond, unit: '' },
          {
            name: `requests per processor second of ${name}, of bare`,
            value: rate.perCpuSecond,
            unit: '',
            ...(least && { target: { least } }),
          },
        )
      }
      return results
    } finally {
      generator.stop()
      await app.stop()
    }
  })
