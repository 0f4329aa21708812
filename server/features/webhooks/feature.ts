import { deliveryDays } from '@lectern/contract/webhooks/webhook-values.ts'
import { isNotNull, lte, or, sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { daysBefore } from '../../platform/moments.ts'
import { deliveryRunner, enqueueDeliveries } from './delivery.ts'
import { webhookRoutes } from './routes.ts'
import { webhook, webhookDelivery } from './tables.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  start: ({ asProgram, version, webhookAllow }) => {
    const deps = { rules: { allowed: webhookAllow }, version }
    return {
      routes: (http) => webhookRoutes(http, deps),
      taskRunners: { deliverEvents: deliveryRunner(deps) },
      // Retries are due by time alone.
      jobs: [
        {
          name: 'webhooks',
          everyMilliseconds: 5_000,
          wokenBy: ['webhook'],
          run: () => enqueueDeliveries(asProgram(), deps),
        },
      ],
    }
  },
  menuCounts: {
    webhooks: {
      duty: 'system',
      select: () => sql`
        select 1 from ${webhook}
        where ${or(
          isNotNull(webhook.stoppedAt),
          sql`exists (select from ${webhookDelivery} where webhook_id = ${webhook.id} and given_up_at is not null)`,
        )}
      `,
    },
  },
  sweep: {
    run: async ({ db, now }) => {
      await db
        .update(webhook)
        .set({ formerPublicKey: null, formerPrivateKey: null, formerUntil: null })
        .where(lte(webhook.formerUntil, now))
    },
    expired: (now) => [{ table: sql`webhook_delivery`, where: sql`created_at <= ${daysBefore(now, deliveryDays)}` }],
  },
  auditSubjects: {
    webhook: { id: sql`${webhook.id}`, from: sql`${webhook}`, name: sql`to_jsonb(${webhook.name})` },
  },
  demo: { tables: ['webhook_delivery', 'webhook'] },
}
