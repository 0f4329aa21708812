import type {
  AnnouncementContent,
  previewAnnouncement as previewEndpoint,
  sendAnnouncement as sendEndpoint,
} from '@lectern/contract/announcements/announcements.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, AnnouncementId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { renderLetter } from '../../platform/markdown.ts'
import { t } from '../../platform/messages.ts'
import { takeIfLeft, type Allowance } from '../../platform/throttle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { noticesPath, storeAnnounced } from '../notices/service.ts'
import { queueLetter } from '../outbox/service.ts'
import { takeStep } from '../steps/service.ts'
import { activitiesOfAudience, requireMayAddress } from './affected-activities.ts'
import { findInAudience, storeRecipients } from './audience.ts'
import { mayChange } from './policy.ts'
import { moveAnnouncement } from './queries.ts'
import { isMailed, requireAnnouncement, requireLocked } from './service.ts'
import { announcement } from './tables.ts'
import { checkComplete, checkDraft, fillTexts, readersOf, textsFor, type Reader } from './texts.ts'

/** Announcements are rare: whoever sends this many makes a mistake or has stolen a session. */
const sendings: Allowance = { name: 'announcements', burst: 20, refillSeconds: 180 }
const copies: Allowance = { name: 'announcement copies', burst: 20, refillSeconds: 60 }

const requireAllowance = async ({ db, installation, actor, now }: SignedIn, allowance: Allowance): Promise<void> => {
  const seconds = await takeIfLeft(db, installation.secrets, allowance, actor.id, now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
}

/**
 * Stores the recipients and hands the announcement over to the delivery job in one transaction, so that it is sent
 * once or not at all. It goes to exactly as many people as were confirmed.
 */
export const sendAnnouncement = async (
  outer: SignedIn,
  id: AnnouncementId,
  { version, people: confirmed }: BodyOf<typeof sendEndpoint>,
  key: string | undefined,
) => {
  const call = { scope: `announcement.send ${outer.actor.id}`, key, input: { id, version, confirmed } }
  await withIdempotencyKey(outer, call, async (ctx) => {
    await takeStep(ctx, {
      lock: () => requireLocked(ctx, id),
      may: (draft) => mayChange(draft, version),
      move: async (draft) => {
        await requireMayAddress(ctx, draft.audience)
        checkComplete(ctx, draft)
        await requireAllowance(ctx, sendings)
        const people = await storeRecipients(ctx.db, id, draft.audience)
        if (people === 0) throw fail('announcement.nobody')
        if (people !== confirmed) throw fail('announcement.audienceChanged', { people })
        const sent = { people, sentBy: ctx.actor.id, sentAt: ctx.now, updatedAt: ctx.now, version: version + 1 }
        await moveAnnouncement(ctx.db, eq(announcement.id, id), 'sending', sent)
        const { audience, title, link } = draft
        const subject = { kind: 'announcement', id } as const
        return {
          after: undefined,
          log: { action: 'announcement.sent', subject, after: { audience, title, link, people } },
        }
      },
    })
    return {}
  })
  return requireAnnouncement(outer, id)
}

const findReader = async (
  ctx: Ctx,
  content: AnnouncementContent,
  id: AccountId | undefined,
): Promise<Reader | undefined> => {
  const person = await findInAudience(ctx.db, content.audience, id)
  return person && (await readersOf(ctx, content, [person]))[0]
}

/** The text as one recipient will read it. */
export const previewAnnouncement = async (
  ctx: Ctx,
  { recipient, locale: chosen, ...content }: BodyOf<typeof previewEndpoint>,
) => {
  checkDraft(ctx, content)
  const reader = await findReader(ctx, content, recipient)
  const textLocale = chosen ?? reader?.locale ?? ctx.locale
  const { locale, title, markdown } = textsFor(content, reader, textLocale)
  return {
    recipient: reader ? { id: reader.id, name: reader.name } : null,
    title,
    html: await renderLetter({ text: markdown, locale }),
    locale,
    asked: textLocale,
  }
}

const marked = (title: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(title).map(([locale, text]) => [
      locale,
      t(locale as Locale, 'announcement.copyTitle', { title: text }),
    ]),
  )

/** Values for the letter about an announcement. */
export const letterOf = async (
  texts: Pick<AnnouncementContent, 'title' | 'body'>,
  reader: Reader | undefined,
  textLocale: Locale,
  link: string | null,
  render: typeof renderLetter = renderLetter,
): Promise<Record<string, string>> => {
  const { locale, title, body, markdown } = textsFor(texts, reader, textLocale)
  return { title, body, html: await render({ text: markdown, locale }), link: link ?? noticesPath }
}

/** Sends a copy to the caller, as the chosen recipient would read it. Returns whether it is mailed too. */
export const testAnnouncement = async (
  outer: SignedIn,
  { recipient, ...content }: AnnouncementContent & { recipient?: AccountId | undefined },
): Promise<{ mail: boolean }> => {
  checkComplete(outer, content)
  const reader = await findReader(outer, content, recipient)
  const texts = { title: marked(content.title), body: content.body }
  const [me] = await readersOf(outer, texts, [{ accountId: outer.actor.id, teamIds: [] }])
  const { email, locale } = me!
  const mail = email !== null && isMailed(outer)
  const letter = await letterOf(texts, reader, locale, content.link)
  return inTransaction(outer, async (ctx) => {
    await requireAllowance(ctx, copies)
    const filled = reader ? fillTexts(texts, reader) : texts
    const shared = { accountId: ctx.actor.id, announcementId: null, link: content.link }
    await storeAnnounced(ctx, [{ ...shared, ...filled }])
    if (mail)
      await queueLetter(ctx, {
        to: email,
        accountId: ctx.actor.id,
        locale,
        letter: 'notice',
        content: letter,
        activities: activitiesOfAudience(content.audience),
      })
    await audit(ctx, 'announcement.tested', {
      subject: { kind: 'account', id: ctx.actor.id },
      after: { title: content.title },
    })
    return { mail }
  })
}
