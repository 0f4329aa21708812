import type { AnnouncementState } from '@lectern/contract/announcements/announcement-values.ts'
import type { AccountId, AnnouncementId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { wantsMail } from '../notices/service.ts'
import { notice, noticeRead } from '../notices/tables.ts'
import { team } from '../teams/tables.ts'
import { announcement, announcementRecipient } from './tables.ts'

/** A user's display name; the same rule as `nameOf` of teams. */
export const shownName = sql<string>`coalesce(${account.realName}, ${account.nickname}, ${account.username})`

const listedColumns = {
  id: announcement.id,
  state: announcement.state,
  audience: announcement.audience,
  title: announcement.title,
  body: announcement.body,
  link: announcement.link,
  version: announcement.version,
  updatedAt: announcement.updatedAt,
  sentAt: announcement.sentAt,
  people: announcement.people,
  told: announcement.told,
  letters: announcement.letters,
  lettersSent: announcement.lettersSent,
  lettersFailed: announcement.lettersFailed,
  sentBy: account.username,
}

const listed = (db: Database) =>
  db
    .select(listedColumns)
    .from(announcement)
    .leftJoin(account, and(eq(account.id, announcement.sentBy), ne(account.status, 'deleted')))
    .$dynamic()

interface AnnouncementFilter {
  state?: AnnouncementState | undefined
  search?: string | undefined
}

const filtered = ({ state, search }: AnnouncementFilter): SQL | undefined =>
  and(
    state && eq(announcement.state, state),
    search
      ? sql`exists (
          select from jsonb_each_text(${announcement.title}) as word where position(lower(${search}) in lower(word.value)) > 0
        )`
      : undefined,
  )

export const announcementPage = (
  db: Database,
  filter: AnnouncementFilter,
  { page, pageSize }: { page: number; pageSize: number },
) =>
  listed(db)
    .where(filtered(filter))
    .orderBy(desc(announcement.updatedAt), desc(announcement.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countAnnouncements = (db: Database, filter: AnnouncementFilter): Promise<number> =>
  countRows(db, announcement, filtered(filter))

export const findAnnouncement = async (db: Database, id: AnnouncementId) => {
  const [row] = await listed(db).where(eq(announcement.id, id))
  return row
}

export type ListedRow = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

/** Locks an announcement until the transaction ends. */
export const lockAnnouncement = async (db: Database, id: AnnouncementId) => {
  const [row] = await db.select().from(announcement).where(eq(announcement.id, id)).for('update')
  return row
}

/** How many people have read each of these. */
export const countReaders = async (
  db: Database,
  ids: readonly AnnouncementId[],
): Promise<ReadonlyMap<AnnouncementId, number>> => {
  const rows = await db
    .select({ id: sql<AnnouncementId>`${notice.announcementId}`, readers: sql`count(*)`.mapWith(Number) })
    .from(notice)
    .innerJoin(noticeRead, eq(noticeRead.noticeId, notice.id))
    .where(inArray(notice.announcementId, [...ids]))
    .groupBy(notice.announcementId)
  return new Map(rows.map(({ id, readers }) => [id, readers]))
}

/** Names of teams and users by id; deleted ones have none. */
export const namesOf = async (
  db: Database,
  teams: readonly TeamId[],
  people: readonly AccountId[],
): Promise<ReadonlyMap<string, string>> => {
  const foundTeams = await db
    .select({ id: team.id, name: team.name })
    .from(team)
    .where(inArray(team.id, [...teams]))
  const foundPeople = await db
    .select({ id: account.id, name: shownName })
    .from(account)
    .where(and(inArray(account.id, [...people]), ne(account.status, 'deleted')))
  return new Map([...foundTeams, ...foundPeople].map(({ id, name }) => [id, name]))
}

/** The teams through which recipients were selected, with what a text can mention of them. */
export const teamsOfRecipients = (db: Database, ids: readonly TeamId[]) =>
  db
    .select({
      id: team.id,
      name: team.name,
      activity: activity.name,
      timeZone: edition.timeZone,
      number: enrolment.number,
    })
    .from(team)
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .leftJoin(enrolment, eq(enrolment.teamId, team.id))
    .where(inArray(team.id, [...ids]))
    .orderBy(asc(team.name), asc(team.id))

export const peopleById = async (db: Database, ids: readonly AccountId[]) => {
  const rows = await db
    .select({
      id: account.id,
      realName: account.realName,
      nickname: account.nickname,
      username: account.username,
      email: account.email,
      locale: account.locale,
      status: account.status,
      wantsMail: sql<boolean>`${wantsMail('announcement')}`,
    })
    .from(account)
    .where(inArray(account.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Announcements with recipients who have not been notified, oldest first. */
export const announcementsUnderWay = (db: Database) =>
  db
    .select({ id: announcement.id })
    .from(announcement)
    .where(eq(announcement.state, 'sending'))
    .orderBy(asc(announcement.sentAt), asc(announcement.id))

/**
 * Locks the next recipients to notify, ordered by id. Their accounts are locked first, as when an account is deleted;
 * recipients locked by another process are skipped.
 */
export const lockWaiting = async (db: Database, id: AnnouncementId, after: AccountId | undefined, most: number) => {
  const waiting = and(eq(announcementRecipient.announcementId, id), eq(announcementRecipient.state, 'waiting'))
  const next = await db
    .select({ accountId: announcementRecipient.accountId })
    .from(announcementRecipient)
    .where(and(waiting, after && gt(announcementRecipient.accountId, after)))
    .orderBy(asc(announcementRecipient.accountId))
    .limit(most)
  const ids = next.map(({ accountId }) => accountId)
  if (ids.length === 0) return { last: undefined, recipients: [] }
  await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.id, ids))
    .orderBy(asc(account.id))
    .for('share')
  const recipients = await db
    .select({ accountId: announcementRecipient.accountId, teamIds: announcementRecipient.teamIds })
    .from(announcementRecipient)
    .where(and(waiting, inArray(announcementRecipient.accountId, ids)))
    .orderBy(asc(announcementRecipient.accountId))
    .for('update', { skipLocked: true })
  return { last: ids.length < most ? undefined : ids.at(-1), recipients }
}

export const markRecipients = async (
  db: Database,
  id: AnnouncementId,
  ids: readonly AccountId[],
  state: 'told' | 'skipped',
): Promise<void> => {
  if (ids.length === 0) return
  await db
    .update(announcementRecipient)
    .set({ state })
    .where(and(eq(announcementRecipient.announcementId, id), inArray(announcementRecipient.accountId, [...ids])))
}

export const addNotified = async (
  db: Database,
  id: AnnouncementId,
  { told, letters }: { told: number; letters: number },
): Promise<void> => {
  await db
    .update(announcement)
    .set({ told: sql`${announcement.told} + ${told}`, letters: sql`${announcement.letters} + ${letters}` })
    .where(eq(announcement.id, id))
}

export const moveAnnouncement = async (
  db: Database,
  which: SQL | undefined,
  to: AnnouncementState,
  changes: Partial<Omit<typeof announcement.$inferInsert, 'state'>> = {},
): Promise<void> => {
  await db
    .update(announcement)
    .set({ ...changes, state: to })
    .where(which)
}

/** Marks an announcement as sent, unless a recipient is still pending. */
export const finishAnnouncement = (db: Database, id: AnnouncementId): Promise<void> => {
  const isDelivered = sql`not exists (
    select from ${announcementRecipient}
    where ${announcementRecipient.announcementId} = ${id} and ${announcementRecipient.state} = 'waiting'
  )`
  return moveAnnouncement(db, and(eq(announcement.id, id), eq(announcement.state, 'sending'), isDelivered), 'sent')
}

/** Sent announcements whose letters are still counted in the outbox, which will soon delete them. Few rows. */
export const announcementsToSettle = (db: Database, sentBefore: Date) =>
  db
    .select({ id: announcement.id })
    .from(announcement)
    .where(and(eq(announcement.state, 'sent'), isNull(announcement.lettersSent), lte(announcement.sentAt, sentBefore)))
    .limit(100)

export const keepCounts = async (
  db: Database,
  id: AnnouncementId,
  { sent, failed }: { sent: number; failed: number },
): Promise<void> => {
  await db.update(announcement).set({ lettersSent: sent, lettersFailed: failed }).where(eq(announcement.id, id))
}
