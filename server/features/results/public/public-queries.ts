import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import { beginningWith } from '../../../platform/database/conditions.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { activity, edition } from '../../competition/tables.ts'
import { whereInForce, whereInPublicity } from '../policy.ts'
import { resultList, resultRow } from '../tables.ts'

const columns = {
  id: resultList.id,
  activityId: resultList.activityId,
  activityName: activity.name,
  fields: activity.fields,
  workRules: activity.workRules,
  editionId: edition.id,
  editionName: edition.name,
  year: edition.year,
  timeZone: edition.timeZone,
  publicVersion: resultList.publicVersion,
  publicisedAt: resultList.publicisedAt,
  publicityUntil: resultList.publicityUntil,
  announcedAt: resultList.announcedAt,
  rules: resultList.rules,
  totals: resultList.totals,
}

const lists = (db: Database, where: SQL) =>
  db
    .select(columns)
    .from(resultList)
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(where)
    .orderBy(desc(edition.year), desc(edition.id), asc(activity.position), asc(activity.id))

/** The lists that are in force, of the newest edition first. Ask for them with the time of the request alone. */
export const listsInForce = (db: Database, now: Date) => lists(db, whereInForce(now))
export type PublicListRow = Awaited<ReturnType<typeof listsInForce>>[number]

/** The lists that wait for their announcement. */
export const listsInPublicity = (db: Database, now: Date) => lists(db, whereInPublicity(now))

/** A list as visitors know it. Whether they may read it is decided by the gate. */
export const findPublicList = async (db: Database, id: ResultListId) => {
  const [list] = await db
    .select({
      ...columns,
      reason: resultList.reason,
      header: resultList.header,
      fingerprint: resultList.fingerprint,
      rowsHash: resultList.rowsHash,
      inputHash: resultList.inputHash,
      rulesHash: resultList.rulesHash,
      previousId: resultList.previousId,
      difference: resultList.difference,
    })
    .from(resultList)
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(resultList.id, id))
  return list
}
export type PublicList = NonNullable<Awaited<ReturnType<typeof findPublicList>>>

export interface AwardFilter {
  prize?: string | undefined
  group?: string | undefined
  province?: string | undefined
  school?: string | undefined
  search?: string | undefined
}

const filtered = (id: ResultListId, { prize, group, province, school, search }: AwardFilter): SQL | undefined =>
  and(
    eq(resultRow.listId, id),
    isNotNull(resultRow.awardPosition),
    prize === undefined ? undefined : eq(resultRow.prize, prize),
    group === undefined ? undefined : eq(resultRow.group, group),
    province === undefined ? undefined : eq(resultRow.province, province),
    school ? sql`${resultRow.school} like ${beginningWith(school)}` : undefined,
    search ? sql`${resultRow.search} @@ search_query(${search})` : undefined,
  )

/** What is told of a work in a list. */
const toldColumns = {
  number: resultRow.number,
  group: resultRow.group,
  rank: resultRow.rank,
  score: resultRow.score,
  prize: resultRow.prize,
  adjustmentReason: resultRow.adjustmentReason,
  title: resultRow.title,
  team: resultRow.team,
  people: resultRow.people,
  school: resultRow.school,
  province: resultRow.province,
}

/** Awarded works in their order. */
export const awardPage = (db: Database, id: ResultListId, filter: AwardFilter, { page, pageSize }: Slice) =>
  db
    .select({
      work: resultRow.workId,
      ...toldColumns,
      isLicensed: resultRow.isLicensed,
      parts: resultRow.parts,
    })
    .from(resultRow)
    .where(filtered(id, filter))
    .orderBy(asc(resultRow.awardPosition))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type AwardRow = Awaited<ReturnType<typeof awardPage>>[number]

/** Awarded works of which only the digest is left. */
export const countErased = (db: Database, id: ResultListId): Promise<number> =>
  countRows(
    db,
    resultRow,
    and(
      eq(resultRow.listId, id),
      isNotNull(resultRow.awardPosition),
      isNotNull(resultRow.digest),
      isNull(resultRow.salt),
    ),
  )

/** Everything that the text of a list is made of. */
export const rowsOfText = (db: Database, id: ResultListId) =>
  db
    .select({
      position: resultRow.position,
      awardPosition: resultRow.awardPosition,
      ...toldColumns,
      salt: resultRow.salt,
      digest: resultRow.digest,
    })
    .from(resultRow)
    .where(eq(resultRow.listId, id))
    .orderBy(asc(resultRow.position))

export const countAwards = (db: Database, id: ResultListId, filter: AwardFilter): Promise<number> =>
  countRows(db, resultRow, filtered(id, filter))

/** The newest version after this one that visitors could read by now. */
export const newerVersion = async (
  db: Database,
  { activityId, publicVersion }: { activityId: ActivityId; publicVersion: number | null },
  where: SQL,
): Promise<ResultListId | null> => {
  const [list] = await db
    .select({ id: resultList.id })
    .from(resultList)
    .where(and(eq(resultList.activityId, activityId), sql`${resultList.publicVersion} > ${publicVersion}`, where))
    .orderBy(desc(resultList.publicVersion))
    .limit(1)
  return list?.id ?? null
}

/** Titles by number, of a list. */
export const titlesIn = async (db: Database, id: ResultListId, numbers: readonly string[]) => {
  const rows = await db
    .select({ number: resultRow.number, title: resultRow.title })
    .from(resultRow)
    .where(and(eq(resultRow.listId, id), sql`${resultRow.number} = any (${sql.param([...numbers])}::text[])`))
  return new Map(rows.map((row) => [row.number, row.title]))
}
