import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { TeamView } from '../teams/service.ts'
import type { Step } from './journey.ts'

/**
 * A stage of the contest after enrolment: the steps that it has for this person with some teams, in a number of queries that does not grow
 * with them. A team that it says nothing about stays where it is.
 */
export type LaterStage = (ctx: SignedIn, teams: readonly TeamView[]) => Promise<ReadonlyMap<TeamId, Step>>

/** In the order in which teams come through them. */
export const laterStages: readonly LaterStage[] = []
