import type { AccessValue } from '@lectern/contract/accounts/account-values.ts'
import { workingDuties, type Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx, Person } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, inArray, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account, organiser } from './tables.ts'

/** What an organiser looks after, and the activities to which the duty `contest` is limited; null: none. */
export interface OwnDuties {
  duties: readonly Duty[]
  activities: readonly ActivityId[] | null
}

/** What the first organiser of a site holds, and every one whose duties nobody has divided. */
export const allDuties: OwnDuties = { duties: workingDuties, activities: null }

/** Whoever becomes an organiser, until somebody gives them more. */
export const newOrganiser: OwnDuties = { duties: ['contest'], activities: null }

/** The columns of `organiser`, joined by a left join; null: nobody has divided the duties of this organiser. */
export const dutyColumns = { duties: organiser.duties, activities: organiser.activities }

/** Organisers whose duties nobody has divided hold all but that of auditors. */
export const dutiesOf = (
  access: AccessValue,
  row: { duties: readonly Duty[] | null; activities: readonly ActivityId[] | null },
): OwnDuties => {
  if (access !== 'admin') return { duties: [], activities: null }
  return row.duties ? { duties: row.duties, activities: row.activities } : allDuties
}

export const presentDuties = ({ duties, activities }: OwnDuties) => ({
  duties: [...duties],
  activities: activities && [...activities],
})

/**
 * While duties are separated: whoever decides who may do what does none of it. So it takes two to give power over the
 * contest or the site, and to use it.
 */
export const isSeparated = ({ duties }: OwnDuties): boolean =>
  !duties.includes('people') || !(duties.includes('contest') || duties.includes('system'))

/** Active organisers whose duties would have to be divided first. Few rows. */
export const organisersNotSeparated = async (db: Database): Promise<string[]> => {
  const rows = await db
    .select({ username: account.username, access: account.access, ...dutyColumns })
    .from(account)
    .leftJoin(organiser, eq(organiser.accountId, account.id))
    .where(and(eq(account.access, 'admin'), eq(account.status, 'active')))
    .orderBy(account.username)
  return rows.filter(({ access, ...row }) => !isSeparated(dutiesOf(access, row))).map(({ username }) => username)
}

const readingDuties: readonly Duty[] = [...workingDuties, 'audit']

/**
 * What somebody may do in one request. Auditors read like those who hold every duty, and in a request that changes
 * something hold none: like this no rule of any feature has to know of them.
 */
export const dutiesInRequest = (own: OwnDuties, isReading: boolean): Pick<Person, 'duties' | 'activities'> =>
  own.duties.includes('audit') ? { duties: isReading ? readingDuties : [], activities: null } : own

/** Of `contest`: for this activity, or without one for all of them. */
const whereWithoutLimit = (duty: Duty, activityId: SQL | undefined): SQL => {
  if (duty !== 'contest') return sql`true`
  const isAmong = activityId ? sql`${activityId} = any (held.activities)` : sql`false`
  return sql`(held.activities is null or ${isAmong})`
}

/** Whether an active organiser, by the name of their table, holds a duty; `contest` for this activity, or for all. */
export const whereHolds = (named: SQL, duty: Duty, activityId?: SQL): SQL<boolean> => {
  const undivided = (workingDuties as readonly Duty[]).includes(duty)
  return sql<boolean>`(
    ${named}.access = 'admin' and ${named}.status = 'active' and coalesce(
      (select ${duty} = any (held.duties) and ${whereWithoutLimit(duty, activityId)}
       from ${organiser} as held where held.account_id = ${named}.id),
      ${undivided}
    )
  )`
}

/** Who holds a duty, to notify them. Few rows. */
export const holdersOf = async (db: Database, duty: Duty): Promise<AccountId[]> => {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(whereHolds(sql`${account}`, duty))
    .orderBy(account.id)
  return rows.map(({ id }) => id)
}

/** Those of an account whose access is that of organisers. */
export const ownDuties = async (db: Database, accountId: AccountId): Promise<OwnDuties> => {
  const [row] = await db.select(dutyColumns).from(organiser).where(eq(organiser.accountId, accountId))
  return row ?? allDuties
}

export const storeDuties = async (
  { db, now, actor }: Ctx,
  accountId: AccountId,
  { duties, activities }: OwnDuties,
): Promise<void> => {
  const values = {
    duties: [...duties],
    activities: activities && [...activities],
    changedBy: actor.kind === 'account' ? actor.id : null,
    changedAt: now,
  }
  await db
    .insert(organiser)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: organiser.accountId, set: values })
}

/** Whoever is no organiser any more has no duties; whoever becomes one again starts anew. */
export const dropDuties = async ({ db }: Pick<Ctx, 'db'>, accountId: AccountId): Promise<void> => {
  await db.delete(organiser).where(eq(organiser.accountId, accountId))
}

/** The organisers of the demo are removed; whoever turns it into a real site is left to look after everything. */
export const clearDuties = async ({ db, actor }: Ctx, people: readonly AccountId[]): Promise<void> => {
  const gone = actor.kind === 'account' ? [...people, actor.id] : [...people]
  await db.delete(organiser).where(inArray(organiser.accountId, gone))
  await db
    .update(organiser)
    .set({ changedBy: null })
    .where(inArray(organiser.changedBy, [...people]))
}
