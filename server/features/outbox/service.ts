import type { AccountId, AnnouncementId, OutboxId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { ownActivities } from '../steps/service.ts'
import { isLetter, kindOf, type LetterName } from './letters.ts'
import {
  announceOutbox,
  countLetters,
  countWithheld,
  expireNotices,
  insertToFound,
  letterPage,
  lockLetter,
  queueAgain,
  type LetterFilter,
  type LetterText,
} from './queries.ts'
import { outbox } from './tables.ts'

export { contactsWrittenTo, naming, withAddition } from './erase.ts'
export { lettersOfAnnouncements } from './announcement-letters.ts'
export { writeMail, type Letterhead } from './letter-text.ts'

/** How long letters that were sent, failed or expired stay in the outbox. */
export const lettersKeptDays = 30

export interface Letter {
  /** An e-mail address or a phone number. */
  to: string
  accountId?: AccountId | undefined
  locale: Locale
  letter: LetterName
  /** The values of its texts. */
  content?: Record<string, string>
  /** Values that only the recipient may read; erased once it is sent. */
  secret?: Record<string, string>
  /** Not sent after this. */
  expiresAt?: Date
  /** A bulk letter is sent after all others: somebody may be waiting for those. */
  toMany?: boolean
  announcementId?: AnnouncementId | undefined
  /** Selects the ids of the activities that it is about. */
  activities?: SQL | undefined
}

/** Only a notice may be about an activity without saying so. */
const activityIdsOf = ({ letter, activities }: Pick<Letter, 'letter' | 'activities'>) => {
  if (activities) return sql`array(${activities})`
  return kindOf(letter).reason === 'notice' ? null : []
}

/** Text messages go only to the countries that organisers have chosen. */
const isServed = ({ installation }: Ctx, contact: string): boolean =>
  channelOf(contact) === 'mail' || installation.office.smsCountries.some((country) => contact.startsWith(country))

export const requireServed = (ctx: Ctx, contact: string, field: string): void => {
  const countries = joinList(ctx.locale, ctx.installation.office.smsCountries)
  if (!isServed(ctx, contact)) throw fail('channel.countryNotServed', { countries }).at(field)
}

/** Takes back the letters of notices that are withdrawn, as far as they wait. */
export const withdrawLetters = ({ db }: Ctx, link: string): Promise<void> => expireNotices(db, link)

/** Those of a user's contacts that letters can be sent to. */
export const reachable = (ctx: Ctx, contacts: readonly (string | null | undefined)[]): string[] =>
  contacts
    .filter((contact) => contact !== null && contact !== undefined)
    .filter((contact) => ctx.installation.channels.includes(channelOf(contact)) && isServed(ctx, contact))

const usefulMilliseconds = 3 * 86_400_000

const usefulUntil = (now: Date): Date => new Date(now.getTime() + usefulMilliseconds)

const rowOf = ({ now }: Ctx, letter: Letter) => ({
  id: newId<OutboxId>(now),
  channel: channelOf(letter.to),
  recipient: letter.to,
  accountId: letter.accountId ?? null,
  locale: letter.locale,
  letter: letter.letter,
  content: letter.content ?? {},
  secret: letter.secret ?? null,
  state: 'waiting' as const,
  dueAt: now,
  expiresAt: letter.expiresAt ?? usefulUntil(now),
  createdAt: now,
  toMany: letter.toMany ?? false,
  announcementId: letter.announcementId ?? null,
  activityIds: activityIdsOf(letter),
})

/** Adds a letter to the outbox in the transaction of its cause: it is sent if and only if that is committed. */
export const queueLetter = async (ctx: Ctx, letter: Letter): Promise<void> => {
  await ctx.db.insert(outbox).values(rowOf(ctx, letter))
}

/** Max rows per statement. */
const batch = 1_000

/** The same for several letters. */
export const queueLetters = async (ctx: Ctx, letters: readonly Letter[]): Promise<void> => {
  for (let from = 0; from < letters.length; from += batch)
    await ctx.db.insert(outbox).values(letters.slice(from, from + batch).map((letter) => rowOf(ctx, letter)))
}

interface LetterToFound {
  letter: LetterName
  texts: readonly LetterText[]
  /** Selects `place` (of a text), `id`, `email` and `locale` of the recipients. */
  recipients: SQL
  /** Sent after all others: somebody may be waiting for those. */
  toMany: boolean
}

/** Each of these texts to everybody whom a query selects for it, in their language. Returns the number of letters. */
export const queueToFound = ({ db, now }: Ctx, letter: LetterToFound): Promise<number> =>
  insertToFound(db, { ...letter, now, expiresAt: usefulUntil(now) })

type Slice = Omit<LetterFilter, 'own'> & Pick<Page<unknown>, 'page' | 'pageSize'>

/** Newest first. Letters about activities in which the reader takes part, such as those to experts, are withheld. */
export const listLetters = async (ctx: SignedIn, { page, pageSize, ...filters }: Slice) => {
  const { db } = ctx
  const own = [...(await ownActivities(ctx)).keys()]
  const filter = { ...filters, own }
  const [list, total, withheld] = await Promise.all([
    letterPage(db, filter, { page, pageSize }),
    countLetters(db, filter),
    countWithheld(db, own),
  ])
  return { list, total, page, pageSize, withheld }
}

/** Retries a failed letter. */
export const sendLetterAgain = (outer: Ctx, id: OutboxId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockLetter(ctx.db, id)
    if (!row) throw fail('outbox.notFound')
    if (row.state !== 'failed') throw fail('outbox.notFailed')
    // Codes are erased when they fail: the user must request a new one.
    if (isLetter(row.letter) && kindOf(row.letter).secret) throw fail('outbox.outdated')
    await queueAgain(ctx.db, id, { now: ctx.now, expiresAt: usefulUntil(ctx.now) })
    await announceOutbox(ctx.db)
    await audit(ctx, 'outbox.retried', {
      subject: { kind: 'outbox', id },
      before: { state: 'failed' },
      after: { state: 'waiting' },
    })
  })
