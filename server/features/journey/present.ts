import type { JourneyStep } from '@lectern/contract/journey/journey.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { refusalText } from '../../platform/policy.ts'
import type { TeamView } from '../teams/service.ts'
import type { Step } from './journey.ts'
import { readJourneys } from './service.ts'

export const presentStep = ({ locale }: Ctx, { step, turn, isDone, link, until, why, values }: Step): JourneyStep => ({
  step,
  turn,
  isDone,
  link,
  until: until?.toISOString() ?? null,
  why: refusalText(why, locale),
  values,
})

export const presentJourneys = async (
  ctx: SignedIn,
  teams: readonly TeamView[],
): Promise<ReadonlyMap<TeamId, JourneyStep>> =>
  new Map([...(await readJourneys(ctx, teams))].map(([id, step]) => [id, presentStep(ctx, step)]))
