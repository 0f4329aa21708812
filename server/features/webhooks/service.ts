import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { WebhookEventId, WebhookId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/webhooks/webhooks.ts'
import { maxWebhooks } from '@lectern/contract/webhooks/webhook-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { and, eq, isNotNull, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { readTarget, RequestError, resolveTarget, type OutgoingRules } from '../../platform/outgoing-requests.ts'
import { takeIfLeft, type Allowance } from '../../platform/throttle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { requireControl } from '../steps/service.ts'
import { bodyOf } from './events.ts'
import { makeWebhookKey, overlapEnd } from './keys.ts'
import {
  allWebhooks,
  changeDelivery,
  deliveryCounts,
  deliveryPage,
  findDelivery,
  findWebhook,
  lockWebhook,
  lockWebhookCreation,
  type DeliveryCounts,
  type DeliveryRow,
  type WebhookRow,
} from './queries.ts'
import { isSending, sendOnce, type SendingDeps } from './send.ts'
import { webhook, webhookDelivery } from './tables.ts'

export { queueEvents } from './events.ts'

export interface ShownWebhook {
  row: WebhookRow
  counts: DeliveryCounts | undefined
}

export const listWebhooks = async ({ db }: Ctx): Promise<ShownWebhook[]> => {
  const [rows, counts] = await Promise.all([allWebhooks(db), deliveryCounts(db)])
  return rows.map((row) => ({ row, counts: counts.get(row.id) }))
}

const requireWebhook = async ({ db }: Ctx, id: WebhookId): Promise<WebhookRow> => {
  const row = await findWebhook(db, id)
  if (!row) throw fail('webhook.notFound')
  return row
}

const showWebhook = async (ctx: Ctx, id: WebhookId): Promise<ShownWebhook> => ({
  row: await requireWebhook(ctx, id),
  counts: (await deliveryCounts(ctx.db, id)).get(id),
})

const requireLocked = async (ctx: Ctx, id: WebhookId): Promise<WebhookRow> => {
  await lockWebhook(ctx.db, id)
  return requireWebhook(ctx, id)
}

/** The address as it is stored. It is looked up again before each request. */
const checkAddress = async (text: string, rules: OutgoingRules): Promise<string> => {
  const url = readTarget(text, rules)
  if (!url) throw fail('webhook.addressInvalid').at('url')
  try {
    await resolveTarget(url, rules)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const host = url.hostname
    throw fail(error.failure === 'privateAddress' ? 'webhook.addressPrivate' : 'webhook.hostUnknown', { host }).at(
      'url',
    )
  }
  return url.href
}

const subjectOf = (id: WebhookId) => ({ kind: 'webhook', id }) as const
const hostOf = (url: string): string => new URL(url).host
const fieldsOf = ({ name, url, types }: Pick<WebhookRow, 'name' | 'url' | 'types'>) => ({
  name,
  webhookHost: hostOf(url),
  webhookTypes: types,
})

type Content = BodyOf<typeof contract.createWebhook>

export const createWebhook = async (outer: SignedIn, rules: OutgoingRules, content: Content): Promise<ShownWebhook> => {
  const url = await checkAddress(content.url, rules)
  return inTransaction(outer, async (ctx) => {
    const { db, now, actor, installation } = ctx
    await requireControl(ctx, 'webhookChanged')
    await lockWebhookCreation(db)
    if ((await db.$count(webhook)) >= maxWebhooks) throw fail('webhook.tooMany', { most: maxWebhooks })
    const id = newId<WebhookId>(now)
    const values = { name: content.name, url, types: [...new Set(content.types)] }
    const key = await makeWebhookKey(installation.encryption, id)
    await db.insert(webhook).values({ id, ...values, ...key, createdBy: actor.id, createdAt: now })
    await audit(ctx, 'webhook.created', { subject: subjectOf(id), after: fieldsOf(values) })
    return showWebhook(ctx, id)
  })
}

/** What has been in the way is over: whatever waits is sent at once, with all its attempts. */
const beginAnew = async ({ db, now }: Ctx, id: WebhookId): Promise<void> => {
  await db.update(webhook).set({ failingSince: null, silentAttempts: 0, restingUntil: null }).where(eq(webhook.id, id))
  await db
    .update(webhookDelivery)
    .set({ nextAttemptAt: now, firstAttemptAt: null, attempts: 0 })
    .where(and(eq(webhookDelivery.webhookId, id), isNotNull(webhookDelivery.nextAttemptAt)))
  await db.execute(sql`select pg_notify('webhook', '')`)
}

export const changeWebhook = async (
  outer: SignedIn,
  rules: OutgoingRules,
  id: WebhookId,
  { version, ...content }: BodyOf<typeof contract.changeWebhook>,
): Promise<ShownWebhook> => {
  const url = await checkAddress(content.url, rules)
  return inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'webhookChanged')
    const row = await requireLocked(ctx, id)
    if (row.version !== version) throw fail('resource.changed')
    const values = { name: content.name, url, types: [...new Set(content.types)] }
    await ctx.db
      .update(webhook)
      .set({ ...values, version: version + 1 })
      .where(eq(webhook.id, id))
    if (url !== row.url) await beginAnew(ctx, id)
    await audit(ctx, 'webhook.changed', { subject: subjectOf(id), before: fieldsOf(row), after: fieldsOf(values) })
    return showWebhook(ctx, id)
  })
}

/** The former key signs too for a day, so that receivers can change theirs at any time in it. */
export const renewWebhookKey = (outer: SignedIn, id: WebhookId): Promise<ShownWebhook> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'webhookChanged')
    const { publicKey, privateKey } = await requireLocked(ctx, id)
    const key = await makeWebhookKey(ctx.installation.encryption, id)
    const former = { formerPublicKey: publicKey, formerPrivateKey: privateKey, formerUntil: overlapEnd(ctx.now) }
    await ctx.db
      .update(webhook)
      .set({ ...key, ...former })
      .where(eq(webhook.id, id))
    // The former one may have been unreadable.
    await beginAnew(ctx, id)
    await audit(ctx, 'webhook.keyRenewed', { subject: subjectOf(id) })
    return showWebhook(ctx, id)
  })

/** A low limit: repeated tests could be used to knock at addresses. */
const tests: Allowance = { name: 'test webhook', burst: 5, refillSeconds: 30 }

/** Sends an event that means nothing, at once and once. */
export const testWebhook = async (ctx: SignedIn, deps: SendingDeps, id: WebhookId): Promise<contract.WebhookAnswer> => {
  const row = await requireWebhook(ctx, id)
  if (!isSending(ctx, deps.rules, row.url)) throw fail('webhook.demo')
  const seconds = await takeIfLeft(ctx.db, ctx.installation.secrets, tests, ctx.actor.id, ctx.now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  const body = bodyOf('webhook.test', ctx.now, { id })
  const { answer } = await sendOnce(ctx, deps, { webhook: row, id: newId<WebhookEventId>(ctx.now), body })
  await inTransaction(ctx, (inner) =>
    audit(inner, 'webhook.tested', {
      subject: subjectOf(id),
      after: { name: row.name, webhookHost: hostOf(row.url), webhookStatus: answer.status },
    }),
  )
  return answer
}

/** Pausing it once more changes nothing. */
export const pauseWebhook = (outer: SignedIn, id: WebhookId): Promise<ShownWebhook> =>
  inTransaction(outer, async (ctx) => {
    const row = await requireLocked(ctx, id)
    if (row.stoppedAt) throw fail('webhook.stopped')
    if (!row.pausedAt) {
      await ctx.db.update(webhook).set({ pausedAt: ctx.now }).where(eq(webhook.id, id))
      await audit(ctx, 'webhook.paused', { subject: subjectOf(id), after: { name: row.name } })
    }
    return showWebhook(ctx, id)
  })

export const resumeWebhook = (outer: SignedIn, id: WebhookId): Promise<ShownWebhook> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'webhookChanged')
    const row = await requireLocked(ctx, id)
    if (row.pausedAt || row.stoppedAt) {
      await ctx.db.update(webhook).set({ pausedAt: null, stoppedAt: null, stopReason: null }).where(eq(webhook.id, id))
      await beginAnew(ctx, id)
      await audit(ctx, 'webhook.resumed', { subject: subjectOf(id), after: { name: row.name } })
    }
    return showWebhook(ctx, id)
  })

export const deleteWebhook = (outer: SignedIn, id: WebhookId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'webhookChanged')
    const row = await requireLocked(ctx, id)
    await ctx.db.delete(webhook).where(eq(webhook.id, id))
    await audit(ctx, 'webhook.deleted', { subject: subjectOf(id), before: fieldsOf(row) })
  })

export const listDeliveries = async (
  ctx: Ctx,
  id: WebhookId,
  slice: QueryOf<typeof contract.listWebhookDeliveries>,
) => {
  await requireWebhook(ctx, id)
  return deliveryPage(ctx.db, id, slice)
}

/** With the same id, so that the receiver can tell. */
export const resendDelivery = (outer: SignedIn, id: WebhookId, event: WebhookEventId): Promise<DeliveryRow> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'webhookChanged')
    const row = await requireLocked(ctx, id)
    if (row.stoppedAt) throw fail('webhook.stopped')
    const delivery = await findDelivery(ctx.db, id, event)
    if (!delivery) throw fail('webhook.deliveryNotFound')
    const series = { nextAttemptAt: ctx.now, deliveredAt: null, givenUpAt: null, firstAttemptAt: null, attempts: 0 }
    await changeDelivery(ctx.db, delivery, series)
    // Whoever asks for it does not want to wait until the address has rested.
    await ctx.db.update(webhook).set({ restingUntil: null }).where(eq(webhook.id, id))
    await ctx.db.execute(sql`select pg_notify('webhook', '')`)
    await audit(ctx, 'webhook.resent', { subject: subjectOf(id), after: { name: row.name, id: event } })
    return { ...delivery, ...series }
  })
