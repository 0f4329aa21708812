import { eq, inArray, or } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { account } from '../accounts/tables.ts'
import { removeFiles } from '../files/service.ts'
import { everyOfficerOf } from './officers/officer-queries.ts'
import { institutionById } from './queries.ts'
import { institutionOfficer } from './tables.ts'

export const institutionsData: PersonalData = {
  collect: async ({ db }, { id }, { inLanguage, addressOf }) => {
    const [own] = await db.select({ institutionId: account.institutionId }).from(account).where(eq(account.id, id))
    const institution = own?.institutionId ? await institutionById(db, own.institutionId) : undefined
    const officers = (await everyOfficerOf(db, id)).map((row) => ({
      institution: inLanguage(row.institution),
      state: row.state,
      letter: row.letterId && { name: row.letterName, address: addressOf(row.letterId) },
      reason: row.reason,
      createdAt: row.createdAt,
      startedAt: row.startedAt,
      endedAt: row.endedAt,
    }))
    return { institution: institution ? inLanguage(institution.name) : null, officers }
  },
  erase: async ({ db }, { id, contacts }) => {
    const rows = await everyOfficerOf(db, id)
    const isTheirs = eq(institutionOfficer.accountId, id)
    await db
      .delete(institutionOfficer)
      .where(or(isTheirs, contacts.length > 0 ? inArray(institutionOfficer.contact, [...contacts]) : undefined))
    await removeFiles(
      db,
      rows.flatMap(({ letterId }) => letterId ?? []),
    )
  },
}
