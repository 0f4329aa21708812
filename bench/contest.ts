import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type pg from 'pg'
import { installDocuments } from '../server/database/documents.ts'
import { installPages } from '../server/database/pages.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { createManyPeople, createReadyTeams, someId, type Ready } from '../server/testing/many-people.ts'
import { fillArticles } from './articles.ts'
import type { ReaderJob, ReaderReport } from './reader-load.ts'
import { endOnce, startApp, withFolder, type Served } from './processes.ts'
import { startWorker } from './workers.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

export type Crowd = ReturnType<typeof startWorker<ReaderJob, ReaderReport>>

/** A running contest: servers on one PostgreSQL, and many users. */
export interface Contest {
  apps: Served[]
  pool: pg.Pool
  crowd: Crowd
  /** Of the servers' data. */
  folder: string
  /** A new activity with this many teams ready to submit. */
  open(teams: number): Promise<{ activityId: ActivityId; ready: Ready[] }>
}

const openActivity = async (pool: pg.Pool, editionId: EditionId, number: number): Promise<ActivityId> => {
  const text = JSON.stringify({ 'zh-CN': '课程创新', 'en-US': 'Course Innovation' })
  const { rows } = await pool.query<{ id: ActivityId }>(
    `insert into activity (id, edition_id, code, name, group_name, summary, body, requirements, rules, team_min, team_max, advisors_max, position, state, created_at, updated_at)
     values (${someId}, $1, $2, $3, $3, $3, $3, $3, $3, 1, 3, 2, $4, 'published', now(), now()) returning id`,
    [editionId, `BE${number}`, text, number],
  )
  return rows[0]!.id
}

const openEdition = async (pool: pg.Pool): Promise<EditionId> => {
  const { rows } = await pool.query<{ id: EditionId }>(
    `with made as (
       insert into edition (id, year, name, time_zone, current, created_at, updated_at)
       values (${someId}, 2026, '{"zh-CN": "第八届"}', 'Asia/Shanghai', true, now(), now()) returning id
     ), opened as (
       insert into phase (id, edition_id, kind, opens_at, closes_at, created_at, updated_at)
       select ${someId}, id, 'enrolment', now() - interval '1 day', now() + interval '30 days', now(), now() from made
     )
     select id from made`,
  )
  return rows[0]!.id
}

/** Measures with this many servers, and as many users as the largest activity has teams. */
export const withContest = <Outcome>(
  { servers, people }: { servers: number; people: number },
  measure: (contest: Contest) => Promise<Outcome>,
): Promise<Outcome> =>
  withFolder(async (folder) => {
    // Durable as in production: submitting writes.
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {} })
    const stopPostgres = endOnce(() => postgres.stop())
    const { pool, db, close } = connect(postgres.url, () => {})
    const crowd: Crowd = startWorker('reader-load.ts')
    const apps: Served[] = []
    try {
      await migrate(pool)
      await installDocuments(db, new Date())
      await installPages(db, new Date())
      await fillArticles(pool, 1_000)
      await createManyPeople(pool, people)
      const editionId = await openEdition(pool)
      // Letters are queued, and sending them fails.
      const environment = {
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: 'smtp://127.0.0.1:9?from=office@example.org',
      }
      for (let left = servers; left > 0; left -= 1) apps.push(await startApp(environment))
      let activities = 0
      const open = async (teams: number) => {
        activities += 1
        const activityId = await openActivity(pool, editionId, activities)
        return { activityId, ready: await createReadyTeams(pool, activityId, { count: teams }) }
      }
      return await measure({ apps, pool, crowd, folder, open })
    } finally {
      for (const app of apps) await app.stop()
      await crowd.stop()
      await close()
      await stopPostgres()
    }
  })
