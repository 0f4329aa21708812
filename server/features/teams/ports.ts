import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { JourneyStep } from '@lectern/contract/journey.ts'
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
  /** On the waiting list: how many come before it, and it. */
  position: number | null
  offeredUntil: Date | null
}

/** Enrolments know teams, and not the other way round. */
export const teamEnrolments = definePort<{
  ofTeams: (db: Database, given: { ids: readonly TeamId[] }) => Promise<TeamEnrolment[]>
  /** Selects the teams whose enrolment has this number. */
  teamsWithNumber: (number: string) => SQL
  /** What becomes of a team's enrolment when nobody is left to look after it; in a transaction that holds the team. */
  abandon: (ctx: Ctx, view: TeamView) => Promise<void>
}>('team enrolments')

export type Journeys = ReadonlyMap<TeamId, JourneyStep>

/** The next step of the person who asks, with each of these teams: what comes after forming a team is known above. */
export const teamJourneys =
  definePort<(ctx: SignedIn, teams: readonly TeamView[]) => Promise<Journeys>>('team journeys')
