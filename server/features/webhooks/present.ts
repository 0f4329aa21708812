import type * as contract from '@lectern/contract/webhooks/webhooks.ts'
import type { Ctx } from '../../platform/context.ts'
import { formerKeyOf, publicText } from './keys.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'
import type { ShownWebhook } from './service.ts'

const stateOf = ({ stoppedAt, pausedAt, failingSince }: WebhookRow): contract.Webhook['state'] => {
  if (stoppedAt) return 'stopped'
  if (pausedAt) return 'paused'
  return failingSince ? 'failing' : 'active'
}

const isoOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

/** Without the private keys. */
export const presentWebhook = ({ now }: Ctx, { row, counts }: ShownWebhook): contract.Webhook => {
  const { id, name, url, types, version, stopReason } = row
  const former = formerKeyOf(row, now)
  return {
    id,
    name,
    url,
    types,
    version,
    stopReason,
    state: stateOf(row),
    stoppedAt: isoOf(row.stoppedAt),
    failingSince: isoOf(row.failingSince),
    publicKey: publicText(row.publicKey),
    formerKey: former ? { publicKey: publicText(former.publicKey), until: former.until.toISOString() } : null,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
    lastDeliveredAt: isoOf(counts?.lastDeliveredAt),
    createdBy: row.creator,
    createdAt: row.createdAt.toISOString(),
  }
}

export const presentDelivery = (row: DeliveryRow): contract.WebhookDelivery => ({
  id: row.eventId,
  type: row.type,
  state: row.deliveredAt ? 'delivered' : row.givenUpAt ? 'failed' : 'waiting',
  body: row.body,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: isoOf(row.deliveredAt),
  nextAt: isoOf(row.nextAttemptAt),
  answers: row.answers,
})
