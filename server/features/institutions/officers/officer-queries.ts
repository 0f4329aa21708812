import type { AccountId, InstitutionId, OfficerId } from '@lectern/contract/ids.ts'
import type { OfficerState } from '@lectern/contract/institutions/institution-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  lte,
  sql,
  type SQL,
} from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { file } from '../../files/tables.ts'
import { institution, institutionOfficer } from '../tables.ts'

const officerColumns = {
  id: institutionOfficer.id,
  institutionId: institutionOfficer.institutionId,
  institution: institution.name,
  parentId: institution.parentId,
  accountId: institutionOfficer.accountId,
  state: institutionOfficer.state,
  name: institutionOfficer.name,
  contact: institutionOfficer.contact,
  username: account.username,
  realName: account.realName,
  letterId: file.id,
  letterName: file.name,
  reason: institutionOfficer.reason,
  version: institutionOfficer.version,
  createdAt: institutionOfficer.createdAt,
  expiresAt: institutionOfficer.expiresAt,
  startedAt: institutionOfficer.startedAt,
  endedAt: institutionOfficer.endedAt,
}

const officersWhere = (db: Database, where: SQL | undefined) =>
  db
    .select(officerColumns)
    .from(institutionOfficer)
    .innerJoin(institution, eq(institution.id, institutionOfficer.institutionId))
    .leftJoin(account, eq(account.id, institutionOfficer.accountId))
    .leftJoin(file, eq(file.id, institutionOfficer.letterId))
    .where(where)

export type OfficerRow = Awaited<ReturnType<typeof officersWhere>>[number]

const open = ['active', 'requested', 'invited'] as const satisfies readonly OfficerState[]
const maxListed = 100

/** Of one institution: those of now first, then the newest. */
export const officersOf = (db: Database, id: InstitutionId) =>
  officersWhere(db, eq(institutionOfficer.institutionId, id))
    .orderBy(
      sql`coalesce(array_position(array['active', 'requested', 'invited'], ${institutionOfficer.state}), 9)`,
      desc(institutionOfficer.id),
    )
    .limit(maxListed)

/** Of one account, without those that are over. Few rows. */
export const openOfficersOf = (db: Database, accountId: AccountId) =>
  officersWhere(db, and(eq(institutionOfficer.accountId, accountId), inArray(institutionOfficer.state, open)))
    .orderBy(asc(institutionOfficer.id))
    .limit(maxListed)

/** Everything of one account, for its own file. */
export const everyOfficerOf = (db: Database, accountId: AccountId) =>
  officersWhere(db, eq(institutionOfficer.accountId, accountId)).orderBy(asc(institutionOfficer.id))

/** Requests of these institutions; all without a condition. */
export const requestsWhere = (db: Database, where: SQL | undefined) =>
  officersWhere(db, and(eq(institutionOfficer.state, 'requested'), where))
    .orderBy(asc(institutionOfficer.id))
    .limit(maxListed)

export const officerById = async (db: Database, id: OfficerId): Promise<OfficerRow | undefined> => {
  const [row] = await officersWhere(db, eq(institutionOfficer.id, id))
  return row
}

export const officerOfToken = async (db: Database, tokenHash: Buffer, now: Date): Promise<OfficerRow | undefined> => {
  const [row] = await officersWhere(
    db,
    and(
      eq(institutionOfficer.tokenHash, tokenHash),
      eq(institutionOfficer.state, 'invited'),
      sql`${institutionOfficer.expiresAt} > ${now}`,
    ),
  )
  return row
}

/** Locks an officer. Requires the lock of the institution. */
export const lockOfficerRow = async (db: Database, id: OfficerId): Promise<void> => {
  await db
    .select({ id: institutionOfficer.id })
    .from(institutionOfficer)
    .where(eq(institutionOfficer.id, id))
    .for('update')
}

export const countInState = async (
  db: Database,
  id: InstitutionId,
  states: readonly OfficerState[],
): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(institutionOfficer)
    .where(and(eq(institutionOfficer.institutionId, id), inArray(institutionOfficer.state, [...states])))
  return row!.total
}

/** Where invitations of an institution that nobody has used yet were sent. */
export const invitedContacts = async (db: Database, id: InstitutionId): Promise<string[]> => {
  const rows = await db
    .select({ contact: institutionOfficer.contact })
    .from(institutionOfficer)
    .where(and(eq(institutionOfficer.institutionId, id), eq(institutionOfficer.state, 'invited')))
  return rows.flatMap(({ contact }) => contact ?? [])
}

export const isOfficer = async (
  db: Database,
  id: InstitutionId,
  accountId: AccountId,
  state: OfficerState,
): Promise<boolean> => {
  const [row] = await db
    .select({ id: institutionOfficer.id })
    .from(institutionOfficer)
    .where(
      and(
        eq(institutionOfficer.institutionId, id),
        eq(institutionOfficer.accountId, accountId),
        eq(institutionOfficer.state, state),
      ),
    )
  return row !== undefined
}

type Changes = Partial<Omit<typeof institutionOfficer.$inferInsert, 'id' | 'state' | 'version'>>

/** Writes the state of officers; returns whose. Requires their locks, or a job. */
export const moveOfficers = async (
  db: Database,
  to: OfficerState,
  changes: Changes,
  where: SQL | undefined,
): Promise<OfficerId[]> => {
  const rows = await db
    .update(institutionOfficer)
    .set({ ...changes, state: to, tokenHash: null, version: sql`${institutionOfficer.version} + 1` })
    .where(where)
    .returning({ id: institutionOfficer.id })
  return rows.map(({ id }) => id)
}

/** The active officers of an institution, for notices. */
export const officerAccounts = async (db: Database, id: InstitutionId): Promise<AccountId[]> => {
  const rows = await db
    .select({ id: institutionOfficer.accountId })
    .from(institutionOfficer)
    .where(and(eq(institutionOfficer.institutionId, id), eq(institutionOfficer.state, 'active')))
    .orderBy(asc(institutionOfficer.accountId))
  return rows.flatMap(({ id: accountId }) => accountId ?? [])
}

export const expireInvitations = async (db: Database, now: Date): Promise<void> => {
  await moveOfficers(
    db,
    'ended',
    { endedAt: now },
    and(eq(institutionOfficer.state, 'invited'), lte(institutionOfficer.expiresAt, now)),
  )
}

/** Names and contacts of invitations are forgotten this long after they are over. */
const contactMilliseconds = 30 * 86_400_000

export const forgetContacts = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(institutionOfficer)
    .set({ contact: null, name: null })
    .where(
      and(
        isNotNull(institutionOfficer.contact),
        inArray(institutionOfficer.state, ['ended', 'refused']),
        lte(institutionOfficer.endedAt, new Date(now.getTime() - contactMilliseconds)),
      ),
    )
}
