import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/institutions/institutions.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, ne, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { parentName, whereFound } from '../directory/directory-queries.ts'
import { comparedSpelling } from '../directory/spellings.ts'
import { institutionColumns } from '../queries.ts'
import { institution } from '../tables.ts'

const maxChoices = 20

const shownColumns = { ...institutionColumns, parentName }

/** Open institutions that somebody may mean who types this: those whose first name begins so come first. */
export const findInstitutions = (
  { db }: Pick<Ctx, 'db'>,
  { search, kind }: QueryOf<typeof contract.findInstitutions>,
) => {
  const beginning = comparedSpelling(search)
  return db
    .select(shownColumns)
    .from(institution)
    .where(
      and(whereFound(search), ne(institution.state, 'closed'), kind === 'any' ? undefined : eq(institution.kind, kind)),
    )
    .orderBy(
      sql`not starts_with(${institution.search}, ${beginning})`,
      sql`length(split_part(${institution.search}, ' ', 1))`,
      asc(institution.id),
    )
    .limit(maxChoices)
}

/**
 * Requires that somebody may choose the institution, and keeps it from being merged until the transaction ends. One
 * that is being merged at this moment is not waited for: the merge may be waiting for the caller's own rows.
 */
export const requireChoice = async (
  db: Database,
  id: InstitutionId,
  kind: QueryOf<typeof contract.findInstitutions>['kind'] = 'school',
): Promise<void> => {
  const [row] = await db
    .select({ id: institution.id })
    .from(institution)
    .where(
      and(
        eq(institution.id, id),
        kind === 'any' ? undefined : eq(institution.kind, kind),
        ne(institution.state, 'closed'),
      ),
    )
    .for('key share', { skipLocked: true })
  if (!row) throw fail('institution.notChosen').at('institutionId')
}
