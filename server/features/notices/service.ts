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
  /** Whom it names, if that is not the reader: it goes when this person does. */
  about?: AccountId | undefined
  /** What the letter about it adds, and the notice has no room for. */
  inLetter?: ((locale: Locale) => string) | undefined
  /** The only language of the letter, for one reader whose language is known; absent: everybody's. */
  letterLocale?: Locale | undefined
  /** Whom that names. */
  namedInLetter?: readonly AccountId[] | undefined
  /** False: whoever it concerns gets a letter of another kind about it. */
  mail?: false | undefined
}

/** Where all notices are read, for mails about one that leads nowhere else. */
export const noticesPath = '/account/center?tab=notices'

/** What the letter about it names, for readers of each language. */
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

/** Stores a notice, and its letters to those who want them: in one transaction, with two statements however many they are. */
export const publishNotice = async (ctx: Ctx, written: WrittenNotice): Promise<NoticeId> => {
  const { to, kind, title, body, link, about, mail } = written
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
  })
  return id
}

/** What notices there are; each has a title and a body. */
type NoticeMessage = IdAfter<'notice.'> extends infer Id ? (Id extends `${infer Name}.title` ? Name : never) : never

/** Those of one feature: `NoticeOf<'team.'>` is what follows. */
export type NoticeOf<Prefix extends string> = NoticeMessage extends infer Name
  ? Name extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never

export interface NewNotice extends Pick<
  WrittenNotice,
  'to' | 'kind' | 'link' | 'about' | 'mail' | 'inLetter' | 'letterLocale' | 'namedInLetter'
> {
  /** Names its texts: `notice.<message>.title` and `.body`, in every language, with these values. */
  message: NoticeMessage
  values?: NoticeValues
}

/** In every language: nobody knows which one the reader will have chosen by then. */
const writeDown = (key: MessageId, values: NoticeValues = {}): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, key, valueTexts(values, locale))]))

/** The texts of a notice. */
export const textsOf = ({ message, values }: Pick<NewNotice, 'message' | 'values'>) => ({
  title: writeDown(`notice.${message}.title`, values),
  body: writeDown(`notice.${message}.body`, values),
})

/** Tells somebody, on the site and by mail as he chose, in the transaction that gives rise to it. */
export const sendNotice = async (ctx: Ctx, { message, values, ...rest }: NewNotice): Promise<void> => {
  await publishNotice(ctx, { ...rest, ...textsOf({ message, ...(values && { values }) }) })
}

interface PersonalNotice {
  accountId: AccountId
  title: LocalizedText
  body: LocalizedText
  link: string | null
  /** Null: a copy that whoever writes it sends to themselves. */
  announcementId: AnnouncementId | null
}

/** Stores an announcement as each of these people reads it, in one statement. Letters are the caller's to send. */
export const storeAnnounced = async (ctx: Ctx, notices: readonly PersonalNotice[]): Promise<void> => {
  if (notices.length === 0) return
  const shared = { audience: 'account', kind: 'announcement', markdown: true, createdAt: ctx.now } as const
  await ctx.db
    .insert(noticeTable)
    .values(notices.map((written) => ({ id: newId<NoticeId>(ctx.now), ...shared, ...written })))
}
