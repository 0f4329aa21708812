import type { AccessValue, NoticeKind } from '@lectern/contract/account-values.ts'
import type { AccountId, NoticeId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { say } from '../../platform/messages.ts'
import { queueLetters } from '../outbox/service.ts'
import { findRecipient, recipientsAfter } from './queries.ts'
import { notice as noticeTable } from './tables.ts'

export { eraseNotices } from './erase.ts'

export interface NewNotice {
  to: { account: AccountId } | { access: AccessValue } | 'everyone'
  kind: NoticeKind
  /** Names its texts: `notice.<message>.title` and `.body`, in every language, with these values. */
  message: string
  values?: Record<string, string | number>
  /** A path of this site. */
  link?: string
  /** False: whoever it concerns gets a letter of another kind about it. */
  mail?: false
}

const batch = 500

/** Where all notices are read, for mails about one that leads nowhere else. */
const noticesPath = '/account/center?tab=notices'

/** In every language: nobody knows which one the reader will have chosen by then. */
const writeDown = (key: string, values: NewNotice['values']): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, say(locale, key, values)]))

/** Those who have it by mail too, some at a time. */
const recipientsOf = async function* ({ db }: Ctx, { to, kind }: Pick<NewNotice, 'to' | 'kind'>) {
  if (to !== 'everyone' && 'account' in to) {
    const recipient = await findRecipient(db, to.account, kind)
    if (recipient) yield [recipient]
    return
  }
  const access = to === 'everyone' ? undefined : to.access
  let after: AccountId | undefined
  do {
    const recipients = await recipientsAfter(db, { access, kind, after }, batch)
    yield recipients
    after = recipients.length < batch ? undefined : recipients.at(-1)!.id
  } while (after)
}

/** Tells somebody, on the site and by mail as he chose, in the transaction that gives rise to it. */
export const sendNotice = async (ctx: Ctx, { to, kind, message, values, link, mail }: NewNotice): Promise<void> => {
  const title = writeDown(`notice.${message}.title`, values)
  const body = writeDown(`notice.${message}.body`, values)
  const accountId = to !== 'everyone' && 'account' in to ? to.account : null
  const audienceAccess = to !== 'everyone' && 'access' in to ? to.access : null
  await ctx.db.insert(noticeTable).values({
    id: newId<NoticeId>(ctx.now),
    audience: accountId ? 'account' : audienceAccess ? 'access' : 'everyone',
    audienceAccess,
    accountId,
    kind,
    title,
    body,
    link: link ?? null,
    createdAt: ctx.now,
  })
  if (mail === false || !ctx.installation.channels.includes('mail')) return
  for await (const recipients of recipientsOf(ctx, { to, kind })) {
    const letters = recipients.map(({ id, email, locale }) => ({
      to: email,
      accountId: id,
      locale,
      letter: 'notice' as const,
      content: { title: title[locale]!, body: body[locale]!, link: link ?? noticesPath },
    }))
    await queueLetters(ctx, letters)
  }
}
