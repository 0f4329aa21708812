import type { FileReader } from '../../../platform/feature.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { whereBelow } from '../policy.ts'
import { institutionOfficer } from '../tables.ts'

/** Officers of the level above read the letter of a request, besides its owner and the organisers. */
export const letterReader: FileReader = {
  nameFor: async ({ db, actor }, { id, name }) => {
    if (actor.kind !== 'account') return undefined
    const [row] = await db
      .select({ id: institutionOfficer.id })
      .from(institutionOfficer)
      .where(and(eq(institutionOfficer.letterId, id), whereBelow(actor.id, institutionOfficer.institutionId)))
    return row && name
  },
  named: sql`select ${institutionOfficer.letterId} as id from ${institutionOfficer} where ${institutionOfficer.letterId} is not null`,
}
