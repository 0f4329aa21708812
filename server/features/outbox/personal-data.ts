import type { Locale } from '@lectern/contract/locales.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { desc, eq, inArray, or } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { isMessageId, t } from '../../platform/messages.ts'
import { eraseLetters } from './erase.ts'
import { outbox } from './tables.ts'

/** Letters of former versions may no longer exist. */
const subjectOf = (locale: Locale, letter: string, content: Record<string, string>): string => {
  const id = `letter.${letter}.subject`
  return isMessageId(id) ? t(locale, id, content) : letter
}

const lettersTo = (db: Database, id: AccountId, contacts: readonly string[]) =>
  db
    .select({
      channel: outbox.channel,
      recipient: outbox.recipient,
      locale: outbox.locale,
      letter: outbox.letter,
      content: outbox.content,
      state: outbox.state,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(or(eq(outbox.accountId, id), inArray(outbox.recipient, [...contacts])))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))

export const outboxData: PersonalData = {
  // Only the subject: the content was for the reader alone, codes above all.
  collect: async ({ db }, { id, contacts }) => ({
    letters: (await lettersTo(db, id, contacts)).map(({ letter, content, ...sent }) => ({
      ...sent,
      subject: subjectOf(sent.locale, letter, content),
    })),
  }),
  erase: (ctx, { id, contacts }) => eraseLetters(ctx, id, contacts),
}
