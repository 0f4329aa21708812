import { sql } from '../../../platform/database/drizzle.ts'
import { institutionKey, standingInstitution } from '../../institutions/service.ts'
import { team } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

// For queries that select from `enrolment` and `team`.

/** The institution that an enrolment was submitted with, or its team got since; null: only the spelling is known. */
export const enrolledInstitution = sql`coalesce(
  ${standingInstitution(sql`(${enrolment.snapshot} -> 'institution' ->> 'id')::uuid`)}, ${team.institutionId}
)`

/** What the institution of an enrolment is counted by. */
export const enrolledInstitutionKey = institutionKey(enrolledInstitution, enrolment.school)
