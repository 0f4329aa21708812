import { sql, type SQL, type SQLWrapper } from '../../../platform/database/drizzle.ts'
import { institutionKey, standingInstitution } from '../../institutions/service.ts'
import { team } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

/** What is stored of the institution of an enrolment. */
interface StoredInstitution {
  /** Of the snapshot. */
  sent: SQLWrapper
  /** Of the team. */
  current: SQLWrapper
  school: SQLWrapper
}

/** For queries that select from `enrolment` and `team`. */
export const storedInstitution: StoredInstitution = {
  sent: sql`(${enrolment.snapshot} -> 'institution' ->> 'id')::uuid`,
  current: team.institutionId,
  school: enrolment.school,
}

/** The institution that an enrolment was submitted with, or its team got since; null: only the spelling is known. */
export const enrolledInstitution = ({ sent, current } = storedInstitution): SQL =>
  sql`coalesce(${standingInstitution(sent)}, ${current})`

/** What the institution of an enrolment is counted by. */
export const enrolledInstitutionKey = (stored = storedInstitution): SQL<string | null> =>
  institutionKey(enrolledInstitution(stored), stored.school)
