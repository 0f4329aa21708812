import type { InstitutionId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { confirmedInstitution, institutionKey } from '../../institutions/service.ts'
import { reviewer, reviewerProfile } from '../tables.ts'

// For queries that select from `reviewer` or `reviewer_profile` together with `account`.

/** The institution of an expert in a round; null: only the spelling is known. */
export const institutionOfReviewer = sql`coalesce(
  ${reviewer.institutionId}, ${confirmedInstitution(reviewer.institution, account)}
)`

/** By which experts of one institution are told from others. */
export const reviewerKey = institutionKey(institutionOfReviewer, reviewer.institution)

/** That a work is judged by somebody of the expert's institution. */
export const whereColleagueJudges = (entryId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from assignment
  join reviewer as other on other.id = assignment.reviewer_id
  join account as colleague on colleague.id = other.account_id
  where assignment.entry_id = ${entryId} and assignment.state in ('open', 'kept')
    and ${reviewerKey} = ${institutionKey(
      sql`coalesce(other.institution_id, ${confirmedInstitution(sql`other.institution`, {
        school: sql`colleague.school`,
        institutionId: sql`colleague.institution_id`,
      })})`,
      sql`other.institution`,
    )}
)`

/** What the next round begins with: what organisers know of the expert, else the profile. */
export const institutionOfCandidate = sql<InstitutionId | null>`(
  case when coalesce(${reviewerProfile.institution}, '') = '' then ${account.institutionId}
  else coalesce(${reviewerProfile.institutionId}, ${confirmedInstitution(reviewerProfile.institution, account)}) end
)`
