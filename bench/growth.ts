import { setTimeout as sleep } from 'node:timers/promises'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { fillArticles, rareWords } from './articles.ts'
import { withPortals, type Portal } from './portals.ts'
import { median, type Result } from './results.ts'

/** Milliseconds of one call. */
const call = async ({ app }: Portal, query: string, locale: Locale): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${app.url}/api/news?${query}`, {
    headers: { 'accept-language': locale, 'accept-encoding': 'br' },
  })
  await answer.arrayBuffer()
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`/api/news?${query} answered ${answer.status}`)
  return took
}

/** Announces a change of content, so that the program clears its cache. */
const forget = async (portal: Portal): Promise<void> => {
  await portal.client.query('notify content')
  await sleep(15)
}

const pages = Array.from({ length: 16 }, (_, index) => index + 1)

/** Uncached pages, alternating between the small portal, the large one, and a late page of the large one. */
const readNewPages = async (small: Portal, large: Portal) => {
  const times = { small: [] as number[], large: [] as number[], deep: [] as number[] }
  for (const page of pages) {
    for (const locale of locales) {
      times.small.push(await call(small, `page=${page}`, locale))
      times.large.push(await call(large, `page=${page}`, locale))
      times.deep.push(await call(large, `page=${page + 499}`, locale))
    }
  }
  return { small: median(times.small), large: median(times.large), deep: median(times.deep) }
}

/** The first request after a change of content: nothing is cached. */
const readAfterChanges = async (portals: Portal[]): Promise<number[]> => {
  const times = portals.map(() => [] as number[])
  for (let round = 0; round < 30; round += 1) {
    for (const [index, portal] of portals.entries()) {
      await forget(portal)
      times[index]!.push(await call(portal, 'page=1', 'zh-CN'))
    }
  }
  return times.map(median)
}

const search = async (portals: Portal[], word: string): Promise<number[]> => {
  const times = portals.map(() => [] as number[])
  for (let round = 0; round < 20; round += 1) {
    for (const [index, portal] of portals.entries()) {
      times[index]!.push(await call(portal, `search=${encodeURIComponent(word)}`, 'zh-CN'))
    }
  }
  return times.map(median)
}

/** The cost of ten articles with 1,000 and with 100,000. */
export const measureGrowth = (): Promise<Result[]> =>
  withPortals({ few: 1_000, many: 100_000 }, fillArticles, async (small, large) => {
    const portals = [small, large]
    // The first calls compile code and open connections.
    await readAfterChanges(portals)
    await forget(small)
    await forget(large)
    const read = await readNewPages(small, large)
    const changed = await readAfterChanges(portals)
    const words = [await search(portals, rareWords.zh), await search(portals, rareWords.en)]
    return [
      { name: 'a new page of /api/news, 1,000 articles', value: read.small, unit: 'ms' },
      {
        name: 'a new page, 100,000 articles, of 1,000',
        value: read.large / read.small,
        unit: '',
        target: { most: 1.3 },
      },
      { name: 'page 500, of page 1', value: read.deep / read.large, unit: '', target: { most: 3 } },
      { name: 'first page after a change, 100,000 articles, of 1,000', value: changed[1]! / changed[0]!, unit: '' },
      { name: 'search, rare Chinese word, 1,000 articles', value: words[0]![0]!, unit: 'ms' },
      { name: 'search, rare Chinese word, 100,000 articles', value: words[0]![1]!, unit: 'ms' },
      { name: 'search, rare English word, 1,000 articles', value: words[1]![0]!, unit: 'ms' },
      { name: 'search, rare English word, 100,000 articles', value: words[1]![1]!, unit: 'ms' },
    ]
  })
