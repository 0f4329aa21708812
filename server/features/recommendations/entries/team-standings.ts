import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/recommendations/team-recommendation.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { listMyTeams, nameOf } from '../../teams/service.ts'
import { officersOf } from '../notices/list-notices.ts'
import { readEntryFacts } from './standing.ts'

/** Where the entries of the current user stand with their institutions. */
export const listTeamRecommendations = async (
  ctx: SignedIn,
): Promise<AnswerOf<typeof contract.listTeamRecommendations>> => {
  const teams = await listMyTeams(ctx)
  const facts = await readEntryFacts(ctx, teams)
  const officers = await officersOf(
    ctx.db,
    [...facts.values()].flatMap(({ institutionId }) => institutionId ?? []),
  )
  return {
    list: teams.flatMap((team) => {
      const fact = facts.get(team.id)
      if (!fact) return []
      const officer = officers.find(({ institutionId }) => institutionId === fact.institutionId)
      return {
        teamId: team.id,
        thing: fact.thing,
        standing: fact.standing,
        level: fact.level,
        institution: fact.institution && localize(fact.institution, ctx.locale).text,
        until: fact.until?.toISOString() ?? null,
        timeZone: team.activity.edition.timeZone,
        reason: fact.reason,
        contact: officer ? { name: nameOf(officer), email: officer.email } : null,
      }
    }),
  }
}
