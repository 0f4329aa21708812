import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/enrolments/enrolments.ts'
import { mayUseAmendment } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { handOverFiles } from '../../files/service.ts'
import { takeStep } from '../../steps/service.ts'
import { logAnswers } from './answer-log.ts'
import { filesIn } from './answers.ts'
import { lockEnrolment } from '../enrolment-view.ts'
import { acceptAnswers, changedAnswers, workingAnswers } from './working-answers.ts'
import { actsForTeam, mayDiscardAmendment, mayEdit, mayStartAmendment, type EnrolmentView } from '../policy.ts'
import type { FoundEnrolment } from '../queries.ts'
import { captainOf } from '../steps.ts'
import { enrolment } from '../tables.ts'

// Saving answers. A draft stores them itself; after a submission they go into an amendment, and the submission
// stands.

type Changes = Partial<Omit<FoundEnrolment, 'state'>> & { updatedAt?: Date }

const change = async (ctx: SignedIn, view: EnrolmentView, changes: Changes): Promise<EnrolmentView> => {
  await ctx.db.update(enrolment).set(changes).where(eq(enrolment.id, view.enrolment.id))
  return { ...view, enrolment: { ...view.enrolment, ...changes } }
}

/**
 * A draft stores the answers itself, any other state in an amendment. The enrolment's own version, which organisers
 * decide on, goes up only for drafts and returned enrolments.
 */
const changesOf = (ctx: SignedIn, { enrolment: { state, ...stored } }: EnrolmentView, answers: Answers): Changes => {
  const next = { version: stored.version + 1, updatedAt: ctx.now }
  if (state === 'draft') return { answers, ...next }
  return {
    amendment: answers,
    amendmentVersion: stored.amendmentVersion + 1,
    amendmentStartedAt: stored.amendmentStartedAt ?? ctx.now,
    ...(state === 'returned' && next),
  }
}

/**
 * Requires a transaction that has locked the enrolment. Stores incomplete answers too; completeness is checked at
 * submission.
 */
const write = async (ctx: SignedIn, view: EnrolmentView, input: Answers): Promise<EnrolmentView> => {
  const onBehalf = actsForTeam(view, ctx.actor)
  permit(mayEdit(view, ctx.actor.id, ctx, { withGrace: true, onBehalf }))
  const answers = await acceptAnswers(ctx, view, input)
  const changed = changedAnswers(workingAnswers(view), answers)
  if (changed.length === 0) return view
  const captain = captainOf(view.team).id
  if (onBehalf) await handOverFiles(ctx, 'answer', filesIn(answers), { from: ctx.actor.id, to: captain })
  const after = await change(ctx, view, changesOf(ctx, view, answers))
  await logAnswers(ctx, view, changed, onBehalf ? captain : undefined)
  return after
}

export const saveAnswers = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, answers }: BodyOf<typeof contract.saveAnswers>,
): Promise<EnrolmentView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockEnrolment(ctx, id, version)
    if (view.enrolment.state === 'submitted') throw fail('enrolment.answersClosed')
    return write(ctx, view, answers)
  })

/** A step of an amendment: no event, since the submission does not change. */
const beside = (ctx: SignedIn, view: EnrolmentView, action: AuditAction, before?: Record<string, unknown>) => ({
  action,
  subject: { kind: 'enrolment' as const, id: view.enrolment.id },
  ...(before && { before }),
  ...(actsForTeam(view, ctx.actor) && { onBehalfOf: captainOf(view.team).id }),
})

/** Idempotent: two windows get the same amendment. */
export const startAmendment = (outer: SignedIn, id: EnrolmentId, version: number): Promise<EnrolmentView> =>
  inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, EnrolmentView>(ctx, {
      lock: () => lockEnrolment(ctx, id, version),
      may: (view) => mayStartAmendment(view, ctx.actor.id, ctx, { onBehalf: actsForTeam(view, ctx.actor) }),
      move: async (view) => {
        const { amendment, amendmentVersion, answers } = view.enrolment
        if (amendment) return { unchanged: view }
        const after = await change(ctx, view, {
          amendment: answers,
          amendmentVersion: amendmentVersion + 1,
          amendmentStartedAt: ctx.now,
        })
        return { after, log: beside(ctx, view, 'enrolment.amendmentStarted') }
      },
    }),
  )

/** Locks the enrolment; `version` is the amendment's. If it was decided on meanwhile, the error says so. */
const lockAmendment = async (ctx: SignedIn, id: EnrolmentId, version: number): Promise<EnrolmentView> => {
  const view = await lockEnrolment(ctx, id)
  const { amendment, amendmentVersion } = view.enrolment
  if (amendment && amendmentVersion !== version) throw fail('resource.changed')
  return view
}

export const saveAmendment = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, answers }: BodyOf<typeof contract.saveAmendment>,
): Promise<EnrolmentView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockAmendment(ctx, id, version)
    const { state } = view.enrolment
    // Returned or revived meanwhile: the ordinary form applies again.
    if (state === 'draft' || (state !== 'submitted' && mayUseAmendment(state, 'edit'))) throw fail('resource.changed')
    return write(ctx, view, answers)
  })

export const discardAmendment = (outer: SignedIn, id: EnrolmentId, version: number): Promise<EnrolmentView> =>
  inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, EnrolmentView>(ctx, {
      lock: () => lockAmendment(ctx, id, version),
      may: (view) => mayDiscardAmendment(view, ctx.actor.id, { onBehalf: actsForTeam(view, ctx.actor) }),
      move: async (view) => {
        const { answers, amendment, amendmentVersion } = view.enrolment
        const fields = changedAnswers(answers, amendment!)
        const after = await change(ctx, view, {
          amendment: null,
          amendmentVersion: amendmentVersion + 1,
          amendmentStartedAt: null,
        })
        return { after, log: beside(ctx, view, 'enrolment.amendmentDiscarded', { fields }) }
      },
    }),
  )
