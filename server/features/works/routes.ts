import * as contract from '@lectern/contract/works/works.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { teamJourneys } from '../teams/service.ts'
import { worksOnBehalf } from './affected-activities.ts'
import type { WorkView } from './policy.ts'
import { presentHeads, presentSaved, presentWork } from './present.ts'
import { listMyWorks, reviveWork, startWork, submitWork, withdrawWork } from './service.ts'
import { requireWork } from './work-view.ts'
import { discardWorkChanges, orderWorkFiles, removeWorkFile, saveWork } from './submission/drafts.ts'

const rules = { policy: signedIn }
/** Organisers may do it for any team. */
const onBehalf = { ...rules, ...worksOnBehalf }

/** Up to twenty long texts. */
const largestTexts = 512 * 1024

const presented = async (ctx: SignedIn, found: Promise<WorkView>) => presentWork(ctx, await found)

export const workRoutes = ({ serve }: Http): void => {
  serve(contract.listMyWorks, rules, async ({ ctx }) => {
    const ownWorks = await listMyWorks(ctx)
    const journeys = await ctx.installation.ports.use(teamJourneys)(
      ctx,
      ownWorks.map(({ team }) => team),
    )
    return { list: presentHeads(ctx, ownWorks, journeys) }
  })

  serve(contract.startWork, rules, ({ ctx, body, idempotencyKey }) =>
    presented(ctx, startWork(ctx, body.enrolmentId, idempotencyKey)),
  )

  serve(contract.readWork, rules, ({ ctx, params }) => presented(ctx, requireWork(ctx, params.id)))

  serve(
    contract.saveWork,
    { ...onBehalf, largestBody: largestTexts, checkFirst: ({ ctx, params }) => requireWork(ctx, params.id) },
    async ({ ctx, params, body }) => presentSaved(ctx, await saveWork(ctx, params.id, body)),
  )

  serve(contract.orderWorkFiles, onBehalf, ({ ctx, params, body }) =>
    presented(ctx, orderWorkFiles(ctx, params.id, params.part, body.files)),
  )

  serve(contract.removeWorkFile, onBehalf, ({ ctx, params }) =>
    presented(ctx, removeWorkFile(ctx, params.id, params.file)),
  )

  serve(contract.discardWorkChanges, onBehalf, ({ ctx, params, body }) =>
    presented(ctx, discardWorkChanges(ctx, params.id, body.version)),
  )

  serve(contract.submitWork, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, submitWork(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.withdrawWork, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, withdrawWork(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.reviveWork, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    presented(ctx, reviveWork(ctx, params.id, body.version, idempotencyKey)),
  )
}
