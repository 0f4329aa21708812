import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AccountId, ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { JourneyStep } from '@lectern/contract/journey/journey.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { definePort } from '../../platform/ports.ts'
import type { TeamView } from './team-view.ts'

/** What a team needs to know of its enrolment. */
export interface TeamEnrolment {
  id: EnrolmentId
  teamId: TeamId
  state: EnrolmentState
  number: string | null
  resubmitBy: Date | null
  amendmentStartedAt: Date | null
  /** Position on the waiting list, counted from 1. */
  position: number | null
  offeredUntil: Date | null
}

/** Enrolments depend on teams, not the other way round: teams reach them through this port. */
export const teamEnrolments = definePort<{
  ofTeams: (db: Database, filter: { ids: readonly TeamId[] }) => Promise<TeamEnrolment[]>
  /** Selects the teams whose enrolment has this number. */
  teamsWithNumber: (number: string) => SQL
  /** Selects the teams whose enrolment has this state, or any. */
  teamsWithState: (state?: EnrolmentState) => SQL
  /** Withdraws the enrolment of a team without members. Requires a transaction that has locked the team. */
  abandon: (ctx: Ctx, view: TeamView) => Promise<void>
}>('team enrolments')

export type Journeys = ReadonlyMap<TeamId, JourneyStep>

/**
 * The current user's next step with each of these teams; provided by a higher feature, which knows the later stages.
 */
export const teamJourneys =
  definePort<(ctx: SignedIn, teams: readonly TeamView[]) => Promise<Journeys>>('team journeys')

/**
 * Those of these activities whose works a user judges or is asked to judge: they must not be in a team there. Provided by the stage of
 * review.
 */
export const judgedActivities = definePort<
  (db: Database, whose: AccountId, among: readonly ActivityId[]) => Promise<readonly ActivityId[]>
>('activities that experts judge')
