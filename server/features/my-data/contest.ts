import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { enrolmentsOf, happeningsOf, invitationsBy, invitationsTo, membershipsOf, peopleOf } from './contest-queries.ts'

/** The person's teams with who is in them, their enrolments, and invitations that he was sent or has sent. */
export const collectContest = async (db: Database, id: AccountId, contacts: readonly string[]) => {
  const teams = await membershipsOf(db, id)
  const ids = teams.map((team) => team.id)
  return {
    teams,
    people: await peopleOf(db, ids),
    enrolments: await enrolmentsOf(db, ids),
    happenings: await happeningsOf(db, ids),
    received: await invitationsTo(db, id, contacts),
    sent: await invitationsBy(db, id),
  }
}
