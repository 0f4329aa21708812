import type {
  AnnouncementContent,
  listAnnouncements as listEndpoint,
  findRecipients as findEndpoint,
} from '@lectern/contract/announcements/announcements.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, AnnouncementId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { lettersOfAnnouncements } from '../outbox/service.ts'
import { countAudience, countSearched, recipientPage } from './audience.ts'
import { requireMayAddress, whyNotAddress, whyNotDrafts } from './affected-activities.ts'
import { mayChange } from './policy.ts'
import {
  announcementPage,
  announcementsToSettle,
  countAnnouncements,
  countReaders,
  findAnnouncement,
  keepCounts,
  lockAnnouncement,
  namesOf,
  type ListedRow,
} from './queries.ts'
import { announcement, announcementRecipient } from './tables.ts'
import { checkDraft } from './texts.ts'

export { storeRecipients } from './audience.ts'

/** Adds names, readers and letter counts. The number of queries does not depend on the number of rows. */
const withFacts = async (ctx: SignedIn, rows: readonly ListedRow[]) => {
  const { db } = ctx
  const drafts = rows.filter(({ state }) => state === 'draft').map(({ id }) => id)
  const sent = rows.filter(({ state }) => state !== 'draft').map(({ id }) => id)
  const [readers, letters, names, whyNot] = await Promise.all([
    countReaders(db, sent),
    lettersOfAnnouncements(db, sent),
    namesOf(
      db,
      rows.flatMap(({ audience }) => audience.teams),
      rows.flatMap(({ audience }) => audience.people),
    ),
    whyNotDrafts(ctx, drafts),
  ])
  return { readers, letters, names, whyNot }
}

export type Facts = Awaited<ReturnType<typeof withFacts>>

export const listAnnouncements = async (ctx: SignedIn, { page, pageSize, ...filter }: QueryOf<typeof listEndpoint>) => {
  const [list, total] = await Promise.all([
    announcementPage(ctx.db, filter, { page, pageSize }),
    countAnnouncements(ctx.db, filter),
  ])
  return { list, facts: await withFacts(ctx, list), total, page, pageSize }
}

export const requireAnnouncement = async (ctx: SignedIn, id: AnnouncementId) => {
  const row = await findAnnouncement(ctx.db, id)
  if (!row) throw fail('announcement.notFound')
  return { row, facts: await withFacts(ctx, [row]) }
}

const subjectOf = (id: AnnouncementId) => ({ kind: 'announcement' as const, id })

export const createAnnouncement = async (outer: SignedIn, content: AnnouncementContent, key: string | undefined) => {
  checkDraft(outer, content)
  await requireMayAddress(outer, content.audience)
  const call = { scope: `announcement.create ${outer.actor.id}`, key, input: content }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const created = newId<AnnouncementId>(ctx.now)
    await ctx.db.insert(announcement).values({
      ...content,
      id: created,
      state: 'draft',
      createdBy: ctx.actor.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await audit(ctx, 'announcement.created', { subject: subjectOf(created), after: content })
    return { id: created }
  })
  return requireAnnouncement(outer, id)
}

export const requireLocked = async (ctx: Ctx, id: AnnouncementId) => {
  const row = await lockAnnouncement(ctx.db, id)
  if (!row) throw fail('announcement.notFound')
  return row
}

/** Locks a draft in the version that the caller has seen. */
export const lockDraftAnnouncement = async (ctx: Ctx, id: AnnouncementId, version: number) => {
  const row = await requireLocked(ctx, id)
  permit(mayChange(row, version))
  return row
}

const contentOf = ({ audience, title, body, link }: AnnouncementContent): AnnouncementContent => ({
  audience,
  title,
  body,
  link,
})

export const saveAnnouncement = async (
  outer: SignedIn,
  id: AnnouncementId,
  { version, ...content }: AnnouncementContent & { version: number },
) => {
  checkDraft(outer, content)
  await requireMayAddress(outer, content.audience)
  await inTransaction(outer, async (ctx) => {
    const before = await lockDraftAnnouncement(ctx, id, version)
    await ctx.db
      .update(announcement)
      .set({ ...content, version: version + 1, updatedAt: ctx.now })
      .where(eq(announcement.id, id))
    await audit(ctx, 'announcement.updated', { subject: subjectOf(id), before: contentOf(before), after: content })
  })
  return requireAnnouncement(outer, id)
}

export const deleteAnnouncement = (outer: Ctx, id: AnnouncementId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockDraftAnnouncement(ctx, id, version)
    await ctx.db.delete(announcement).where(eq(announcement.id, id))
    await audit(ctx, 'announcement.deleted', { subject: subjectOf(id), before: contentOf(before) })
  })

/** Where no mail can be sent, nobody gets any. */
export const isMailed = ({ installation }: Ctx): boolean => installation.channels.includes('mail')

/** Who would receive an announcement at this moment. */
export const findRecipients = async (
  ctx: SignedIn,
  { audience, search, page, pageSize }: BodyOf<typeof findEndpoint>,
) => {
  const [counts, list] = await Promise.all([
    countAudience(ctx.db, audience),
    recipientPage(ctx.db, audience, { search, page, pageSize }),
  ])
  const mailed = isMailed(ctx)
  return {
    list: list.map((row) => ({ ...row, mail: mailed && row.mail })),
    total: search ? await countSearched(ctx.db, audience, search) : counts.people,
    page,
    pageSize,
    people: counts.people,
    letters: mailed ? counts.letters : 0,
    whyNot: await whyNotAddress(ctx, audience),
  }
}

/** Stores the letter counts before the outbox deletes the letters. */
export const keepLetterCounts = async (ctx: Pick<Ctx, 'db'>, sentBefore: Date): Promise<void> => {
  const ids = (await announcementsToSettle(ctx.db, sentBefore)).map(({ id }) => id)
  const counts = await lettersOfAnnouncements(ctx.db, ids)
  for (const id of ids) await keepCounts(ctx.db, id, counts.get(id) ?? { sent: 0, failed: 0 })
}

/** Deletes this user's recipient rows, in the transaction that deletes the account. */
export const eraseRecipient = async (ctx: Ctx, id: AccountId): Promise<void> => {
  await ctx.db.delete(announcementRecipient).where(eq(announcementRecipient.accountId, id))
}
