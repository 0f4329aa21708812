import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { TeamView } from '../teams/service.ts'
import type { Step } from './journey.ts'
import { resultsStage } from './results-stage.ts'
import { reviewStage } from './review-stage.ts'
import { workStage } from './work-stage.ts'

/**
 * A stage of the contest after enrolment: its steps for this user with some teams. The number of queries must not
 * depend on the number of teams. A team without an entry stays at its current step.
 */
export type LaterStage = (ctx: SignedIn, teams: readonly TeamView[]) => Promise<ReadonlyMap<TeamId, Step>>

/** In the order in which teams pass them. */
export const laterStages: readonly LaterStage[] = [workStage, reviewStage, resultsStage]
