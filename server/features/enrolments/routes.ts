import * as contract from '@lectern/contract/enrolments/enrolments.ts'
import { decideEnrolments as decideEndpoint } from '@lectern/contract/enrolments/decisions.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import { teamJourneys, viewTeams } from '../teams/service.ts'
import { enrolmentsOnBehalf } from './affected-activities.ts'
import { decideEnrolments } from './office/decisions.ts'
import { dropOpeningWish, wishForOpening } from './openings/openings.ts'
import type { EnrolmentView } from './policy.ts'
import { presentEnrolment, presentHeads, presentSaved } from './present.ts'
import {
  listMyEnrolments,
  requireEnrolment,
  reviveEnrolment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
} from './service.ts'
import { joinWaitingList, stopWaiting } from './waiting/waiting-list.ts'
import { discardAmendment, saveAmendment, saveAnswers, startAmendment } from './answers/drafts.ts'

const rules = { policy: signedIn }
/** Organisers may do it for any team. */
const onBehalf = { ...rules, ...enrolmentsOnBehalf }

const presented = async (ctx: SignedIn, view: Promise<EnrolmentView>) => presentEnrolment(ctx, await view)

/** A form may have many long questions. */
const largestAnswers = 256 * 1024

export const enrolmentRoutes = ({ serve }: Http): void => {
  serve(contract.wishForOpening, rules, async ({ ctx, params }) => {
    await wishForOpening(ctx, params.id)
    return {}
  })

  serve(contract.dropOpeningWish, rules, async ({ ctx, params }) => {
    await dropOpeningWish(ctx, params.id)
    return {}
  })

  serve(contract.listMyEnrolments, rules, async ({ ctx }) => {
    const enrolments = await listMyEnrolments(ctx)
    const teams = await viewTeams(
      ctx,
      enrolments.map(({ teamId }) => teamId),
    )
    return { list: presentHeads(ctx, enrolments, teams, await ctx.installation.ports.use(teamJourneys)(ctx, teams)) }
  })

  serve(contract.startEnrolment, rules, ({ ctx, body, idempotencyKey }) =>
    presented(ctx, startEnrolment(ctx, body.teamId, idempotencyKey)),
  )

  serve(contract.readEnrolment, rules, ({ ctx, params }) => presented(ctx, requireEnrolment(ctx, params.id)))

  const writing = {
    ...onBehalf,
    largestBody: largestAnswers,
    checkFirst: ({ ctx, params }: { ctx: SignedIn; params: { id: EnrolmentId } }) => requireEnrolment(ctx, params.id),
  }
  serve(contract.saveAnswers, writing, async ({ ctx, params, body }) =>
    presentSaved(ctx, await saveAnswers(ctx, params.id, body)),
  )

  serve(contract.startAmendment, onBehalf, ({ ctx, params, body }) =>
    presented(ctx, startAmendment(ctx, params.id, body.version)),
  )

  serve(contract.saveAmendment, writing, async ({ ctx, params, body }) =>
    presentSaved(ctx, await saveAmendment(ctx, params.id, body)),
  )

  serve(contract.discardAmendment, onBehalf, ({ ctx, params, body }) =>
    presented(ctx, discardAmendment(ctx, params.id, body.version)),
  )

  serve(contract.submitEnrolment, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, submitEnrolment(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.withdrawEnrolment, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, withdrawEnrolment(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.reviveEnrolment, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, reviveEnrolment(ctx, params.id, body.version, idempotencyKey)),
  )

  serve(contract.joinWaitingList, onBehalf, ({ ctx, params }) => presented(ctx, joinWaitingList(ctx, params.id)))

  serve(contract.stopWaiting, onBehalf, ({ ctx, params }) => presented(ctx, stopWaiting(ctx, params.id)))

  serve(decideEndpoint, { policy: organisers('activity') }, ({ ctx, body, idempotencyKey }) =>
    decideEnrolments(ctx, body, idempotencyKey),
  )
}
