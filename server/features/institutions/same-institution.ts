import type { InstitutionId } from '@lectern/contract/ids.ts'
import { sql, type SQL, type SQLWrapper } from '../../platform/database/drizzle.ts'
import { institution, institutionSpelling } from './tables.ts'

/** A spelling as it is compared; null: there is nothing to compare. */
export const foldedSpelling = (text: SQLWrapper): SQL => sql`fold_institution(${text})`

/**
 * What an institution is counted by, everywhere: the one that was chosen or confirmed; else the only one that is called
 * exactly so; else the spelling. Null: unknown.
 */
export const institutionKey = (id: SQLWrapper, spelling: SQLWrapper): SQL<string | null> =>
  sql<string | null>`institution_key(${id}, ${spelling})`

/** The institution that stands for one that a record names: it may have been merged since. */
export const standingInstitution = (id: SQLWrapper): SQL<InstitutionId | null> =>
  sql<InstitutionId | null>`standing_institution(${id})`

/**
 * The institution of somebody of whom a spelling is on record: the one of their account, if it is still spelled so there.
 */
export const confirmedInstitution = (
  spelling: SQLWrapper,
  account: { school: SQLWrapper; institutionId: SQLWrapper },
): SQL<InstitutionId | null> => sql<InstitutionId | null>`(
  case when ${foldedSpelling(spelling)} = ${foldedSpelling(account.school)} then ${account.institutionId} end
)`

/**
 * Selects what the institutions of a relation with the columns `owner`, `institution_id` and `spelling` (folded) are
 * compared by. Two of these relations meet in `areSameInstitution`, one as the `first` and the other as the `second`.
 */
export const comparedInstitutions = (relation: SQL, place: 'first' | 'second'): SQL => {
  const [above, below] = place === 'first' ? [sql`'above '`, sql`'below '`] : [sql`'below '`, sql`'above '`]
  return sql`
    select compared.owner, compared.is_known, key.value as key
    from (
      select written.owner, written.institution_id is not null as is_known,
        coalesce(written.institution_id, standing_institution(called.institution_id)) as id, written.spelling
      from ${relation} as written
      left join ${institutionSpelling} as called on written.institution_id is null and called.spelling = written.spelling
    ) as compared
    left join ${institution} as own on own.id = compared.id
    cross join lateral (values
      ('same ' || compared.id),
      (${above} || own.parent_id),
      (${below} || compared.id),
      ('spelled ' || compared.spelling)
    ) as key (value)
    where key.value is not null
  `
}

/**
 * That two institutions are the same, or that one is directly above the other. Where both are known, their spellings say
 * nothing: schools of different provinces may have the same name.
 */
export const areSameInstitution = (first: string, second: string): SQL => {
  const [one, other] = [sql.identifier(first), sql.identifier(second)]
  return sql`(
    ${one}.key = ${other}.key and not (${one}.is_known and ${other}.is_known and starts_with(${one}.key, 'spelled '))
  )`
}
