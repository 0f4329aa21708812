import type { WebhookEventId } from '@lectern/contract/ids.ts'
import type { WebhookType } from '@lectern/contract/webhooks/webhook-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'

/** What an event is about: ids alone. Whoever is told of it asks for the rest, and gets what they may read. */
type EventData = { id: string } & Record<string, string>

/** Formed like all others; nothing reads it but the receiver. */
export const bodyOf = (type: string, at: Date, data: EventData): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/**
 * Writes events for the webhooks that ask for them, in the transaction of the cause: they are sent if and only if that
 * is committed. Call it where the cause has become known to everybody whom it concerns.
 */
export const queueEvents = async ({ db, now }: Ctx, type: WebhookType, about: readonly EventData[]): Promise<void> => {
  if (about.length === 0) return
  const events = about.map((data) => ({ id: newId<WebhookEventId>(now), body: bodyOf(type, now, data) }))
  const { rowCount } = await db.execute(sql`
    insert into webhook_delivery (webhook_id, event_id, type, body, created_at, next_attempt_at)
    select webhook.id, event.id, ${type}, event.body, ${now}, ${now}
    from webhook
    cross join rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as (id uuid, body text)) with ordinality
      as event (id, body, place)
    where webhook.stopped_at is null and ${type} = any (webhook.types)
    order by event.place
  `)
  if (rowCount! > 0) await db.execute(sql`select pg_notify('webhook', '')`)
}
