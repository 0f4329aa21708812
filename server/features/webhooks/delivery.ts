import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { maxAnswers, type WebhookStop } from '@lectern/contract/webhooks/webhook-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import { permitted } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { holdersOf } from '../accounts/service.ts'
import { asWritten, sendNotices } from '../notices/service.ts'
import { takeStep } from '../steps/service.ts'
import { enqueueTask } from '../tasks/service.ts'
import { changeDelivery, lockWebhook, nextDue, webhooksWithDue, type Due } from './queries.ts'
import { nextAttempt, patienceMilliseconds, restAfter, wishOf } from './retries.ts'
import { isSending, sendOnce, type Attempt, type SendingDeps } from './send.ts'
import { webhook, webhookDelivery } from './tables.ts'

const gone = 410
/** The address is there, and has too much to do. */
const busyStatuses = new Set([429, 502, 503, 504])

const isSuccess = ({ answer: { status } }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** Whether other events would fare no better. */
const isSilent = ({ answer: { status } }: Attempt): boolean => status === null || busyStatuses.has(status)

/** Switches a webhook off, and tells those who look after the system. Requires a transaction that has locked it. */
const stopWebhook = (ctx: Ctx, { id, name, url }: Due['webhook'], reason: WebhookStop): Promise<void> =>
  takeStep(ctx, {
    lock: async () => undefined,
    may: () => permitted,
    move: async () => {
      await ctx.db.update(webhook).set({ stoppedAt: ctx.now, stopReason: reason }).where(eq(webhook.id, id))
      return {
        after: undefined,
        log: { action: 'webhook.stopped', subject: { kind: 'webhook', id }, after: { webhookStop: reason } },
        notify: async () => {
          const holders = await holdersOf(ctx.db, 'system')
          await sendNotices(
            ctx,
            holders.map((holder) => ({
              to: { account: holder },
              kind: 'account',
              message: `webhook.${reason}`,
              values: { name: asWritten(name), host: asWritten(new URL(url).host) },
              link: '/Admin/Webhook',
            })),
          )
        },
      }
    },
  })

const recordSuccess = async (
  { db, now }: Ctx,
  { webhook: { id }, delivery }: Due,
  answers: Due['delivery']['answers'],
) => {
  await changeDelivery(db, delivery, {
    answers,
    attempts: delivery.attempts + 1,
    deliveredAt: now,
    nextAttemptAt: null,
  })
  await db
    .update(webhook)
    .set({ failingSince: null, silentAttempts: 0, restingUntil: null })
    .where(and(eq(webhook.id, id), sql`failing_since is not null`))
}

const recordFailure = async (
  ctx: Ctx,
  { webhook: target, delivery }: Due,
  attempt: Attempt,
  answers: Due['delivery']['answers'],
) => {
  const { db, now } = ctx
  const firstAttemptAt = delivery.firstAttemptAt ?? now
  const attempts = delivery.attempts + 1
  const wishMilliseconds = wishOf(attempt.retryAfter, now)
  const next = nextAttempt({ firstAttemptAt, attempts, now, wishMilliseconds, random: Math.random() })
  const failingSince = target.failingSince ?? now
  const silentAttempts = isSilent(attempt) ? target.silentAttempts + 1 : 0
  const rest = silentAttempts > 0 ? restAfter(silentAttempts, now) : null
  await db.update(webhook).set({ failingSince, silentAttempts, restingUntil: rest }).where(eq(webhook.id, target.id))
  const isGone = attempt.answer.status === gone
  const isOver = now.getTime() - failingSince.getTime() >= patienceMilliseconds
  // What a webhook was switched off with waits until it is switched on again.
  const state = next
    ? { nextAttemptAt: next }
    : isOver
      ? { nextAttemptAt: now }
      : { nextAttemptAt: null, givenUpAt: now }
  await changeDelivery(db, delivery, { answers, attempts, firstAttemptAt, ...state })
  if (isGone || isOver) await stopWebhook(ctx, target, isGone ? 'gone' : 'failing')
}

/** Writes down how an attempt ended, unless the delivery or the webhook was changed meanwhile. */
const record = (outer: Ctx, due: Due, attempt: Attempt): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { id } = due.webhook
    await lockWebhook(ctx.db, id)
    const current = await ctx.db
      .select({ webhook, delivery: webhookDelivery })
      .from(webhookDelivery)
      .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
      .where(and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.eventId, due.delivery.eventId)))
    const [row] = current
    if (!row || row.delivery.nextAttemptAt === null) return
    const answers = [attempt.answer, ...row.delivery.answers].slice(0, maxAnswers)
    // The address was changed, or somebody has switched it off and on: this says nothing about the current one.
    if (row.webhook.stoppedAt || row.webhook.url !== due.webhook.url) return
    if (isSuccess(attempt)) await recordSuccess(ctx, row, answers)
    else await recordFailure(ctx, row, attempt, answers)
  })

/** How long one run goes on: the next one begins with what others need. */
const runMilliseconds = 300_000
/** How soon a run hears of events for webhooks that it is not busy with. */
const lookMilliseconds = 500

/**
 * The task `deliverEvents`: sends what is due, one request at a time to each webhook and to all of them at once, so that none waits
 * for another. It may be repeated: what was sent and not written down is sent again, with the same id.
 */
export const deliveryRunner =
  (deps: SendingDeps): TaskRunner =>
  async (outer, { signal }) => {
    const began = performance.now()
    const isOver = (): boolean => signal.aborted || performance.now() - began > runMilliseconds
    const failures: unknown[] = []
    const busy = new Map<WebhookId, Promise<void>>()
    const sendAll = async (id: WebhookId): Promise<void> => {
      while (!isOver()) {
        const due = await nextDue(outer.db, id, outer.now)
        if (!due) return
        const { eventId, body } = due.delivery
        const attempt = await sendOnce(outer, deps, { webhook: due.webhook, id: eventId, body, signal })
        await record(outer, due, attempt)
      }
    }
    for (;;) {
      const due = isOver() || failures.length > 0 ? [] : await webhooksWithDue(outer.db, outer.now)
      for (const { id, url } of due)
        if (!busy.has(id) && isSending(outer, deps.rules, url)) {
          const sending = sendAll(id)
            .catch((error: unknown) => void failures.push(error))
            .finally(() => busy.delete(id))
          busy.set(id, sending)
        }
      if (busy.size === 0) break
      await Promise.race([...busy.values(), sleep(lookMilliseconds)])
    }
    signal.throwIfAborted()
    if (failures.length > 0) throw failures[0]
  }

/** A job: starts the task as soon as something is due, unless one waits or runs. */
export const enqueueDeliveries = async (outer: Ctx, { rules }: SendingDeps): Promise<void> => {
  const due = (await webhooksWithDue(outer.db, outer.now)).filter(({ url }) => isSending(outer, rules, url))
  if (due.length === 0) return
  const subject = joinList(
    outer.locale,
    due.map(({ name }) => name),
  )
  await inTransaction(outer, async (ctx) => {
    const { rows } = await ctx.db.execute<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtext('webhook deliveries')) and not exists (
        select from task where kind = 'deliverEvents' and state in ('waiting', 'running')
      ) as free
    `)
    if (rows[0]!.free) await enqueueTask(ctx, { kind: 'deliverEvents', input: {}, subject, link: '/Admin/Webhook' })
  })
}
