import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { datedThings, type DatedThing } from '../ports.ts'
import { sharedPhaseOf, type Phase, type Window } from './phases.ts'

/** Something that does not lie within its phase, and the phase. */
export interface ThingOutside extends DatedThing {
  phase: Window
}

const isInside = (moment: Date | null, { opensAt, closesAt }: Window): boolean =>
  moment === null || (moment >= opensAt && moment <= closesAt)

const isSame = (one: Window | undefined, other: Window | undefined): boolean =>
  one?.opensAt.getTime() === other?.opensAt.getTime() && one?.closesAt.getTime() === other?.closesAt.getTime()

interface Change {
  editionId: EditionId
  kind: PhaseKind
  before: readonly Phase[]
  after: readonly Phase[]
}

const listThings = async (ctx: Ctx, { editionId, kind }: Pick<Change, 'editionId' | 'kind'>): Promise<DatedThing[]> => {
  const things: DatedThing[] = []
  for (const provider of ctx.installation.ports.all(datedThings))
    if (provider.kind === kind) things.push(...(await provider.list(ctx, editionId)))
  return things
}

/** What has a phase now and would have none after a change of phases. */
export const findThingsWithoutPhase = async (ctx: Ctx, change: Change): Promise<DatedThing[]> => {
  const phaseIn = (phases: readonly Phase[], { activities }: DatedThing) =>
    sharedPhaseOf(phases, activities, change.kind)
  return (await listThings(ctx, change)).filter(
    (thing) => phaseIn(change.before, thing) && !phaseIn(change.after, thing),
  )
}

/** What would not lie within its phase after a change of phases. Only things whose own phase changes are asked about. */
export const findThingsOutside = async (ctx: Ctx, change: Change): Promise<ThingOutside[]> => {
  const { kind, before, after } = change
  return (await listThings(ctx, change)).flatMap((thing) => {
    const phase = sharedPhaseOf(after, thing.activities, kind)
    if (!phase || isSame(sharedPhaseOf(before, thing.activities, kind), phase)) return []
    if (isInside(thing.opensAt, phase) && isInside(thing.closesAt, phase)) return []
    // What has begun cannot end in the past.
    const isMovable = thing.isMovable && phase.closesAt > ctx.now
    return [{ ...thing, isMovable, phase: { opensAt: phase.opensAt, closesAt: phase.closesAt } }]
  })
}

/** A time outside is replaced by that of the phase; a window with nothing inside, by the whole phase. */
const fittedWindow = ({ opensAt, closesAt, phase }: ThingOutside) => {
  const opens = opensAt && (isInside(opensAt, phase) ? opensAt : phase.opensAt)
  const closes = closesAt && (isInside(closesAt, phase) ? closesAt : phase.closesAt)
  const isEmpty = opens !== null && closes !== null && opens >= closes
  return isEmpty ? phase : { opensAt: opens, closesAt: closes }
}

/** Moves along with its phase what can be moved. Requires the exclusive lock on the edition rules. */
export const moveThingsInside = async (ctx: Ctx, kind: PhaseKind, things: readonly ThingOutside[]): Promise<void> => {
  for (const thing of things.filter(({ isMovable }) => isMovable))
    for (const provider of ctx.installation.ports.all(datedThings))
      if (provider.kind === kind) await provider.move(ctx, thing.id, fittedWindow(thing))
}

/** Those that are not about activities of somebody's own. */
export const thingsOfOthers = (things: readonly DatedThing[], own: ReadonlyMap<ActivityId, unknown>): DatedThing[] =>
  things.filter(({ activities }) => !activities.some((id) => own.has(id)))
