import type { AccountId, InstitutionId } from '@lectern/contract/ids.ts'
import { sql, type SQL, type SQLWrapper } from '../../platform/database/drizzle.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { institution, institutionOfficer } from './tables.ts'

/** For whom somebody acts: institutions that they are an officer of, and those directly below these. */
export interface InstitutionScope {
  own: readonly InstitutionId[]
  below: readonly InstitutionId[]
}

// Names of columns are written out: a statement with one table leaves the table out, which a subquery must not.

/** Selects the ids of the institutions that an account is an officer of. Nobody acts for a closed one. */
export const ownInstitutions = (account: AccountId): SQL => sql`
  select officer.institution_id from ${institutionOfficer} as officer
  join ${institution} as own on own.id = officer.institution_id and own.state <> 'closed'
  where officer.account_id = ${account} and officer.state = 'active'
`

/** That an institution is one that the account is an officer of. */
export const whereOwn = (account: AccountId, id: SQLWrapper): SQL => sql`${id} in (${ownInstitutions(account)})`

/** That an institution is directly below one that the account is an officer of. */
export const whereBelow = (account: AccountId, id: SQLWrapper): SQL => sql`
  ${id} in (select below.id from ${institution} as below where below.parent_id in (${ownInstitutions(account)}))
`

/** `mayActFor` as a condition: of what officers read, every query has it. */
export const whereMayActFor = (account: AccountId, id: SQLWrapper): SQL =>
  sql`(${whereOwn(account, id)} or ${whereBelow(account, id)})`

/** An officer acts for the own institution and those below. Others look as if they did not exist. */
export const mayActFor = (scope: InstitutionScope, id: InstitutionId): Verdict => {
  if (scope.own.length === 0) return refuse('institution.officersOnly')
  return scope.own.includes(id) || scope.below.includes(id) ? permitted : refuse('institution.notFound')
}
