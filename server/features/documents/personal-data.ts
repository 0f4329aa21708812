import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { consent, document } from './tables.ts'

const consentsOf = (db: Database, id: AccountId) =>
  db
    .select({
      document: document.name,
      version: document.version,
      title: document.title,
      locale: consent.locale,
      givenAt: consent.givenAt,
    })
    .from(consent)
    .innerJoin(document, eq(document.id, consent.documentId))
    .where(eq(consent.accountId, id))
    .orderBy(desc(consent.givenAt), asc(document.name))

/** Consents stay when an account is deleted: they are evidence. */
export const documentsData: PersonalData = {
  collect: async ({ db }, { id }, { inLanguage }) => ({
    consents: (await consentsOf(db, id)).map(({ title, ...row }) => ({ ...row, title: inLanguage(title) })),
  }),
}
