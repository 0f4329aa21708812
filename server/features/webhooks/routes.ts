import * as contract from '@lectern/contract/webhooks/webhooks.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import type { SendingDeps } from './send.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  renewWebhookKey,
  resendDelivery,
  resumeWebhook,
  testWebhook,
} from './service.ts'

export const webhookRoutes = ({ serve }: Http, deps: SendingDeps): void => {
  const control = { policy: organisers('system'), ...siteControl }

  serve(contract.listWebhooks, { policy: organisers('system') }, async ({ ctx }) => ({
    list: (await listWebhooks(ctx)).map((webhook) => presentWebhook(ctx, webhook)),
    whyNot: await whyNotControl(ctx),
  }))

  serve(contract.createWebhook, control, async ({ ctx, body }) =>
    presentWebhook(ctx, await createWebhook(ctx, deps.rules, body)),
  )

  serve(contract.changeWebhook, control, async ({ ctx, params, body }) =>
    presentWebhook(ctx, await changeWebhook(ctx, deps.rules, params.id, body)),
  )

  serve(contract.renewWebhookKey, control, async ({ ctx, params }) =>
    presentWebhook(ctx, await renewWebhookKey(ctx, params.id)),
  )

  serve(contract.testWebhook, control, ({ ctx, params }) => testWebhook(ctx, deps, params.id))

  // Everybody may pause one: what goes to the wrong place cannot wait.
  serve(contract.pauseWebhook, { policy: organisers('system') }, async ({ ctx, params }) =>
    presentWebhook(ctx, await pauseWebhook(ctx, params.id)),
  )

  serve(contract.resumeWebhook, control, async ({ ctx, params }) =>
    presentWebhook(ctx, await resumeWebhook(ctx, params.id)),
  )

  serve(contract.deleteWebhook, control, async ({ ctx, params }) => {
    await deleteWebhook(ctx, params.id)
    return null
  })

  serve(contract.listWebhookDeliveries, { policy: organisers('system') }, async ({ ctx, params, query }) => {
    const { list, ...page } = await listDeliveries(ctx, params.id, query)
    return { ...page, list: list.map(presentDelivery) }
  })

  serve(contract.resendWebhookDelivery, control, async ({ ctx, params }) =>
    presentDelivery(await resendDelivery(ctx, params.id, params.event)),
  )
}
