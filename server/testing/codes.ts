import type { codePurposes } from '@lectern/contract/accounts/account-values.ts'
import { plainContact } from '@lectern/contract/contact-messages/contact-forms.ts'
import { outbox } from '../features/outbox/tables.ts'
import { desc, eq } from '../platform/database/drizzle.ts'
import { easyProof } from './proofs.ts'
import type { Answer, TestSite } from './site.ts'

type Purpose = (typeof codePurposes)[number]

/** Requests a code as a browser does, with its own proof of work. */
export const requestCode = async (site: TestSite, purpose: Purpose, contact: string): Promise<Answer> =>
  site.call('POST', '/api/account/codes', { body: { purpose, contact, proof: await easyProof(site, 'code') } })

/** Letters to a contact, latest first. */
export const lettersTo = (site: TestSite, contact: string) =>
  site.db
    .select({ letter: outbox.letter, content: outbox.content, secret: outbox.secret, accountId: outbox.accountId })
    .from(outbox)
    .where(eq(outbox.recipient, contact))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))

/** Requests a code and reads it from the letter. */
export const receiveCode = async (site: TestSite, purpose: Purpose, contact: string): Promise<string> => {
  await requestCode(site, purpose, contact)
  const [letter] = await lettersTo(site, plainContact(contact))
  return letter!.secret!.code!
}

export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
