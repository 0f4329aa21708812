import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import { bigint, boolean, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const credential = pgTable('credential', {
  accountId: uuid('account_id').$type<AccountId>().primaryKey(),
  password: text('password'),
  passwordChangedAt: moment('password_changed_at'),
  totpSecret: text('totp_secret'),
  totpConfirmedAt: moment('totp_confirmed_at'),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }),
  recoveryCodes: text('recovery_codes').array().notNull().default([]),
})

export const session = pgTable('session', {
  id: uuid('id').$type<SessionId>().primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  remembered: boolean('remembered').notNull(),
  createdAt: moment('created_at').notNull(),
  seenAt: moment('seen_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

export type CodePurpose = 'signUp' | 'signIn' | 'resetPassword' | 'changeContact'

export const code = pgTable('code', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  target: text('target').notNull(),
  hash: bytes('hash').notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  usedAt: moment('used_at'),
  network: bytes('network'),
})

export const knownNetwork = pgTable('known_network', {
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  network: bytes('network').notNull(),
  seenAt: moment('seen_at').notNull(),
})

export const spentProof = pgTable('spent_proof', {
  signature: text('signature').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})
