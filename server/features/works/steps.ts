import type { InstitutionId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkEventKind, WorkState } from '@lectern/contract/works/work-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { permit } from '../../platform/policy.ts'
import { eventOf, logOf, takeStep, type StageMove, type StageStep, type Taken } from '../steps/service.ts'
import type { WorkView } from './policy.ts'
import { checkAcceptance, workStages } from './ports.ts'
import { workColumns, type FoundWork, type WorkChanges } from './queries.ts'
import { work, workEvent } from './tables.ts'
import { lockWork } from './work-view.ts'

export interface Move extends StageMove<WorkEventKind, WorkState, WorkChanges> {
  /** The number of the submission that this step makes. */
  submission?: number
  /** In whose name it is decided; absent: the organisers'. */
  institution?: InstitutionId | undefined
}

/** Requires a transaction that has locked the work. */
export const moveWork = async (
  ctx: Ctx,
  { id, state, version }: Pick<FoundWork, 'id' | 'state' | 'version'>,
  move: Move,
): Promise<Taken<FoundWork>> => {
  const { to, changes, submission, institution, notify } = move
  const stages = ctx.installation.ports.all(workStages)
  if (to === 'accepted') permit(await checkAcceptance(ctx, id))
  for (const stage of stages) permit(await stage.mayMove(ctx, { id, from: state, to }))
  const [moved] = await ctx.db
    .update(work)
    .set({ ...changes, state: to, version: version + 1, updatedAt: ctx.now })
    .where(eq(work.id, id))
    .returning(workColumns)
  for (const stage of stages) await stage.moved(ctx, { id, from: state, to })
  return {
    after: moved!,
    event: async () => {
      const event = {
        ...eventOf(ctx, state, move),
        workId: id,
        submission: submission ?? null,
        institutionId: institution ?? null,
      }
      await ctx.db.insert(workEvent).values(event)
    },
    log: logOf({ kind: 'work', id }, state, move),
    notify,
  }
}

type WorkStep = StageStep<WorkId, WorkView, Move>

/** Takes a step with a work in the version that the caller has seen. */
export const takeWorkStep = (ctx: SignedIn, { id, version, may, move }: WorkStep): Promise<WorkView> =>
  takeStep(ctx, {
    lock: () => lockWork(ctx, id, version),
    may,
    move: async (view) => {
      const taken = await moveWork(ctx, view.work, await move(view))
      return { ...taken, after: { ...view, work: taken.after } }
    },
  })
