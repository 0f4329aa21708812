import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { sendNotice, type NewNotice, type NoticeValues } from '../notices/service.ts'
import { queueLetter, reachable, type Letter } from '../outbox/service.ts'

const settingsPath = '/account/settings?tab=security'

/** Adds a security notice for the owner; the letter about it is sent in any case. */
export const noteForOwner = (
  ctx: Ctx,
  accountId: AccountId,
  message: NewNotice['message'],
  values?: NoticeValues,
): Promise<void> =>
  sendNotice(ctx, {
    to: { account: accountId },
    kind: 'security',
    message,
    ...(values && { values }),
    link: settingsPath,
    mail: false,
  })

interface Word {
  letter: Letter['letter']
  content?: (locale: Locale) => Record<string, string>
  /** The notice about the same event. */
  notice: NewNotice['message']
  values?: NoticeValues
}

/** Notifies the owner of a change to their account: on the site, and by mail if possible, else by SMS. */
export const notifyOwner = async (
  ctx: Ctx,
  accountId: AccountId,
  { letter, content = () => ({}), notice, values }: Word,
): Promise<void> => {
  await noteForOwner(ctx, accountId, notice, values)
  const [owner] = await ctx.db
    .select({ email: account.email, phone: account.phone, locale: account.locale })
    .from(account)
    .where(eq(account.id, accountId))
  if (!owner) return
  const [to] = reachable(ctx, [owner.email, owner.phone])
  if (to) await queueLetter(ctx, { to, accountId, locale: owner.locale, letter, content: content(owner.locale) })
}
