import { desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { team } from '../teams/tables.ts'
import { loan } from './tables.ts'

/** What a user asked for. The record of the equipment stays without their name. */
export const loansData: PersonalData = {
  collect: async ({ db }, { id }) => ({
    loans: await db
      .select({
        team: team.name,
        item: loan.item,
        purpose: loan.purpose,
        state: loan.state,
        submittedAt: loan.submittedAt,
        reason: loan.reason,
      })
      .from(loan)
      .innerJoin(team, eq(team.id, loan.teamId))
      .where(eq(loan.requestedBy, id))
      .orderBy(desc(loan.submittedAt)),
  }),
  erase: async ({ db }, { id }) => {
    await db.update(loan).set({ requestedBy: null, purpose: '' }).where(eq(loan.requestedBy, id))
  },
}
