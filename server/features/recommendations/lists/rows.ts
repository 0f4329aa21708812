import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EnrolmentId, RecommendationListId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { takeStep } from '../../steps/service.ts'
import { mayEditList, type ListView } from '../policy.ts'
import { readyEntries } from './list-queries.ts'
import { lockList, type ListKey } from './list-view.ts'
import { beginList, touchList } from './steps.ts'

/** A row as the institution writes it; its place among the rows is its rank. */
interface WrittenRow {
  entry: EnrolmentId
  remark: string | null
}

/** Rows that are in the list, by entry. */
const listedRows = async (db: Database, { list }: ListView) => {
  if (!list) return []
  const { rows } = await db.execute<{ entry: EnrolmentId; remark: string | null; counts: boolean }>(sql`
    select enrolment_id as entry, remark, verdict is distinct from 'refuse' as counts
    from recommendation_row where list_id = ${list.id} order by rank
  `)
  return rows
}

/** Only entries of this institution that can be recommended come into the list; those in it may stay until it is handed in. */
const requireFit = async (ctx: SignedIn, view: ListView, added: readonly EnrolmentId[]): Promise<void> => {
  if (added.length === 0) return
  const ready = await readyEntries(ctx.db, view, added)
  const unfit = added.find((id) => !ready.get(id)?.isReady)
  if (unfit === undefined) return
  // The number of an entry that belongs to others is not told.
  throw fail('recommendation.entryUnfit', { number: ready.get(unfit)?.number ?? '–' })
}

const requireQuota = ({ balance }: ListView, counted: number): void => {
  if (counted > balance) throw fail('recommendation.quotaExceeded', { quota: balance })
}

/** Writes the rows in this order; verdicts of those that stay are kept. Triggers count them. */
const writeRows = async (
  db: Database,
  { institution }: ListView,
  id: RecommendationListId,
  rows: readonly WrittenRow[],
): Promise<void> => {
  const entries = sql.param(rows.map(({ entry }) => entry))
  const remarks = sql.param(rows.map(({ remark }) => remark))
  await db.execute(
    sql`delete from recommendation_row where list_id = ${id} and enrolment_id <> all (${entries}::uuid[])`,
  )
  await db.execute(sql`
    insert into recommendation_row (list_id, enrolment_id, level, rank, remark)
    select ${id}, entry, ${institution.kind}, rank, remark
    from unnest(${entries}::uuid[], ${remarks}::text[]) with ordinality as written (entry, remark, rank)
    on conflict (list_id, enrolment_id) do update set rank = excluded.rank, remark = excluded.remark
    where (recommendation_row.rank, recommendation_row.remark) is distinct from (excluded.rank, excluded.remark)
  `)
}

/** Recommends entries: they come to the end of the list. Those that are in it already stay where they are. */
export const addRecommendations = (
  outer: SignedIn,
  key: ListKey,
  { entries }: BodyOf<typeof contract.addRecommendations>,
): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key),
      may: (view) => mayEditList(view, ctx),
      move: async (view) => {
        const listed = await listedRows(ctx.db, view)
        const added = [...new Set(entries)].filter((id) => !listed.some(({ entry }) => entry === id))
        if (added.length === 0) return { unchanged: undefined }
        await requireFit(ctx, view, added)
        requireQuota(view, listed.filter(({ counts }) => counts).length + added.length)
        const id = await beginList(ctx, view)
        await writeRows(ctx.db, view, id, [...listed, ...added.map((entry) => ({ entry, remark: null }))])
        await touchList(ctx, id)
        return {
          after: undefined,
          log: {
            action: 'recommendation.added',
            subject: { kind: 'recommendationList', id },
            after: { entries: added, count: listed.length + added.length },
          },
        }
      },
    }),
  )

/** Saves the whole list as its officers have ranked it. */
export const saveRecommendations = (
  outer: SignedIn,
  key: ListKey,
  { version, rows }: BodyOf<typeof contract.saveRecommendations>,
): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: (view) => mayEditList(view, ctx),
      move: async (view) => {
        const listed = await listedRows(ctx.db, view)
        const entries = rows.map(({ entry }) => entry)
        if (new Set(entries).size < entries.length) throw fail('recommendation.entriesTwice')
        const isSame = (row: WrittenRow, at: number): boolean =>
          listed[at]?.entry === row.entry && listed[at].remark === row.remark
        if (rows.length === listed.length && rows.every(isSame)) return { unchanged: undefined }
        await requireFit(
          ctx,
          view,
          entries.filter((id) => !listed.some(({ entry }) => entry === id)),
        )
        const isRefused = new Set(listed.flatMap(({ entry, counts }) => (counts ? [] : [entry])))
        requireQuota(view, entries.filter((id) => !isRefused.has(id)).length)
        const id = await beginList(ctx, view)
        await writeRows(ctx.db, view, id, rows)
        await touchList(ctx, id)
        return {
          after: undefined,
          log: {
            action: 'recommendation.saved',
            subject: { kind: 'recommendationList', id },
            before: { entries: listed.map(({ entry }) => entry) },
            after: { entries },
          },
        }
      },
    }),
  )
