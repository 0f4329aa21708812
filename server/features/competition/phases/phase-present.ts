import { phaseKinds } from '@lectern/contract/competition/competition-values.ts'
import type { OfficePhase, PhaseEffects, Timeline } from '@lectern/contract/competition/phases.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { foreseePhase, readOwnTimeline } from './phase-editor.ts'
import type { FoundPhase } from './phase-queries.ts'
import { phaseStandingOf, type Window } from './phases.ts'
import type { DatedThing } from '../ports.ts'
import { stateAt } from '../queries.ts'

type FoundTimeline = Awaited<ReturnType<typeof readOwnTimeline>>

export const presentPhase = (ctx: Ctx, row: FoundPhase): OfficePhase => ({
  id: row.id,
  activityId: row.activityId,
  kind: row.kind,
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  graceMinutes: row.graceMinutes,
  standing: phaseStandingOf(row, ctx.now),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

const presentEdition = (ctx: Ctx, row: FoundTimeline['editions'][number]): Timeline['editions'][number] => {
  const { text, locale } = localize(row.name, ctx.locale)
  return { id: row.id, year: row.year, name: text, locale, timeZone: row.timeZone, current: row.current }
}

const presentActivity = (
  ctx: Ctx,
  row: FoundTimeline['activities'][number],
  { whyNot }: Pick<FoundTimeline, 'whyNot'>,
): Timeline['activities'][number] => {
  const { text, locale } = localize(row.name, ctx.locale)
  return {
    id: row.id,
    code: row.code,
    name: text,
    locale,
    state: stateAt(row, ctx.now),
    whyNot: whyNot({ activityId: row.id, kind: 'enrolment' }),
  }
}

export const presentTimeline = (ctx: Ctx, { edition, editions, activities, phases, whyNot }: FoundTimeline) => ({
  now: ctx.now.toISOString(),
  edition: edition ? presentEdition(ctx, edition) : null,
  editions: editions.map((row) => presentEdition(ctx, row)),
  activities: activities.map((row) => presentActivity(ctx, row, { whyNot })),
  phases: phases.map((row) => ({ ...presentPhase(ctx, row), whyNot: whyNot(row) })),
  whyNot: Object.fromEntries(
    phaseKinds.flatMap((kind) => {
      const why = whyNot({ activityId: null, kind })
      return why === null ? [] : [[kind, why]]
    }),
  ),
})

const presentWindow = (window: Window | undefined): PhaseEffects['before'] =>
  window ? { opensAt: window.opensAt.toISOString(), closesAt: window.closesAt.toISOString() } : null

const presentThing = (
  { locale }: Ctx,
  { what, id, name, opensAt, closesAt, isMovable }: DatedThing,
): PhaseEffects['outside'][number] => ({
  what,
  id,
  name: localize(name, locale).text,
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
  isMovable,
})

export const presentEffects = (
  ctx: Ctx,
  { before, after, outside, withoutPhase, ...effects }: Awaited<ReturnType<typeof foreseePhase>>,
): PhaseEffects => ({
  ...effects,
  before: presentWindow(before),
  after: presentWindow(after),
  outside: outside.map((thing) => presentThing(ctx, thing)),
  withoutPhase: withoutPhase.map((thing) => presentThing(ctx, thing)),
})
