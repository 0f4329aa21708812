import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '../server/platform/database/connect.ts'
import { countManaged, managedPage } from '../server/features/articles/editing-queries.ts'
import { countPublished, publishedPage } from '../server/features/articles/queries.ts'
import { countMembers, memberPage, pageOfAllMembers } from '../server/features/members/queries.ts'
import { countEnrolments, enrolmentPage, pageOfEdition } from '../server/features/enrolments/office-queries.ts'
import { benchEdition, rare as rareEnrolment } from './enrolment-rows.ts'
import { rareWords } from './articles.ts'
import { rareNames } from './people.ts'

type Question = (db: Database, now: Date) => Promise<unknown>

const first = { page: 1, pageSize: 10 }
const kind = 'news'
const rare = { kind, search: rareWords.zh } as const

const newsQuestions: Record<string, Question> = {
  'page 1': (db, now) => publishedPage(db, now, { kind }, first),
  'page 500': (db, now) => publishedPage(db, now, { kind }, { page: 500, pageSize: 10 }),
  'the total': (db, now) => countPublished(db, now, { kind }),
  'page 1 of a search': (db, now) => publishedPage(db, now, rare, first, true),
  'the total of a search': (db, now) => countPublished(db, now, rare),
  'page 1 in the office': (db, now) => managedPage(db, now, { kind }, '-updatedAt', first, false),
  'page 1 in the office, by date': (db, now) => managedPage(db, now, { kind }, 'publishedAt', first, false),
  'the total in the office': (db, now) => countManaged(db, now, { kind }),
  'drafts in the office': (db, now) => managedPage(db, now, { kind, state: 'draft' }, '-updatedAt', first, true),
  'the total of the drafts': (db, now) => countManaged(db, now, { kind, state: 'draft' }),
  'what is scheduled': (db, now) => managedPage(db, now, { kind, state: 'scheduled' }, '-updatedAt', first, true),
}

const memberQuestions: Record<string, Question> = {
  'page 1, with the total': (db) => pageOfAllMembers(db, '-createdAt', first),
  'page 500, with the total': (db) => pageOfAllMembers(db, '-createdAt', { page: 500, pageSize: 10 }),
  'page 1 by name': (db) => memberPage(db, {}, 'username', first),
  'page 1 of a search': (db) => memberPage(db, { search: rareNames.zh }, '-createdAt', first, true),
  'the total of a search': (db) => countMembers(db, { search: rareNames.zh }),
  'page 1 of a province': (db) => memberPage(db, { province: '110000' }, '-createdAt', first),
  'the total of the active': (db) => countMembers(db, { status: 'active' }),
}

const edition = { id: benchEdition, timeZone: 'Asia/Shanghai' }

const enrolmentQuestions: Record<string, Question> = {
  'page 1, with the total': (db) => pageOfEdition(db, edition.id, '-submittedAt', first),
  'page 500, with the total': (db) => pageOfEdition(db, edition.id, '-submittedAt', { page: 500, pageSize: 10 }),
  'the submitted': (db) => enrolmentPage(db, { edition, state: ['submitted'] }, '-submittedAt', first),
  'the total of the submitted': (db) => countEnrolments(db, { edition, state: ['submitted'] }),
  'a province': (db) => enrolmentPage(db, { edition, province: rareEnrolment.province }, '-submittedAt', first),
  'a school': (db) => enrolmentPage(db, { edition, school: rareEnrolment.school }, '-submittedAt', first, true),
  'a name': (db) => enrolmentPage(db, { edition, search: rareEnrolment.name }, '-submittedAt', first, true),
}

/** The query plans of a list. */
const explain = async (client: pg.Client, questions: Record<string, Question>): Promise<string> => {
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

export const explainNews = (client: pg.Client): Promise<string> => explain(client, newsQuestions)

export const explainMembers = (client: pg.Client): Promise<string> => explain(client, memberQuestions)

export const explainEnrolments = (client: pg.Client): Promise<string> => explain(client, enrolmentQuestions)
