import type { IdAfter, MessageId } from '@lectern/messages/message-id.ts'
import type { NoticeKind } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, AnnouncementId, NoticeId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { naming, queueToFound, withAddition, withdrawLetters } from '../outbox/service.ts'
import { readersOf, recipientsOf, type Audience, type WideAudience } from './queries.ts'
import { notice as noticeTable } from './tables.ts'
import { valueTexts, type NoticeValues } from './values.ts'

export { wantsMail } from './queries.ts'
export { asWritten, type NoticeValues } from './values.ts'

interface WrittenNotice {
  to: Audience
  kind: NoticeKind
  title: LocalizedText
  body: LocalizedText
  /** A path of this site. */
  link?: string | undefined
  /** The person it mentions, if not the reader: it is deleted together with their account. */
  about?: AccountId | undefined
  /** Text that only the letter has. */
  inLetter?: ((locale: Locale) => string) | undefined
  /** The language of the letter, for a single reader whose language is known; absent: all languages. */
  letterLocale?: Locale | undefined
  /** The people that this text mentions. */
  namedInLetter?: readonly AccountId[] | undefined
  /** False: the recipients get another kind of letter about it. */
  mail?: false | undefined
  /** Organisers must not learn who is notified of what. */
  isConfidential?: true | undefined
  /** Selects the ids of the activities that it is about: organisers who take part in one do not see the letter. */
  activities?: SQL | undefined
}

/** The list of notices: the link of mails whose notice has no other. */
export const noticesPath = '/account/center?tab=notices'

/** The values of the letter, by language. */
const contentsOf = (notice: WrittenNotice) => {
  const { title, body, link, about, inLetter, letterLocale, namedInLetter = [] } = notice
  const contentIn = (reader: Locale): Record<string, string> => {
    const locale = languageOf(title, reader)
    const more = inLetter && withAddition(inLetter(locale), namedInLetter)
    const named = naming(about ? [about] : [])
    return { title: title[locale]!, body: body[locale]!, link: link ?? noticesPath, ...named, ...more }
  }
  return Object.fromEntries((letterLocale ? [letterLocale] : locales).map((locale) => [locale, contentIn(locale)]))
}

/** The account of a notice that has one reader. */
const readerOf = ({ to }: Pick<WrittenNotice, 'to'>): AccountId | undefined =>
  to !== 'everyone' && 'account' in to ? to.account : undefined

const rowOf = ({ now }: Ctx, notice: WrittenNotice): typeof noticeTable.$inferInsert => {
  const { to, kind, title, body, link, about } = notice
  const accountId = readerOf(notice) ?? null
  const audienceAccess = to !== 'everyone' && 'access' in to ? to.access : null
  return {
    id: newId<NoticeId>(now),
    audience: accountId ? 'account' : audienceAccess ? 'access' : 'everyone',
    audienceAccess,
    accountId,
    kind,
    title,
    body,
    link: link ?? null,
    aboutId: about ?? null,
    createdAt: now,
  }
}

const noActivity = sql`select null::uuid where false`

const textOf = (notice: WrittenNotice) => ({
  contents: contentsOf(notice),
  isConfidential: notice.isConfidential ?? false,
  activities: notice.activities ?? (notice.kind === 'contest' ? null : noActivity),
})

/**
 * Stores notices and their letters in one transaction: two statements for all that have one reader each, and one more
 * for each that has many.
 */
const publishNotices = async (ctx: Ctx, notices: readonly WrittenNotice[]): Promise<void> => {
  if (notices.length === 0) return
  await ctx.db.insert(noticeTable).values(notices.map((notice) => rowOf(ctx, notice)))
  if (!ctx.installation.channels.includes('mail')) return
  const mailed = notices.filter(({ mail }) => mail !== false)
  const personal = mailed.flatMap((notice) => {
    const account = readerOf(notice)
    return account ? [{ account, notice }] : []
  })
  if (personal.length > 0)
    await queueToFound(ctx, {
      letter: 'notice',
      texts: personal.map(({ notice }) => textOf(notice)),
      recipients: readersOf(personal.map(({ account, notice: { kind } }) => ({ account, kind }))),
      toMany: false,
    })
  for (const letter of mailed)
    if (!readerOf(letter))
      await queueToFound(ctx, {
        letter: 'notice',
        texts: [textOf(letter)],
        recipients: recipientsOf(letter.to as WideAudience, letter.kind),
        toMany: true,
      })
}

/** All notices; each has a title and a body. */
type NoticeMessage = IdAfter<'notice.'> extends infer Id ? (Id extends `${infer Name}.title` ? Name : never) : never

/** The notices of one feature: `NoticeOf<'team.'>` are the names after that prefix. */
export type NoticeOf<Prefix extends string> = NoticeMessage extends infer Name
  ? Name extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never

export interface NewNotice extends Pick<
  WrittenNotice,
  | 'to'
  | 'kind'
  | 'link'
  | 'about'
  | 'mail'
  | 'isConfidential'
  | 'activities'
  | 'inLetter'
  | 'letterLocale'
  | 'namedInLetter'
> {
  /** The key of its texts: `notice.<message>.title` and `.body`, in every language, with these values. */
  message: NoticeMessage
  values?: NoticeValues
}

/** In every language: which one the reader will use is not known yet. */
const localized = (key: MessageId, values: NoticeValues = {}): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, key, valueTexts(values, locale))]))

/** The texts of a notice. */
export const textsOf = ({ message, values }: Pick<NewNotice, 'message' | 'values'>) => ({
  title: localized(`notice.${message}.title`, values),
  body: localized(`notice.${message}.body`, values),
})

/** Notifies users on the site and, by their choice, by mail, in the transaction of the cause. */
export const sendNotices = (ctx: Ctx, notices: readonly NewNotice[]): Promise<void> =>
  publishNotices(
    ctx,
    notices.map(({ message, values, ...rest }) => ({ ...rest, ...textsOf({ message, ...(values && { values }) }) })),
  )

export const sendNotice = (ctx: Ctx, notice: NewNotice): Promise<void> => sendNotices(ctx, [notice])

/** Takes notices and their letters back that organisers have nothing to do about any more: those with this link, which no other has. */
export const withdrawNotices = async (ctx: Ctx, link: string): Promise<void> => {
  await withdrawLetters(ctx, link)
  // The number of unread ones is counted again wherever it is shown.
  await ctx.db.execute(sql`
    with withdrawn as (
      delete from notice
      where account_id in (select id from account where access = 'admin') and audience = 'account' and link = ${link}
      returning account_id
    )
    select pg_notify('notice', account_id::text) from withdrawn
  `)
}

interface PersonalNotice {
  accountId: AccountId
  title: LocalizedText
  body: LocalizedText
  link: string | null
  /** Null: a test copy that the author sends to themselves. */
  announcementId: AnnouncementId | null
}

/** Stores an announcement as each of these people reads it, in one statement. The caller sends the letters. */
export const storeAnnounced = async (ctx: Ctx, notices: readonly PersonalNotice[]): Promise<void> => {
  if (notices.length === 0) return
  const shared = { audience: 'account', kind: 'announcement', markdown: true, createdAt: ctx.now } as const
  await ctx.db
    .insert(noticeTable)
    .values(notices.map((notice) => ({ id: newId<NoticeId>(ctx.now), ...shared, ...notice })))
}
