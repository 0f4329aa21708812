import { listMyTeams, readTeam, type Team, type TeamHead } from '@lectern/contract/teams/teams.ts'
import type { LoaderInput } from '../../router/route.ts'

const quietly = { skipErrorHandler: true }

/** The team in the address; otherwise the user's only team, or all teams to choose from. */
export const loadTeam = async ({
  query,
  client,
}: LoaderInput): Promise<{ team: Team } | { teams: readonly TeamHead[] }> => {
  const read = async (id: string) => ({ team: await client(readTeam, { params: { id } }, quietly) })
  const named = query.get('id')
  if (named !== null) return read(named)
  const { teams } = await client(listMyTeams, undefined, quietly)
  const [only, ...others] = teams
  return only && others.length === 0 ? read(only.id) : { teams }
}
