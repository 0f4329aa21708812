import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '../server/platform/database/connect.ts'
import { countNews, newsPage } from '../server/features/articles/queries.ts'
import { rareWords } from './articles.ts'

const questions = {
  'page 1': (db: Database, now: Date) => newsPage(db, now, {}, { page: 1, pageSize: 10 }),
  'page 500': (db: Database, now: Date) => newsPage(db, now, {}, { page: 500, pageSize: 10 }),
  'the total': (db: Database, now: Date) => countNews(db, now, {}),
  'page 1 of a search': (db: Database, now: Date) =>
    newsPage(db, now, { search: rareWords.zh }, { page: 1, pageSize: 10 }),
  'the total of a search': (db: Database, now: Date) => countNews(db, now, { search: rareWords.zh }),
}

/** How PostgreSQL answers the questions of the list, as it says itself. */
export const explainNews = async (client: pg.Client): Promise<string> => {
  const asked: { sql: string; params: unknown[] }[] = []
  const db = drizzle({ client, logger: { logQuery: (sql, params) => void asked.push({ sql, params }) } })
  const sections: string[] = []
  for (const [name, ask] of Object.entries(questions)) {
    asked.length = 0
    await ask(db, new Date())
    for (const { sql, params } of asked.slice()) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, params)
      sections.push(`${name}:\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}\n`)
    }
  }
  return sections.join('\n')
}
