import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { RecommendationListId, SummaryId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, desc, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { account } from '../../accounts/tables.ts'
import { takeStep } from '../../steps/service.ts'
import { nameOf } from '../../teams/service.ts'
import { rowsOfList, type FoundRow } from '../lists/list-queries.ts'
import { lockList, requireList, type ListKey } from '../lists/list-view.ts'
import { touchList } from '../lists/steps.ts'
import { maySummarise, type ListView } from '../policy.ts'
import { recommendationSummary } from '../tables.ts'
import {
  checkCode,
  hashSummary,
  readContent,
  rowsMark,
  summaryLabel,
  writeSummary,
  type SummaryContent,
  type SummaryRow,
} from './summary-content.ts'

const summaryColumns = {
  id: recommendationSummary.id,
  listId: recommendationSummary.listId,
  number: recommendationSummary.number,
  label: recommendationSummary.label,
  content: recommendationSummary.content,
  hash: recommendationSummary.hash,
  madeAt: recommendationSummary.madeAt,
  by: { realName: account.realName, nickname: account.nickname, username: account.username, status: account.status },
}

const selectSummaries = (db: Database) =>
  db.select(summaryColumns).from(recommendationSummary).leftJoin(account, eq(account.id, recommendationSummary.madeBy))

export type FoundSummary = Awaited<ReturnType<typeof selectSummaries>>[number]

/** The newest summary of a list. */
export const latestSummary = async (
  db: Database,
  id: RecommendationListId | undefined,
): Promise<FoundSummary | undefined> => {
  if (id === undefined) return undefined
  const [row] = await selectSummaries(db)
    .where(eq(recommendationSummary.listId, id))
    .orderBy(desc(recommendationSummary.number))
    .limit(1)
  return row
}

export const findSummary = async (
  db: Database,
  listId: RecommendationListId,
  id: SummaryId,
): Promise<FoundSummary | undefined> => {
  const [row] = await selectSummaries(db).where(
    and(eq(recommendationSummary.listId, listId), eq(recommendationSummary.id, id)),
  )
  return row
}

/** Whether a summary has the rows that the list has now. */
export const isCurrentSummary = ({ content }: Pick<FoundSummary, 'content'>, rows: readonly FoundRow[]): boolean =>
  rowsMark(readContent(content).rows) === rowsMark(rows.map(({ number, remark }) => ({ number: number ?? '', remark })))

/** Throws if an entry of the list cannot be recommended any more. */
export const requireReadyRows = (rows: readonly FoundRow[]): void => {
  const unready = rows.filter(({ isReady, verdict }) => !isReady && verdict === null).length
  if (unready > 0) throw fail('recommendation.entriesUnready', { count: unready })
}

const summaryRow = (row: FoundRow, locale: Locale, { institution: owner }: ListView): SummaryRow => ({
  rank: row.rank,
  number: row.number ?? '',
  title: row.title,
  team: row.team.name,
  captain: row.captain ? nameOf(row.captain) : '',
  school: owner.kind === 'province' && row.institution ? localize(row.institution.name, locale).text : null,
  remark: row.remark,
})

/** Makes the numbered summary of a list as it is now. A list that has not changed keeps its newest one. */
export const makeSummary = (
  outer: SignedIn,
  key: ListKey,
  { version }: BodyOf<typeof contract.makeSummary>,
  siteTitle: (locale: Locale) => string,
): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: (view) => maySummarise(view, ctx),
      move: async (view) => {
        const list = view.list!
        const rows = await rowsOfList(ctx.db, view)
        requireReadyRows(rows)
        const latest = await latestSummary(ctx.db, list.id)
        if (latest && isCurrentSummary(latest, rows)) return { unchanged: undefined }
        const number = (latest?.number ?? 0) + 1
        const { activity, institution, rules, balance } = view
        const year = activity.edition.year
        const label = summaryLabel({ activity: { year, code: activity.code }, institution }, number)
        const content: SummaryContent = {
          format: 1,
          label,
          site: siteTitle(ctx.locale),
          locale: ctx.locale,
          timeZone: activity.edition.timeZone,
          madeAt: ctx.now.toISOString(),
          activity: { code: activity.code, name: activity.name, year },
          institution: { code: institution.code, kind: institution.kind, name: institution.name },
          thing: rules.thing,
          quota: balance,
          rows: rows.map((row) => summaryRow(row, ctx.locale, view)),
        }
        const text = writeSummary(content)
        const id = newId<SummaryId>(ctx.now)
        const hash = hashSummary(text)
        await ctx.db.insert(recommendationSummary).values({
          id,
          listId: list.id,
          number,
          label,
          content: text,
          hash,
          madeBy: ctx.actor.id,
          madeAt: ctx.now,
        })
        await touchList(ctx, list.id)
        return {
          after: undefined,
          log: {
            action: 'recommendation.summarised',
            subject: { kind: 'recommendationList', id: list.id },
            after: { summary: label, hash: hash.toString('hex'), count: rows.length },
          },
        }
      },
    }),
  )

/** A summary as PDF, the same bytes whenever it is drawn. */
export const drawSummary = async (
  ctx: SignedIn,
  key: ListKey,
  id: SummaryId,
): Promise<{ name: string; body: Buffer }> => {
  const { list } = await requireList(ctx, key)
  const row = list ? await findSummary(ctx.db, list.id, id) : undefined
  if (!row) throw fail('recommendation.summaryNotFound')
  const input = { content: readContent(row.content), hash: row.hash.toString('hex'), code: checkCode(row.hash) }
  const body = await runInThread<Uint8Array>({ module: new URL('./summary-pdf.ts', import.meta.url).href, input })
  return { name: `${row.label}.pdf`, body: Buffer.from(body) }
}
