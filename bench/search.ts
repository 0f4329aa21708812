import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { countFound, foundPage } from '../server/features/search/queries.ts'
import { fillArticles, rareWords, seldomWords } from './articles.ts'
import { withPortals } from './portals.ts'
import { median, type Result } from './results.ts'

const rounds = 20

/** Words by the number of articles that contain them. */
const words = {
  'in 0.2 %, Chinese': rareWords.zh,
  'in 0.2 %, English': rareWords.en,
  'in 1 %, Chinese': seldomWords.zh,
  'in 1 %, English': seldomWords.en,
}
const everywhere = '报名'

/** Milliseconds of PostgreSQL for one search, as reported by itself. */
const searchOnce = async (client: pg.Client, q: string): Promise<number> => {
  const statements: { sql: string; params: unknown[] }[] = []
  const db = drizzle({ client, logger: { logQuery: (sql, params) => void statements.push({ sql, params }) } })
  const now = new Date()
  const total = await countFound(db, { q }, now)
  const page = await foundPage(db, { q }, { now, total, page: 1, pageSize: 10 })
  if (page.length < 10) throw new Error(`“${q}” was found in ${page.length} articles`)
  let milliseconds = 0
  for (const { sql, params } of statements.slice()) {
    const { rows } = await client.query<{ 'QUERY PLAN': [Record<'Planning Time' | 'Execution Time', number>] }>(
      `explain (analyze, timing off, format json) ${sql}`,
      params,
    )
    const [plan] = rows[0]!['QUERY PLAN']
    milliseconds += plan['Planning Time'] + plan['Execution Time']
  }
  return milliseconds
}

const measureWord = async (client: pg.Client, q: string): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await searchOnce(client, q))
  return median(times)
}

/** The cost of a search among 100,000 articles, in PostgreSQL alone. */
export const measureSearch = (): Promise<Result[]> =>
  withPortals({ few: 1_000, many: 100_000 }, fillArticles, async (_small, { client }) => {
    const results: Result[] = []
    for (const [name, word] of Object.entries(words))
      results.push({
        name: `search of the site, a word ${name} of 100,000 articles`,
        value: await measureWord(client, word),
        unit: 'ms',
        target: { most: 5 },
      })
    results.push({
      name: 'search of the site, a word in all of 100,000 articles',
      value: await measureWord(client, everywhere),
      unit: 'ms',
    })
    return results
  })
