import { z } from 'zod'
import { line } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { webhookEventId, webhookId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  deliveryStates,
  maxWebhookAddress,
  maxWebhookName,
  webhookFailures,
  webhookStates,
  webhookStops,
  webhookTypes,
} from './webhook-values.ts'

const webhook = z.object({
  id: webhookId,
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(webhookTypes)),
  state: z.enum(webhookStates),
  stopReason: z.enum(webhookStops).nullable(),
  stoppedAt: z.iso.datetime().nullable(),
  /** The first attempt that failed since the last success. */
  failingSince: z.iso.datetime().nullable(),
  /** `whpk_…`: verifies signatures. It is not secret. */
  publicKey: z.string(),
  /** Signs too, until then. */
  formerKey: z.object({ publicKey: z.string(), until: z.iso.datetime() }).nullable(),
  /** Deliveries that wait for their first or next attempt. */
  waiting: z.int(),
  /** Deliveries that were given up. */
  failed: z.int(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  /** The username of the organiser who created it. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type Webhook = z.infer<typeof webhook>

/** What the address answered, or why it did not. */
const webhookAnswer = z.object({
  at: z.iso.datetime(),
  milliseconds: z.int(),
  status: z.int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  /** The beginning of the answer. */
  text: z.string(),
})
export type WebhookAnswer = z.infer<typeof webhookAnswer>

const webhookDelivery = z.object({
  /** The header `webhook-id`, the same at every attempt. */
  id: webhookEventId,
  type: z.enum(webhookTypes),
  state: z.enum(deliveryStates),
  /** What is sent. */
  body: z.string(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
  /** The newest first. */
  answers: z.array(webhookAnswer),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const content = z.strictObject({
  name: line(maxWebhookName),
  url: z.string().trim().min(1).max(maxWebhookAddress),
  types: z.array(z.enum(webhookTypes)).min(1).max(webhookTypes.length),
})

const params = z.strictObject({ id: webhookId })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Webhooks, the newest first, for organisers',
  answer: z.object({
    list: z.array(webhook),
    /** Why the caller may change none. */
    whyNot: z.string().nullable(),
  }),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Creates a webhook, with a key of its own',
  body: content,
  answer: webhook,
})

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/:id',
  summary: 'Changes name, address and events of a webhook',
  params,
  body: content.extend({ version: z.int() }),
  answer: webhook,
})

export const renewWebhookKey = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/key',
  summary: 'Makes a new key for a webhook; the former one signs too for a day',
  params,
  answer: webhook,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Sends an event of the type webhook.test at once, and says what the address answered',
  params,
  answer: webhookAnswer,
})

export const pauseWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/pause',
  summary: 'Sends nothing more until it goes on; events wait',
  params,
  answer: webhook,
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  summary: 'Goes on after a pause or after it was switched off; what waits is sent at once',
  params,
  answer: webhook,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Deletes a webhook with its key and deliveries',
  params,
  answer: z.null(),
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'Deliveries of a webhook in the last 30 days, the newest first',
  params,
  query: pageQuery.extend({ state: z.enum(deliveryStates).optional() }),
  answer: pageOf(webhookDelivery),
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:event/resend',
  summary: 'Sends an event once more, with the same webhook-id',
  params: z.strictObject({ id: webhookId, event: webhookEventId }),
  answer: webhookDelivery,
})
