import { setTimeout as sleep } from 'node:timers/promises'
import { locales } from '@lectern/contract/locales.ts'
import { startLoadGenerator } from './load-generator.ts'
import { untilPicturesMade } from './pictures.ts'
import { startApp, withFolder, type Served } from './processes.ts'
import type { Result } from './results.ts'

const megabyte = 1024 * 1024

/** Threads end after a minute without work. */
const restSeconds = 75

/** Every public page of the demo in every language, requested as by browsers. */
const readEverything = async ({ url }: Served): Promise<void> => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const ids = new Set(sitemap.match(/\/News\/[\w-]+/g))
  const paths = ['/', '/News', '/News?page=2', '/feed.xml', '/sitemap.xml', '/api/news', ...ids]
  for (const locale of locales) {
    for (const path of paths) {
      const answer = await fetch(`${url}${path}`, { headers: { 'accept-language': locale, 'accept-encoding': 'br' } })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
}

export const measureMemory = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const first = await startApp({ DATA_DIR: folder })
    await untilPicturesMade(folder)
    await sleep(restSeconds * 1000)
    const { memory: withPictures } = await first.usage()
    await first.stop()
    // The second start is the usual one.
    const app = await startApp({ DATA_DIR: folder })
    const generator = startLoadGenerator()
    try {
      await readEverything(app)
      await sleep(5_000)
      const rest = await app.usage()
      await generator.load(app, '/', { 'accept-encoding': 'br' }, 2)
      await generator.load(app, '/api/news', {}, 2)
      await sleep(3_000)
      const burst = await app.usage()
      return [
        {
          name: 'memory at rest, all pages read in five languages',
          value: rest.memory / megabyte,
          unit: 'MB',
          target: { most: 150 },
        },
        {
          name: 'memory after the first start, pictures made',
          value: withPictures / megabyte,
          unit: 'MB',
          target: { most: 200 },
        },
        { name: 'memory after a burst of requests', value: burst.memory / megabyte, unit: 'MB' },
      ]
    } finally {
      generator.stop()
      await app.stop()
    }
  })
