import type { AccountId, AnnouncementId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { renderLetter } from '../../platform/markdown.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { storeAnnounced } from '../notices/service.ts'
import { queueLetters, type Letter } from '../outbox/service.ts'
import { activitiesOfAudience } from './affected-activities.ts'
import { letterOf } from './send-announcement.ts'
import { isMailed } from './service.ts'
import {
  addNotified,
  announcementsUnderWay,
  findAnnouncement,
  finishAnnouncement,
  lockWaiting,
  markRecipients,
  type ListedRow,
} from './queries.ts'
import { fillTexts, readersOf, type Reader } from './texts.ts'

const batch = 200

/** Renders the same text once, however many people read it. */
const renderingOnce = (): typeof renderLetter => {
  const rendered = new Map<string, Promise<string>>()
  return (source) => {
    const key = `${source.locale} ${source.text}`
    const letter = rendered.get(key) ?? renderLetter(source)
    rendered.set(key, letter)
    return letter
  }
}

const lettersFor = async (row: ListedRow, readers: readonly Reader[]): Promise<Letter[]> => {
  const render = renderingOnce()
  return Promise.all(
    readers.map(async (reader) => ({
      to: reader.email!,
      accountId: reader.id,
      locale: reader.locale,
      letter: 'notice' as const,
      content: await letterOf(row, reader, reader.locale, row.link, render),
      toMany: true,
      announcementId: row.id,
      activities: activitiesOfAudience(row.audience),
    })),
  )
}

/**
 * Notifies the next recipients. Notice, letter and the mark on the recipient are one transaction: after a crash
 * nobody is notified twice and nobody is left out. Returns the last recipient processed, if there may be more.
 */
const notifyBatch = (outer: Ctx, row: ListedRow, after: AccountId | undefined): Promise<AccountId | undefined> =>
  inTransaction(outer, async (ctx) => {
    const { last, recipients } = await lockWaiting(ctx.db, row.id, after, batch)
    const readers = await readersOf(ctx, row, recipients)
    const [active, others] = [readers.filter(({ isActive }) => isActive), readers.filter(({ isActive }) => !isActive)]
    await storeAnnounced(
      ctx,
      active.map((reader) => ({
        accountId: reader.id,
        announcementId: row.id,
        link: row.link,
        ...fillTexts(row, reader),
      })),
    )
    const mailed = isMailed(ctx) ? active.filter(({ wantsMail }) => wantsMail) : []
    await queueLetters(ctx, await lettersFor(row, mailed))
    const idsOf = (list: readonly Reader[]): AccountId[] => list.map(({ id }) => id)
    await markRecipients(ctx.db, row.id, idsOf(active), 'told')
    await markRecipients(ctx.db, row.id, idsOf(others), 'skipped')
    if (active.length > 0) await addNotified(ctx.db, row.id, { told: active.length, letters: mailed.length })
    return last
  })

const deliver = async (ctx: Ctx, id: AnnouncementId): Promise<void> => {
  const row = await findAnnouncement(ctx.db, id)
  if (!row) return
  let after: AccountId | undefined
  do after = await notifyBatch(ctx, row, after)
  while (after)
  await finishAnnouncement(ctx.db, id)
}

/**
 * A job: notifies the recipients of sent announcements. Several processes may run it at once; an interrupted delivery
 * is continued.
 */
export const deliverAnnouncements = async (ctx: Ctx): Promise<void> => {
  for (const { id } of await announcementsUnderWay(ctx.db)) await deliver(ctx, id)
}
