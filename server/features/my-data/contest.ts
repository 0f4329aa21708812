import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { filesIn } from '../enrolments/service.ts'
import { answerFilesOf } from '../files/service.ts'
import { enrolmentsOf, happeningsOf, invitationsBy, invitationsTo, membershipsOf, peopleOf } from './contest-queries.ts'

/** The person's teams with who is in them, their enrolments, and invitations that he was sent or has sent. */
export const collectContest = async (db: Database, id: AccountId, contacts: readonly string[]) => {
  const teams = await membershipsOf(db, id)
  const ids = teams.map((team) => team.id)
  const people = await peopleOf(db, ids)
  const enrolments = await enrolmentsOf(db, ids)
  return {
    teams,
    people,
    enrolments,
    answerFiles: await answerFilesOf(
      { db },
      enrolments.flatMap(({ answers, amendment }) => [answers, amendment ?? {}].flatMap(filesIn)),
      people.map(({ accountId }) => accountId),
    ),
    happenings: await happeningsOf(db, ids),
    received: await invitationsTo(db, id, contacts),
    sent: await invitationsBy(db, id),
  }
}
