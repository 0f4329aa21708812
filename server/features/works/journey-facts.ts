import type { TeamId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { permitted, type Verdict } from '../../platform/policy.ts'
import type { TeamView } from '../teams/service.ts'
import { checkAsked, checkTimeToHandIn, dueOfWork, mayEdit, mayRevive, mayStart, maySubmit } from './policy.ts'
import { problemsOf } from './submission/problems.ts'
import { preparedFilesOf, worksOfTeams } from './queries.ts'

/** A work from the view of one user. */
export interface WorkFacts {
  /** Undefined: not started. */
  id: WorkId | undefined
  state: WorkState
  /** Everything is there: it can be submitted. */
  isComplete: boolean
  isChanged: boolean
  /** The number of the last submission. */
  submission: number | null
  reason: string | null
  /** Whether works may be handed in now. */
  time: Verdict
  /** Works can be handed in later. */
  isUpcoming: boolean
  until: Date | undefined
  opensAt: Date | undefined
  edit: Verdict
  submit: Verdict
  revive: Verdict
}

/** The facts for this user's next step, for each of these teams that hands in a work. */
export const readWorkFacts = async (
  ctx: SignedIn,
  teams: readonly TeamView[],
): Promise<ReadonlyMap<TeamId, WorkFacts>> => {
  const entitledTeams = teams.filter((team) => checkAsked(team).permitted)
  const works = await worksOfTeams(
    ctx.db,
    entitledTeams.map(({ id }) => id),
  )
  const files = await preparedFilesOf(
    ctx.db,
    works.map(({ id }) => id),
  )
  const who = ctx.actor.id
  return new Map(
    entitledTeams.map((team): readonly [TeamId, WorkFacts] => {
      const work = works.find(({ teamId }) => teamId === team.id)
      const time = checkTimeToHandIn(team, work, ctx)
      const opensAt = team.deadlines.submission?.opensAt
      const shared = {
        time,
        isUpcoming: opensAt === undefined || ctx.now < opensAt,
        opensAt,
        until: dueOfWork(team, work),
      }
      if (!work) {
        const start = mayStart(team, who, ctx)
        const unstarted = { id: undefined, state: 'draft' as const, isComplete: false, isChanged: false }
        const none = { submission: null, reason: null }
        return [team.id, { ...unstarted, ...none, ...shared, edit: start, submit: start, revive: permitted }]
      }
      const view = { work, team, files: files.filter(({ workId }) => workId === work.id) }
      const { id, state, isChanged, submission, reason } = work
      return [
        team.id,
        {
          id,
          state,
          isChanged,
          submission,
          reason,
          ...shared,
          isComplete: problemsOf(ctx, view).length === 0,
          edit: mayEdit(view, who, ctx, { withGrace: true }),
          submit: maySubmit(view, who, ctx, { withGrace: true }),
          revive: mayRevive(view, who, ctx),
        },
      ]
    }),
  )
}
