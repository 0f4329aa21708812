import type { InstitutionId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq, inArray, isNull, ne, sql } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import { account } from '../../accounts/tables.ts'
import { mergedRows, teamsByInstitution, type MergedPair } from '../../institutions/service.ts'
import { institution } from '../../institutions/tables.ts'
import { team, teamMember } from '../tables.ts'

/** The institution of the current user, unless nobody can choose it any more. */
export const ownInstitution = async ({ db, actor }: SignedIn): Promise<InstitutionId | null> => {
  const [row] = await db
    .select({ id: institution.id })
    .from(account)
    .innerJoin(institution, eq(institution.id, account.institutionId))
    .where(and(eq(account.id, actor.id), ne(institution.state, 'closed')))
  return row?.id ?? null
}

const isAlive = isNull(team.disbandedAt)

/** Teams, the disbanded ones included: an undone merge brings everything back. */
const moveTeams = async ({ db }: Ctx, { from, into }: MergedPair, only?: readonly string[]): Promise<TeamId[]> => {
  const rows = await db
    .update(team)
    .set({ institutionId: into, version: sql`${team.version} + 1` })
    .where(and(eq(team.institutionId, from), only && inArray(team.id, only as TeamId[])))
    .returning({ id: team.id })
  return rows.map(({ id }) => id)
}

/** Teams without an institution, with the spelling of their captain's school. */
const spelled = (texts: readonly string[]) => sql`
  select ${team.id} as id, ${account.school} as text from ${team}
  join ${teamMember} on ${teamMember.teamId} = ${team.id} and ${teamMember.role} = 'captain'
  join ${account} on ${account.id} = ${teamMember.accountId}
  where ${team.institutionId} is null and ${isAlive} and ${account.school} = any(${sql.param([...texts])}::text[])
`

const countTeams = async ({ db }: Ctx, ids: readonly InstitutionId[]) => {
  if (ids.length === 0) return new Map<InstitutionId, number>()
  const rows = await db
    .select({ id: team.institutionId, count: sql<number>`count(*)::int` })
    .from(team)
    .where(and(inArray(team.institutionId, [...ids]), isAlive))
    .groupBy(team.institutionId)
  return new Map(rows.map(({ id, count }) => [id!, count]))
}

export const providedMergedTeams = provide(mergedRows, {
  count: async (ctx, from) => (await countTeams(ctx, [from])).get(from) ?? 0,
  move: async (ctx, pair) => ({ team: await moveTeams(ctx, pair) }),
  moveBack: async (ctx, { from, into }, moved) => {
    await moveTeams(ctx, { from: into, into: from }, moved['team'] ?? [])
  },
})

export const providedTeamsByInstitution = provide(teamsByInstitution, {
  count: countTeams,
  countSpelled: async ({ db }, texts) => {
    const { rows } = await db.execute<{ text: string; count: number }>(
      sql`select text, count(*)::int as count from (${spelled(texts)}) as teams group by text`,
    )
    return new Map(rows.map(({ text, count }) => [text, count]))
  },
  match: async ({ db }, text, id) => {
    const { rows } = await db.execute<{ id: TeamId }>(sql`
      update ${team} set institution_id = ${id}, version = ${team.version} + 1
      where ${team.id} in (select id from (${spelled([text])}) as teams) returning ${team.id}
    `)
    return rows.length
  },
})
