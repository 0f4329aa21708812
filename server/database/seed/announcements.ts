import { everyTeam, fillPlaceholders } from '@lectern/contract/announcements/announcement-values.ts'
import type { Audience } from '@lectern/contract/announcements/announcements.ts'
import type { AnnouncementId, NoticeId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { account } from '../../features/accounts/tables.ts'
import { storeRecipients } from '../../features/announcements/service.ts'
import { announcement, announcementRecipient } from '../../features/announcements/tables.ts'
import { notice } from '../../features/notices/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { officeHour } from './dates.ts'
import { readList } from './lists.ts'
import type { SeedPerson } from './people.ts'

/** One of announcements.json. */
interface Listed {
  /** Days relative to today, negative for the past. Absent: a draft. */
  day?: number
  audience: Partial<Audience>
  link: string
  title: LocalizedText
  body: LocalizedText
}

const recipientsOf = (db: Database, id: AnnouncementId) =>
  db
    .select({
      accountId: account.id,
      name: sql<string>`coalesce(${account.realName}, ${account.nickname}, ${account.username})`,
      team: sql<string>`(select string_agg(name, '、' order by name) from team where team.id = any (${announcementRecipient.teamIds}))`,
    })
    .from(announcementRecipient)
    .innerJoin(account, eq(account.id, announcementRecipient.accountId))
    .where(eq(announcementRecipient.announcementId, id))

const notifyRecipients = async (db: Database, id: AnnouncementId, { title, body, link }: Listed, createdAt: Date) => {
  const recipients = await recipientsOf(db, id)
  const fill = (texts: LocalizedText, values: Record<string, string>): LocalizedText =>
    Object.fromEntries(
      Object.entries(texts).map(([locale, text]) => [locale, fillPlaceholders(text, (name) => values[name])]),
    )
  const rows = recipients.map(({ accountId, name, team }) => ({
    id: newId<NoticeId>(createdAt),
    audience: 'account' as const,
    kind: 'announcement' as const,
    markdown: true,
    accountId,
    announcementId: id,
    title: fill(title, { name, team }),
    body: fill(body, { name, team }),
    link,
    createdAt,
  }))
  if (rows.length > 0) await db.insert(notice).values(rows)
  await db.update(announcementRecipient).set({ state: 'told' }).where(eq(announcementRecipient.announcementId, id))
  return rows.length
}

/** One sent announcement and one draft. The demo has no letters: nothing is sent. */
export const seedAnnouncements = async (db: Database, organiser: SeedPerson, now: Date): Promise<void> => {
  for (const listed of await readList<Listed>('announcements/announcements.json')) {
    const at = listed.day === undefined ? now : officeHour(listed.day, 5, now)
    const id = newId<AnnouncementId>(at)
    const audience = { ...everyTeam, ...listed.audience }
    const { title, body, link } = listed
    const row = { id, audience, title, body, link, createdBy: organiser.id, createdAt: at, updatedAt: at }
    await db.insert(announcement).values({ ...row, state: 'draft' })
    if (listed.day === undefined) continue
    const people = await storeRecipients(db, id, audience)
    const recipients = await notifyRecipients(db, id, listed, at)
    await db
      .update(announcement)
      .set({ state: 'sent', sentBy: organiser.id, sentAt: at, people, told: recipients, version: 2 })
      .where(eq(announcement.id, id))
  }
}
