import type {
  askForStatement as askEndpoint,
  decideAdmission as admissionEndpoint,
  writeToParty as writeEndpoint,
} from '@lectern/contract/cases/case-office.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { permitted, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { asWritten } from '../../notices/service.ts'
import { resultList } from '../../results/tables.ts'
import { takeStep } from '../../steps/service.ts'
import { lockCase, type CaseView } from '../case-view.ts'
import { permitArbiter } from '../concerns.ts'
import { appealEnd, deadlineAfter, eraseTime } from '../deadlines.ts'
import { notifyFiler, notifyTeam } from '../notices.ts'
import { mayAsk, mayDecideAdmission, mayInvestigate, mayWrite } from '../policy.ts'
import { moveCase, type Move } from '../steps.ts'
import { caseMessage } from '../tables.ts'

interface ArbiterStep {
  id: CaseId
  version?: number
  may: (view: CaseView) => Verdict
  move: (view: CaseView) => Promise<Move>
}

/** Takes a step of an arbiter who is not concerned by the case. */
export const takeArbiterStep = (ctx: SignedIn, { id, version, may, move }: ArbiterStep): Promise<void> =>
  takeStep(ctx, {
    lock: async () => {
      const view = await lockCase(ctx, id, version)
      await permitArbiter(ctx, view)
      return view
    },
    may,
    move: async (view) => moveCase(ctx, view, { ...(await move(view)), isOfParty: false }),
  })

/** Opening a case is logged, every time. */
export const noteLook = (outer: SignedIn, id: CaseId): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeArbiterStep(ctx, { id, may: () => permitted, move: async () => ({ kind: 'looked', action: 'case.looked' }) }),
  )

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
  inTransaction(outer, (ctx) =>
    takeArbiterStep(ctx, {
      id,
      version: decided.version,
      may: (view) => mayDecideAdmission(view, ctx.actor.id),
      move: async (view) => {
        const by = { admittedBy: ctx.actor.id }
        if (!decided.isAdmitted) {
          const { reason } = decided
          return {
            kind: 'refused',
            to: 'refused',
            action: 'case.refused',
            changes: { refusedBecause: reason, ...by, ...(await closingOf(ctx, view)) },
            notify: () => notifyFiler(ctx, view, 'refused', { reason: asWritten(reason) }),
          }
        }
        const dueAt = deadlineAfter(ctx, 'ruling', view.timeZone)
        return {
          kind: 'admitted',
          to: 'admitted',
          action: 'case.admitted',
          changes: { dueAt, ...by },
          notify: () => notifyFiler(ctx, view, 'admitted', { until: { moment: dueAt, timeZone: view.timeZone } }),
        }
      },
    }),
  )

export const investigateCase = (outer: SignedIn, id: CaseId, version: number): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeArbiterStep(ctx, {
      id,
      version,
      may: (view) => mayInvestigate(view, ctx.actor.id),
      move: async (view) => ({
        kind: 'investigating',
        to: 'investigating',
        action: 'case.investigating',
        notify: () => notifyFiler(ctx, view, 'investigating'),
      }),
    }),
  )

/** The team reads the substance in the words of the arbiter, and never learns who objected. */
export const askForStatement = (
  outer: SignedIn,
  id: CaseId,
  { version, substance }: BodyOf<typeof askEndpoint>,
): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeArbiterStep(ctx, {
      id,
      version,
      may: (view) => mayAsk(view, ctx.actor.id),
      move: async (view) => {
        const statementBy = deadlineAfter(ctx, 'statement', view.timeZone)
        const until = { moment: statementBy, timeZone: view.timeZone }
        return {
          kind: 'statementAsked',
          action: 'case.statementAsked',
          changes: { substance, statementBy },
          notify: () => notifyTeam(ctx, view, 'statementAsked', { until }),
        }
      },
    }),
  )

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
    await takeArbiterStep(ctx, {
      id,
      // A note may be added later too.
      may: (view) => (thread === 'note' ? permitted : mayWrite(view)),
      move: async (view) => {
        if (thread !== 'note' && !hasReader(view, thread)) throw fail('case.nobodyToAsk').at('thread')
        await ctx.db
          .insert(caseMessage)
          .values({ id: newId<string>(ctx.now), caseId: id, thread, arbiterId: ctx.actor.id, text, at: ctx.now })
        if (thread === 'note') return { kind: 'note', action: 'case.noted' }
        return {
          kind: 'message',
          action: 'case.written',
          notify: () => (view.side === thread ? notifyFiler(ctx, view, 'message') : notifyTeam(ctx, view, 'message')),
        }
      },
    })
    return {}
  })
}
