import type { IdAfter, MessageId } from '@lectern/messages/message-id.ts'
import type { NoticeKind } from '@lectern/contract/account-values.ts'
import type { AccountId, AnnouncementId, NoticeId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { naming, queueToFound, withAddition } from '../outbox/service.ts'
import { recipientsOf, type Audience } from './queries.ts'
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
}

/** The list of notices: the link of mails whose notice has no other. */
export const noticesPath = '/account/center?tab=notices'

/** The values of the letter, by language. */
const contentsOf = (written: WrittenNotice) => {
  const { title, body, link, about, inLetter, letterLocale, namedInLetter = [] } = written
  const contentIn = (asked: Locale): Record<string, string> => {
    const locale = languageOf(title, asked)
    const more = inLetter && withAddition(inLetter(locale), namedInLetter)
    const named = naming(about ? [about] : [])
    return { title: title[locale]!, body: body[locale]!, link: link ?? noticesPath, ...named, ...more }
  }
  return Object.fromEntries((letterLocale ? [letterLocale] : locales).map((locale) => [locale, contentIn(locale)]))
}

/** Stores a notice and its letters in one transaction, with two statements however many recipients there are. */
export const publishNotice = async (ctx: Ctx, written: WrittenNotice): Promise<NoticeId> => {
  const { to, kind, title, body, link, about, mail, isConfidential = false } = written
  const id = newId<NoticeId>(ctx.now)
  const accountId = to !== 'everyone' && 'account' in to ? to.account : null
  const audienceAccess = to !== 'everyone' && 'access' in to ? to.access : null
  const isMailed = mail !== false && ctx.installation.channels.includes('mail')
  await ctx.db.insert(noticeTable).values({
    id,
    audience: accountId ? 'account' : audienceAccess ? 'access' : 'everyone',
    audienceAccess,
    accountId,
    kind,
    title,
    body,
    link: link ?? null,
    aboutId: about ?? null,
    createdAt: ctx.now,
  })
  if (!isMailed) return id
  await queueToFound(ctx, {
    letter: 'notice',
    contents: contentsOf(written),
    recipients: recipientsOf(to, kind),
    toMany: accountId === null,
    isConfidential,
  })
  return id
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
  'to' | 'kind' | 'link' | 'about' | 'mail' | 'isConfidential' | 'inLetter' | 'letterLocale' | 'namedInLetter'
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
export const sendNotice = async (ctx: Ctx, { message, values, ...rest }: NewNotice): Promise<void> => {
  await publishNotice(ctx, { ...rest, ...textsOf({ message, ...(values && { values }) }) })
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
    .values(notices.map((written) => ({ id: newId<NoticeId>(ctx.now), ...shared, ...written })))
}
