import type { WebhookEventId, WebhookId } from '@lectern/contract/ids.ts'
import type { DeliveryState } from '@lectern/contract/webhooks/webhook-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  lte,
  max,
  sql,
  type SQL,
} from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { webhook, webhookDelivery } from './tables.ts'

const webhooks = (db: Database) =>
  db
    .select({ ...getTableColumns(webhook), creator: account.username })
    .from(webhook)
    .innerJoin(account, eq(account.id, webhook.createdBy))

export type WebhookRow = Awaited<ReturnType<typeof webhooks>>[number]

/** Few: their number is limited. */
export const allWebhooks = (db: Database): Promise<WebhookRow[]> =>
  webhooks(db).orderBy(desc(webhook.createdAt), desc(webhook.id))

export const findWebhook = async (db: Database, id: WebhookId): Promise<WebhookRow | undefined> => {
  const [row] = await webhooks(db).where(eq(webhook.id, id))
  return row
}

/** How much waits and was given up, and the last success, of each that has deliveries, or of one. */
export const deliveryCounts = async (db: Database, id?: WebhookId) => {
  const rows = await db
    .select({
      id: webhookDelivery.webhookId,
      waiting: count(webhookDelivery.nextAttemptAt),
      failed: count(webhookDelivery.givenUpAt),
      lastDeliveredAt: max(webhookDelivery.deliveredAt),
    })
    .from(webhookDelivery)
    .where(id && eq(webhookDelivery.webhookId, id))
    .groupBy(webhookDelivery.webhookId)
  return new Map(rows.map(({ id: counted, ...counts }) => [counted, counts]))
}
export type DeliveryCounts =
  Awaited<ReturnType<typeof deliveryCounts>> extends Map<unknown, infer Counts> ? Counts : never

/** Locks the creation of webhooks, so that their number stays within its limit. */
export const lockWebhookCreation = async (db: Database): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('webhook'))`)
}

export const lockWebhook = async (db: Database, id: WebhookId): Promise<void> => {
  await db.execute(sql`select from webhook where id = ${id} for no key update`)
}

const stateConditions: Record<DeliveryState, SQL> = {
  waiting: isNotNull(webhookDelivery.nextAttemptAt),
  delivered: isNotNull(webhookDelivery.deliveredAt),
  failed: isNotNull(webhookDelivery.givenUpAt),
}

export type DeliveryRow = typeof webhookDelivery.$inferSelect

interface DeliverySlice {
  page: number
  pageSize: number
  state?: DeliveryState | undefined
}

export const deliveryPage = async (db: Database, id: WebhookId, { page, pageSize, state }: DeliverySlice) => {
  const where = and(eq(webhookDelivery.webhookId, id), state && stateConditions[state])
  const [list, total] = await Promise.all([
    db
      .select()
      .from(webhookDelivery)
      .where(where)
      .orderBy(desc(webhookDelivery.position))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.$count(webhookDelivery, where),
  ])
  return { list, total, page, pageSize }
}

const whereDelivery = (id: WebhookId, event: WebhookEventId) =>
  and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.eventId, event))

export const findDelivery = async (
  db: Database,
  id: WebhookId,
  event: WebhookEventId,
): Promise<DeliveryRow | undefined> => {
  const [row] = await db.select().from(webhookDelivery).where(whereDelivery(id, event))
  return row
}

export const changeDelivery = async (
  db: Database,
  { webhookId, eventId }: Pick<DeliveryRow, 'webhookId' | 'eventId'>,
  changes: Partial<typeof webhookDelivery.$inferInsert>,
): Promise<void> => {
  await db.update(webhookDelivery).set(changes).where(whereDelivery(webhookId, eventId))
}

const whereDue = (now: Date) => lte(webhookDelivery.nextAttemptAt, now)

type ReadyWebhook = Pick<typeof webhook.$inferSelect, 'id' | 'name' | 'url'>

/** Webhooks to which something can be sent now. */
export const webhooksWithDue = async (db: Database, now: Date): Promise<ReadyWebhook[]> => {
  const { rows } = await db.execute<ReadyWebhook>(sql`
    select id, name, url from ${webhook}
    where paused_at is null and stopped_at is null and (resting_until is null or resting_until <= ${now})
      and exists (
        select from ${webhookDelivery} where ${eq(webhookDelivery.webhookId, webhook.id)} and ${whereDue(now)}
      )
  `)
  return rows
}

/** What a webhook is sent next: the oldest first. */
export const nextDue = async (db: Database, id: WebhookId, now: Date) => {
  const [row] = await db
    .select({ webhook: getTableColumns(webhook), delivery: getTableColumns(webhookDelivery) })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(
      and(
        eq(webhookDelivery.webhookId, id),
        whereDue(now),
        sql`${webhook.pausedAt} is null and ${webhook.stoppedAt} is null`,
        sql`(${webhook.restingUntil} is null or ${webhook.restingUntil} <= ${now})`,
      ),
    )
    .orderBy(asc(webhookDelivery.nextAttemptAt), asc(webhookDelivery.position))
    .limit(1)
  return row
}
export type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>
