import type {
  askForStatement as askEndpoint,
  decideAdmission as admissionEndpoint,
  writeToParty as writeEndpoint,
} from '@lectern/contract/case-office.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit, type Verdict } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { asWritten } from '../notices/service.ts'
import { resultList } from '../results/tables.ts'
import { changeCase, lockCase, type CaseView } from './case-view.ts'
import { permitArbiter } from './concerns.ts'
import { appealEnd, deadlineAfter, eraseTime } from './deadlines.ts'
import { notifyFiler, notifyTeam } from './notices.ts'
import { mayAsk, mayDecideAdmission, mayInvestigate, mayWrite } from './policy.ts'
import { recordStep } from './record.ts'
import { caseMessage } from './tables.ts'

/** Locks a case for a step of one of its arbiters. */
export const lockForArbiter = async (
  ctx: SignedIn,
  id: CaseId,
  version: number | undefined,
  may: (view: CaseView) => Verdict,
): Promise<CaseView> => {
  const view = await lockCase(ctx, id, version)
  await permitArbiter(ctx, view)
  permit(may(view))
  return view
}

/** Opening a case is logged, every time. */
export const noteLook = (outer: SignedIn, id: CaseId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockCase(ctx, id)
    await permitArbiter(ctx, view)
    await recordStep(ctx, { id, kind: 'looked', action: 'case.looked' })
  })

/** What is set when a case is decided. An appeal is final. */
export const closingOf = async (ctx: Ctx, { kind, listId }: Pick<CaseView, 'kind' | 'listId'>) => {
  const [list] = await ctx.db.select({ rules: resultList.rules }).from(resultList).where(eq(resultList.id, listId))
  return {
    dueAt: null,
    closedAt: ctx.now,
    eraseAt: eraseTime(ctx),
    appealUntil: kind === 'objection' ? appealEnd(ctx, list!.rules.appealDays) : null,
  }
}

export const decideAdmission = (
  outer: SignedIn,
  id: CaseId,
  decided: BodyOf<typeof admissionEndpoint>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockForArbiter(ctx, id, decided.version, (found) => mayDecideAdmission(found, ctx.actor.id))
    const by = { admittedBy: ctx.actor.id }
    if (decided.isAdmitted) {
      const dueAt = deadlineAfter(ctx, 'ruling', view.timeZone)
      await changeCase(ctx.db, view, { state: 'admitted', dueAt, ...by })
      await notifyFiler(ctx, view, 'admitted', { until: { moment: dueAt, timeZone: view.timeZone } })
    } else {
      const { reason } = decided
      await changeCase(ctx.db, view, {
        state: 'refused',
        refusedBecause: reason,
        ...by,
        ...(await closingOf(ctx, view)),
      })
      await notifyFiler(ctx, view, 'refused', { reason: asWritten(reason) })
    }
    const state = decided.isAdmitted ? 'admitted' : 'refused'
    const change = { before: { state: view.state }, after: { state } }
    await recordStep(ctx, { id, kind: state, action: `case.${state}`, ...change })
  })

export const investigateCase = (outer: SignedIn, id: CaseId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockForArbiter(ctx, id, version, (found) => mayInvestigate(found, ctx.actor.id))
    await changeCase(ctx.db, view, { state: 'investigating' })
    await recordStep(ctx, {
      id,
      kind: 'investigating',
      action: 'case.investigating',
      before: { state: view.state },
      after: { state: 'investigating' },
    })
    await notifyFiler(ctx, view, 'investigating')
  })

/** The team reads the substance in the words of the arbiter, and never learns who objected. */
export const askForStatement = (
  outer: SignedIn,
  id: CaseId,
  { version, substance }: BodyOf<typeof askEndpoint>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockForArbiter(ctx, id, version, (found) => mayAsk(found, ctx.actor.id))
    const statementBy = deadlineAfter(ctx, 'statement', view.timeZone)
    await changeCase(ctx.db, view, { substance, statementBy })
    await recordStep(ctx, { id, kind: 'statementAsked', action: 'case.statementAsked' })
    await notifyTeam(ctx, view, 'statementAsked', { until: { moment: statementBy, timeZone: view.timeZone } })
  })

/** Whether there is somebody in a thread who reads what is written there. */
const hasReader = ({ side, statementBy }: CaseView, thread: 'objector' | 'respondent'): boolean =>
  side === thread || (thread === 'respondent' && statementBy !== null)

export const writeToParty = async (
  outer: SignedIn,
  id: CaseId,
  { thread, text }: BodyOf<typeof writeEndpoint>,
  key: string | undefined,
): Promise<void> => {
  const call = { scope: `case.answer ${outer.actor.id}`, key, input: { id, thread, text } }
  await withIdempotencyKey(outer, call, async (ctx) => {
    // A note may be added later too.
    const view = await lockForArbiter(ctx, id, undefined, (found) =>
      thread === 'note' ? { permitted: true } : mayWrite(found),
    )
    if (thread !== 'note' && !hasReader(view, thread)) throw fail('case.nobodyToAsk').at('thread')
    await ctx.db
      .insert(caseMessage)
      .values({ id: newId<string>(ctx.now), caseId: id, thread, arbiterId: ctx.actor.id, text, at: ctx.now })
    const isNote = thread === 'note'
    await recordStep(ctx, {
      id,
      kind: isNote ? 'note' : 'message',
      action: isNote ? 'case.noted' : 'case.written',
    })
    if (!isNote && view.side === thread) await notifyFiler(ctx, view, 'message')
    else if (!isNote) await notifyTeam(ctx, view, 'message')
    return {}
  })
}
