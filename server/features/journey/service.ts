import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { isComplete } from '../accounts/service.ts'
import { readEnrolmentFacts } from '../enrolments/service.ts'
import { readEntryFacts } from '../recommendations/service.ts'
import { dueOf, checkTimeToEnrol, roleIn, type TeamView } from '../teams/service.ts'
import { journeyOf, type EnrolmentFacts, type Step, type TeamFacts } from './journey.ts'
import { withLevels } from './recommendation-step.ts'
import { laterStages } from './stages.ts'

export type { Step } from './journey.ts'

const teamFacts = (ctx: SignedIn, team: TeamView): TeamFacts => {
  const own = team.members.find(({ account }) => account.id === ctx.actor.id)
  const members = team.members.filter(({ role }) => role !== 'advisor').length
  return {
    id: team.id,
    activityId: team.activityId,
    name: team.name,
    role: roleIn(team, ctx.actor.id),
    isComplete: own !== undefined && isComplete(own.account, ctx.installation.channels),
    missing: Math.max(0, team.activity.teamMin - members),
    time: checkTimeToEnrol(team, ctx),
    until: dueOf(team),
  }
}

/** The next step of this user with each of these teams. */
export const readJourneys = async (ctx: SignedIn, teams: readonly TeamView[]): Promise<ReadonlyMap<TeamId, Step>> => {
  const enrolments: ReadonlyMap<TeamId, EnrolmentFacts> = await readEnrolmentFacts(ctx, teams)
  const later: ReadonlyMap<TeamId, Step>[] = []
  for (const stage of laterStages) later.push(await stage(ctx, teams))
  const entries = await readEntryFacts(ctx, teams)
  return new Map(
    teams.map((team) => {
      const step = journeyOf(
        teamFacts(ctx, team),
        enrolments.get(team.id),
        later.map((steps) => steps.get(team.id)),
      )
      return [team.id, withLevels(ctx, step, team, entries.get(team.id))]
    }),
  )
}
