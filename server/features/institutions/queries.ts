import type { AccountId, InstitutionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { ownInstitutions, type InstitutionScope } from './policy.ts'
import { institution } from './tables.ts'

export const institutionColumns = {
  id: institution.id,
  kind: institution.kind,
  code: institution.code,
  name: institution.name,
  parentId: institution.parentId,
  state: institution.state,
  mergedInto: institution.mergedInto,
  isDemo: institution.isDemo,
  version: institution.version,
  createdAt: institution.createdAt,
  updatedAt: institution.updatedAt,
}

export type InstitutionRow = Pick<typeof institution.$inferSelect, keyof typeof institutionColumns>

/** The institutions that an account is an officer of now, and the ones directly below them. */
export const institutionScope = async (db: Database, accountId: AccountId): Promise<InstitutionScope> => {
  const { rows } = await db.execute<{ id: InstitutionId; isOwn: boolean }>(sql`
    with own as (${ownInstitutions(accountId)})
    select institution_id as id, true as "isOwn" from own
    union all
    select id, false from ${institution} where parent_id in (select institution_id from own)
  `)
  const idsOf = (isOwn: boolean) => rows.filter((row) => row.isOwn === isOwn).map(({ id }) => id)
  return { own: idsOf(true), below: idsOf(false) }
}

export const institutionById = async (db: Database, id: InstitutionId): Promise<InstitutionRow | undefined> => {
  const [row] = await db.select(institutionColumns).from(institution).where(eq(institution.id, id))
  return row
}

/** Locks an institution: neither it nor its officers change until the transaction ends. */
export const lockInstitutionRow = async (db: Database, id: InstitutionId): Promise<InstitutionRow | undefined> => {
  const [row] = await db.select(institutionColumns).from(institution).where(eq(institution.id, id)).for('no key update')
  return row
}
