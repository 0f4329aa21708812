import type { SearchKind } from '@lectern/contract/search/search-kinds.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { inArray, sql, type SQL } from '../../platform/database/drizzle.ts'
import { article } from '../articles/tables.ts'
import { activity } from '../competition/tables.ts'
import { expert } from '../experts/tables.ts'
import { material } from '../materials/tables.ts'
import { page } from '../pages/tables.ts'
import { resultsFound } from '../results/service.ts'
import { searchEntry } from './tables.ts'

export interface Searched {
  q: string
  kind?: SearchKind | undefined
}

export interface FoundEntry extends Record<string, unknown> {
  kind: SearchKind
  id: string
  listed_from: Date
}

/** Of a term that occurs everywhere, only the newest hits are ranked. */
export const maxRanked = 1_000

const whereFound = ({ q, kind }: Searched, now: Date): SQL => sql`
  terms @@ search_query(${q}) and listed_from <= ${now} ${kind ? sql`and kind = ${kind}` : sql``}
`

/** The number of hits, up to the ranked maximum. */
export const countFound = async (db: Database, searchText: Searched, now: Date): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total
    from (select from ${searchEntry} where ${whereFound(searchText, now)} limit ${maxRanked + 1}) as found
  `)
  return rows[0]!.total
}

/** One page: matches in the title first, then the newest. */
export const foundPage = async (
  db: Database,
  searchText: Searched,
  { now, total, page: number, pageSize }: { now: Date; total: number; page: number; pageSize: number },
): Promise<FoundEntry[]> => {
  // Few hits are found by their terms and then sorted; many are read in order of age until there are enough.
  const newest =
    total > maxRanked ? sql`order by listed_from desc, kind, id limit ${maxRanked}` : sql`limit ${maxRanked}`
  const { rows } = await db.execute<FoundEntry>(sql`
    select kind, id, listed_from
    from (
      select kind, id, listed_from, title @@ search_query(${searchText.q}) as in_title
      from ${searchEntry} where ${whereFound(searchText, now)} ${newest}
    ) as found
    order by in_title desc, listed_from desc, kind, id
    limit ${pageSize} offset ${(number - 1) * pageSize}
  `)
  return rows.map((row) => ({ ...row, listed_from: new Date(row.listed_from) }))
}

/** The texts of the hits: one query per kind. */
export const textsFound = async (ctx: Ctx, entries: readonly FoundEntry[]) => {
  const { db } = ctx
  const idsOf = (kind: SearchKind): string[] => entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const ifAny = async <Row>(kind: SearchKind, ask: (ids: string[]) => Promise<Row[]>): Promise<Row[]> => {
    const ids = idsOf(kind)
    return ids.length === 0 ? [] : ask(ids)
  }
  return {
    article: await ifAny('article', (ids) =>
      db
        .select({ id: article.id, title: article.title, summary: article.summary, body: article.body })
        .from(article)
        .where(inArray(article.id, ids as never[])),
    ),
    material: await ifAny('material', (ids) =>
      db
        .select({
          id: material.id,
          kind: material.kind,
          title: material.title,
          summary: material.summary,
          body: material.body,
        })
        .from(material)
        .where(inArray(material.id, ids as never[])),
    ),
    expert: await ifAny('expert', (ids) =>
      db
        .select({ id: expert.id, title: expert.name, summary: expert.school, body: expert.bio })
        .from(expert)
        .where(inArray(expert.id, ids as never[])),
    ),
    activity: await ifAny('activity', (ids) =>
      db
        .select({ id: activity.id, title: activity.name, summary: activity.summary, body: activity.body })
        .from(activity)
        .where(inArray(activity.id, ids as never[])),
    ),
    results: await resultsFound(ctx, [...idsOf('result'), ...idsOf('work')]),
    page: await ifAny('page', (ids) =>
      db
        .select({ id: page.name, sections: page.published })
        .from(page)
        .where(inArray(page.name, ids as never[])),
    ),
  }
}
