import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import {
  deadlinesOfTeams,
  lockRulesOfActivity,
  runningActivities,
  type Deadline,
  type Deadlines,
  type RunningActivity,
} from '../competition/service.ts'
import { withNameIfDeleted } from './person-name.ts'
import { teamEnrolments, type TeamEnrolment } from './ports.ts'
import { lockTeamRow, membersOfTeams, teamsById } from './queries.ts'

type FoundTeam = Awaited<ReturnType<typeof teamsById>>[number]
export type FoundMember = Awaited<ReturnType<typeof membersOfTeams>>[number]
type FoundEnrolment = Omit<TeamEnrolment, 'position' | 'offeredUntil'>

/** A team on the waiting list of its activity. */
export interface Waiting {
  position: number
  /** A seat is reserved for it until then; null: none has been offered. */
  offeredUntil: Date | null
  /** The offer was not taken in time; a job removes the team from the list within seconds. */
  isExpired: boolean
}

/** A team with everything that permissions depend on. */
export interface TeamView extends FoundTeam {
  activity: RunningActivity
  members: readonly FoundMember[]
  enrolment: FoundEnrolment | undefined
  waiting: Waiting | undefined
  /** By phase kind, the team's extensions included. */
  deadlines: Deadlines
}

const waitingOf = (
  row: { position: number | null; offeredUntil: Date | null } | undefined,
  deadline: Deadline | undefined,
  now: Date,
): Waiting | undefined => {
  if (!row || row.position === null) return undefined
  const { position, offeredUntil } = row
  // The deadline may have been moved forward since.
  const isCut = offeredUntil !== null && deadline !== undefined && deadline.closesAt < offeredUntil
  const until = isCut ? deadline.closesAt : offeredUntil
  return { position, offeredUntil: until, isExpired: until !== null && until <= now }
}

/** The given teams, in the given order. The number of queries does not depend on theirs. */
export const viewTeams = async (ctx: Ctx, ids: readonly TeamId[]): Promise<TeamView[]> => {
  if (ids.length === 0) return []
  const teams = await teamsById(ctx.db, { ids })
  const activities = await runningActivities(ctx, [...new Set(teams.map(({ activityId }) => activityId))])
  const [rows, enrolments] = [
    await membersOfTeams(ctx.db, { ids }),
    await ctx.installation.ports.use(teamEnrolments).ofTeams(ctx.db, { ids }),
  ]
  const members = rows.map((member) => ({ ...member, account: withNameIfDeleted(member.account, ctx.locale) }))
  const running = teams.flatMap((team) => {
    const activity = activities.get(team.activityId)
    return activity ? [{ ...team, activity }] : []
  })
  const allDeadlines = await deadlinesOfTeams(ctx, running)
  const views = new Map(
    running.map((team) => {
      const enrolment = enrolments.find(({ teamId }) => teamId === team.id)
      const deadlines = allDeadlines.get(team.id)!
      return [
        team.id,
        {
          ...team,
          members: members.filter(({ teamId }) => teamId === team.id),
          enrolment,
          waiting: waitingOf(enrolment, deadlines[stagePhases.enrolment], ctx.now),
          deadlines,
        },
      ]
    }),
  )
  return ids.flatMap((id) => views.get(id) ?? [])
}

export const requireTeam = async (ctx: Ctx, id: TeamId): Promise<TeamView> => {
  const [view] = await viewTeams(ctx, [id])
  if (!view) throw fail('team.notFound')
  return view
}

/**
 * Locks a team until the transaction ends, then reads it. A user who has deleted their account while this waited for
 * the lock can no longer act in it, even if a record keeps their membership.
 */
export const lockTeam = async (ctx: Ctx, id: TeamId): Promise<TeamView> => {
  if (!(await lockTeamRow(ctx.db, id))) throw fail('team.notFound')
  const view = await requireTeam(ctx, id)
  const own = ctx.actor.kind === 'account' ? ctx.actor.id : undefined
  if (view.members.some(({ account }) => account.id === own && account.status === 'deleted'))
    throw fail('session.required')
  return view
}

/** For steps that depend on phases and limits: locks the edition rules, too. */
export const lockTeamAndRules = async (
  ctx: Ctx,
  { id, activityId }: { id: TeamId; activityId: ActivityId },
): Promise<TeamView> => {
  await lockRulesOfActivity(ctx.db, activityId)
  return lockTeam(ctx, id)
}
