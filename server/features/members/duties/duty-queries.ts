import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, ne, or } from '../../../platform/database/drizzle.ts'
import { dutyColumns } from '../../accounts/service.ts'
import { account, organiser } from '../../accounts/tables.ts'
import { activity, edition } from '../../competition/tables.ts'

const organisersWhere = (db: Database, where: Parameters<typeof and>[0]) =>
  db
    .select({
      id: account.id,
      username: account.username,
      realName: account.realName,
      nickname: account.nickname,
      access: account.access,
      version: account.version,
      ...dutyColumns,
    })
    .from(account)
    .leftJoin(organiser, eq(organiser.accountId, account.id))
    .where(and(eq(account.access, 'admin'), ne(account.status, 'deleted'), where))
    .orderBy(asc(account.createdAt), asc(account.id))

/** Few rows. */
export const activeOrganisers = (db: Database) => organisersWhere(db, eq(account.status, 'active'))

export const findOrganiser = async (db: Database, id: AccountId) => {
  const [row] = await organisersWhere(db, eq(account.id, id))
  return row
}

/** Activities of the current edition, and those with these ids. Few rows. */
export const choosableActivities = (db: Database, ids: readonly ActivityId[]) =>
  db
    .select({ id: activity.id, year: edition.year, name: activity.name, isCurrent: edition.current })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(or(edition.current, inArray(activity.id, [...ids])))
    .orderBy(desc(edition.year), asc(activity.position), asc(activity.id))

/** Few rows. */
export const activitiesNamed = (db: Database, ids: readonly ActivityId[]) =>
  db
    .select({ name: activity.name })
    .from(activity)
    .where(inArray(activity.id, [...ids]))
    .orderBy(asc(activity.position), asc(activity.id))

export const existingActivities = async (db: Database, ids: readonly ActivityId[]): Promise<number> =>
  db.$count(activity, inArray(activity.id, [...ids]))
