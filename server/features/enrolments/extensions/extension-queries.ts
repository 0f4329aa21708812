import type { ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { alias, and, desc, eq, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { activity, edition, extension } from '../../competition/tables.ts'
import { team } from '../../teams/tables.ts'

const granter = alias(account, 'granter')
const revoker = alias(account, 'revoker')

/** Drizzle takes a joined row for absent if its first column is null. */
const nameColumns = (person: typeof granter | typeof revoker) => ({
  username: person.username,
  realName: person.realName,
  nickname: person.nickname,
  status: person.status,
})

const select = (db: Database) =>
  db
    .select({
      id: extension.id,
      kind: extension.kind,
      until: extension.until,
      reason: extension.reason,
      createdAt: extension.createdAt,
      revokedAt: extension.revokedAt,
      team: { id: team.id, name: team.name },
      activity: { id: activity.id, code: activity.code, name: activity.name },
      timeZone: edition.timeZone,
      granter: nameColumns(granter),
      revoker: nameColumns(revoker),
    })
    .from(extension)
    .innerJoin(team, eq(team.id, extension.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(granter, eq(granter.id, extension.grantedBy))
    .leftJoin(revoker, eq(revoker.id, extension.revokedBy))

interface Filter {
  search?: string | undefined
  team?: TeamId | undefined
}

/** Filters by team, or by its name. */
/** `inDuty`: of a team, that its activity is one that the reader looks after. */
export const extensionsFoundBy = ({ search, team: teamId }: Filter, inDuty: SQL<boolean> | undefined) =>
  and(
    inDuty && sql`${extension.teamId} in (select id from team where ${inDuty})`,
    teamId && eq(extension.teamId, teamId),
    search
      ? sql`${extension.teamId} in (select id from team where position(lower(${search}) in lower(name)) > 0)`
      : undefined,
  )

/** A page, newest first. */
export const extensionsWhere = (
  db: Database,
  where: SQL | undefined,
  { page, pageSize }: { page: number; pageSize: number },
) =>
  select(db)
    .where(where)
    .orderBy(desc(extension.createdAt), desc(extension.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export type FoundExtension = Awaited<ReturnType<typeof extensionsWhere>>[number]

export const findExtension = async (db: Database, id: ExtensionId): Promise<FoundExtension | undefined> => {
  const [row] = await select(db).where(eq(extension.id, id))
  return row
}
