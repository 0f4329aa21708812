import type { TeamId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { permitted } from '../../platform/policy.ts'
import { readStandings } from '../results/service.ts'
import type { TeamView } from '../teams/service.ts'
import { readWorkIds } from '../works/service.ts'
import type { Step } from './journey.ts'

/** Works whose results are in publicity or announced. Before that a team learns nothing. */
export const resultsStage = async (ctx: SignedIn, teams: readonly TeamView[]): Promise<ReadonlyMap<TeamId, Step>> => {
  const works = await readWorkIds(ctx.db, teams)
  const standings = await readStandings(ctx, [...works.values()])
  return new Map(
    teams.flatMap((team) => {
      const id = works.get(team.id)
      const standing = id && standings.get(id)
      if (!standing) return []
      const { announced, list } = standing
      const prize = announced?.prize ? localize(announced.prize, ctx.locale).text : ''
      const step: Step = {
        step: announced ? (announced.prize ? 'workAwarded' : 'workNotAwarded') : 'workInPublicity',
        turn: 'none',
        isDone: true,
        isPassed: true,
        link: announced ? `/account/Work/Result?id=${id}` : `/Results/Publicity/${list}`,
        until: undefined,
        why: permitted,
        reason: null,
        values: { team: team.name, number: team.enrolment?.number ?? '', prize },
      }
      return [[team.id, step] as const]
    }),
  )
}
