import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { permitted } from '../../platform/policy.ts'
import { worksBeingJudged } from '../rounds/service.ts'
import type { TeamView } from '../teams/service.ts'
import { readWorkIds } from '../works/service.ts'
import type { Step } from './journey.ts'

/** Works that experts judge. Teams learn that, and nothing else: not who, how many or until when. */
export const reviewStage = async (ctx: SignedIn, teams: readonly TeamView[]): Promise<ReadonlyMap<TeamId, Step>> => {
  const works = await readWorkIds(ctx.db, teams)
  const judged = await worksBeingJudged(ctx.db, [...works.values()])
  return new Map(
    teams.flatMap((team) => {
      const id = works.get(team.id)
      if (!id || !judged.has(id)) return []
      const step: Step = {
        step: 'workInReview',
        turn: 'none',
        isDone: true,
        // Nothing is asked of the team; a result that is public counts more, even while another round runs.
        isPassed: true,
        link: `/account/Work/Edit?id=${id}`,
        until: undefined,
        why: permitted,
        reason: null,
        values: { team: team.name, number: team.enrolment?.number ?? '' },
      }
      return [[team.id, step] as const]
    }),
  )
}
