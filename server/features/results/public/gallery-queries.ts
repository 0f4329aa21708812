import type { ResultListId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, eq, inArray, isNotNull, or, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { submission } from '../../works/tables.ts'
import { publicPartsOf } from './gallery-rules.ts'
import { resultRow } from '../tables.ts'

interface ListOfWorks {
  id: ResultListId
  workRules: WorkRules
}

/** Awarded works of these lists that their teams allow to publish, with a part that visitors may see. */
const whereShown = (lists: readonly ListOfWorks[]): SQL => {
  const ofLists = lists.flatMap(({ id, workRules }) => {
    const parts = [...publicPartsOf(workRules)]
    return parts.length === 0
      ? []
      : [and(eq(resultRow.listId, id), sql`${resultRow.parts} && ${sql.param(parts)}::text[]`)]
  })
  return and(isNotNull(resultRow.awardPosition), resultRow.isLicensed, or(...ofLists) ?? sql`false`)!
}

export interface GalleryFilter {
  prize?: string | undefined
  search?: string | undefined
}

const filtered = (lists: readonly ListOfWorks[], { prize, search }: GalleryFilter): SQL | undefined =>
  and(
    lists.length === 0 ? sql`false` : whereShown(lists),
    prize === undefined ? undefined : eq(resultRow.prize, prize),
    search ? sql`${resultRow.search} @@ search_query(${search})` : undefined,
  )

const columns = {
  listId: resultRow.listId,
  workId: resultRow.workId,
  prize: resultRow.prize,
  title: resultRow.title,
  team: resultRow.team,
  people: resultRow.people,
  school: resultRow.school,
  province: resultRow.province,
  manifest: submission.manifest,
}

const ofSubmission = and(eq(submission.workId, resultRow.workId), eq(submission.number, resultRow.submission))

/** One page, in the order of the lists and of their prizes. */
export const galleryPage = (
  db: Database,
  lists: readonly ListOfWorks[],
  filter: GalleryFilter,
  { page, pageSize }: Slice,
) =>
  db
    .select(columns)
    .from(resultRow)
    .innerJoin(submission, ofSubmission)
    .where(filtered(lists, filter))
    .orderBy(
      sql`array_position(${sql.param(lists.map(({ id }) => id))}::uuid[], ${resultRow.listId})`,
      asc(resultRow.awardPosition),
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type GalleryRow = Awaited<ReturnType<typeof galleryPage>>[number]

export const countGallery = (db: Database, lists: readonly ListOfWorks[], filter: GalleryFilter): Promise<number> =>
  countRows(db, resultRow, filtered(lists, filter))

/** How many works of each list the gallery shows. */
export const countShown = async (
  db: Database,
  lists: readonly ListOfWorks[],
): Promise<ReadonlyMap<ResultListId, number>> => {
  if (lists.length === 0) return new Map()
  const rows = await db
    .select({ id: resultRow.listId, count: sql<number>`count(*)::integer` })
    .from(resultRow)
    .where(whereShown(lists))
    .groupBy(resultRow.listId)
  return new Map(rows.map((row) => [row.id, row.count]))
}

/** Whether the gallery shows a work of this list. Stops at the first one. */
export const hasShown = async (db: Database, list: ListOfWorks): Promise<boolean> => {
  const rows = await db
    .select({ id: resultRow.workId })
    .from(resultRow)
    .where(whereShown([list]))
    .limit(1)
  return rows.length > 0
}

/** A work of the gallery. */
export const findShown = async (db: Database, lists: readonly ListOfWorks[], id: WorkId) => {
  if (lists.length === 0) return undefined
  const [row] = await db
    .select(columns)
    .from(resultRow)
    .innerJoin(submission, ofSubmission)
    .where(and(whereShown(lists), eq(resultRow.workId, id)))
    .limit(1)
  return row
}

/** Works of the gallery, for the sitemap. */
export const shownWorks = async (db: Database, lists: readonly ListOfWorks[], most: number) => {
  if (lists.length === 0) return []
  return db
    .select({ id: resultRow.workId, listId: resultRow.listId })
    .from(resultRow)
    .where(whereShown(lists))
    .orderBy(asc(resultRow.listId), asc(resultRow.awardPosition))
    .limit(most)
}

/** Awarded works of these lists, for the search. */
export const awardsFound = (db: Database, lists: readonly ResultListId[], works: readonly WorkId[]) =>
  db
    .select({
      listId: resultRow.listId,
      workId: resultRow.workId,
      prize: resultRow.prize,
      title: resultRow.title,
      team: resultRow.team,
      people: resultRow.people,
      school: resultRow.school,
      isLicensed: resultRow.isLicensed,
      parts: resultRow.parts,
    })
    .from(resultRow)
    .where(
      and(
        inArray(resultRow.listId, [...lists]),
        inArray(resultRow.workId, [...works]),
        isNotNull(resultRow.awardPosition),
      ),
    )
