import type { AccountId, WebhookEventId, WebhookId } from '@lectern/contract/ids.ts'
import type { WebhookAnswer } from '@lectern/contract/webhooks/webhooks.ts'
import type { WebhookStop, WebhookType } from '@lectern/contract/webhooks/webhook-values.ts'
import { bigint, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const webhook = pgTable('webhook', {
  id: uuid('id').$type<WebhookId>().primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  types: text('types').array().$type<WebhookType[]>().notNull(),
  publicKey: bytes('public_key').notNull(),
  /** Encrypted, as the former one. */
  privateKey: text('private_key').notNull(),
  formerPublicKey: bytes('former_public_key'),
  formerPrivateKey: text('former_private_key'),
  formerUntil: moment('former_until'),
  pausedAt: moment('paused_at'),
  stoppedAt: moment('stopped_at'),
  stopReason: text('stop_reason').$type<WebhookStop>(),
  /** The first failed attempt since the last success. */
  failingSince: moment('failing_since'),
  /** Attempts in a row without an answer, or with one that asks for rest. */
  silentAttempts: integer('silent_attempts').notNull().default(0),
  /** Nothing is sent before. */
  restingUntil: moment('resting_until'),
  createdBy: uuid('created_by').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
  version: integer('version').notNull().default(1),
})

export const webhookDelivery = pgTable('webhook_delivery', {
  webhookId: uuid('webhook_id').$type<WebhookId>().notNull(),
  eventId: uuid('event_id').$type<WebhookEventId>().notNull(),
  type: text('type').$type<WebhookType>().notNull(),
  /** The bytes that are sent and signed. */
  body: text('body').notNull(),
  createdAt: moment('created_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  firstAttemptAt: moment('first_attempt_at'),
  /** Null: it was delivered or given up. */
  nextAttemptAt: moment('next_attempt_at'),
  deliveredAt: moment('delivered_at'),
  givenUpAt: moment('given_up_at'),
  /** The newest first. */
  answers: jsonb('answers').$type<WebhookAnswer[]>().notNull().default([]),
  /** In the order in which they happened. */
  position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
})
