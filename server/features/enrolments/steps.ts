import type { EnrolmentState, EventKind } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { eventOf, logOf, takeStep, type StageMove, type StageStep, type Taken } from '../steps/service.ts'
import type { TeamView } from '../teams/service.ts'
import { lockEnrolment } from './enrolment-view.ts'
import type { EnrolmentView } from './policy.ts'
import { enrolmentColumns, type FoundEnrolment } from './queries.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

export const captainOf = ({ members }: TeamView) => members.find(({ role }) => role === 'captain')!.account

export interface Move extends StageMove<
  EventKind,
  EnrolmentState,
  Partial<Omit<typeof enrolment.$inferInsert, 'state'>>
> {
  /** For a submission: the questions whose answers differ. */
  changed?: readonly string[] | undefined
  /** In whose name it is decided; absent: the organisers'. */
  institution?: InstitutionId | undefined
}

/** Requires a transaction that has locked the enrolment. */
export const moveEnrolment = async (
  ctx: Ctx,
  { id, state }: { id: EnrolmentId; state: EnrolmentState },
  move: Move,
): Promise<Taken<FoundEnrolment>> => {
  const { to, changes, changed, institution, notify } = move
  const [moved] = await ctx.db
    .update(enrolment)
    .set({ ...changes, state: to, version: sql`${enrolment.version} + 1`, updatedAt: ctx.now })
    .where(eq(enrolment.id, id))
    .returning(enrolmentColumns)
  return {
    after: moved!,
    event: async () => {
      const event = {
        ...eventOf(ctx, state, move),
        enrolmentId: id,
        changed: changed ? [...changed] : null,
        institutionId: institution ?? null,
      }
      await ctx.db.insert(enrolmentEvent).values(event)
    },
    log: logOf({ kind: 'enrolment', id }, state, move),
    notify,
  }
}

const movedView = (view: EnrolmentView, moved: FoundEnrolment): EnrolmentView => ({
  ...view,
  team: { ...view.team, enrolment: moved, waiting: undefined },
  enrolment: moved,
})

type EnrolmentStep = StageStep<EnrolmentId, EnrolmentView, Move>

/** Takes a step with an enrolment in the version that the caller has seen; returns it as it is afterwards. */
export const takeEnrolmentStep = (ctx: SignedIn, { id, version, may, move }: EnrolmentStep): Promise<EnrolmentView> =>
  takeStep(ctx, {
    lock: () => lockEnrolment(ctx, id, version),
    may,
    move: async (view) => {
      const taken = await moveEnrolment(ctx, view.enrolment, await move(view))
      return { ...taken, after: movedView(view, taken.after) }
    },
  })
