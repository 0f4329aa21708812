import type { OfficePhase, PhaseEffects, Timeline } from '@lectern/contract/phases.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { foreseePhase, readTimeline } from './phase-editing.ts'
import type { FoundPhase } from './phase-queries.ts'
import { phaseStandingOf, type Window } from './phases.ts'
import { stateAt } from './queries.ts'

type FoundTimeline = Awaited<ReturnType<typeof readTimeline>>

export const presentPhase = (ctx: Ctx, found: FoundPhase): OfficePhase => ({
  id: found.id,
  activityId: found.activityId,
  kind: found.kind,
  opensAt: found.opensAt.toISOString(),
  closesAt: found.closesAt.toISOString(),
  graceMinutes: found.graceMinutes,
  standing: phaseStandingOf(found, ctx.now),
  version: found.version,
  updatedAt: found.updatedAt.toISOString(),
})

const presentEdition = (ctx: Ctx, found: FoundTimeline['editions'][number]): Timeline['editions'][number] => {
  const { text, locale } = localize(found.name, ctx.locale)
  return { id: found.id, year: found.year, name: text, locale, timeZone: found.timeZone, current: found.current }
}

const presentActivity = (ctx: Ctx, found: FoundTimeline['activities'][number]): Timeline['activities'][number] => {
  const { text, locale } = localize(found.name, ctx.locale)
  return { id: found.id, code: found.code, name: text, locale, state: stateAt(found, ctx.now) }
}

export const presentTimeline = (ctx: Ctx, { edition, editions, activities, phases }: FoundTimeline) => ({
  now: ctx.now.toISOString(),
  edition: edition ? presentEdition(ctx, edition) : null,
  editions: editions.map((found) => presentEdition(ctx, found)),
  activities: activities.map((found) => presentActivity(ctx, found)),
  phases: phases.map((found) => presentPhase(ctx, found)),
})

const presentWindow = (window: Window | undefined): PhaseEffects['before'] =>
  window ? { opensAt: window.opensAt.toISOString(), closesAt: window.closesAt.toISOString() } : null

export const presentEffects = ({
  before,
  after,
  ...effects
}: Awaited<ReturnType<typeof foreseePhase>>): PhaseEffects => ({
  ...effects,
  before: presentWindow(before),
  after: presentWindow(after),
})
