import type { AccountId, IdentityId, PasskeyId, SessionId } from '@lectern/contract/ids.ts'
import { bigint, boolean, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
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
  /** The provider has asserted a second factor. */
  strong: boolean('strong').notNull().default(false),
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

/** Who somebody is at a provider of sign-in. Never an address or a name: those change hands. */
export const identity = pgTable('identity', {
  id: uuid('id').$type<IdentityId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  adapter: text('adapter').$type<SignInAdapterName>().notNull(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  linkedAt: moment('linked_at').notNull(),
  lastUsedAt: moment('last_used_at'),
})

/** A browser on its way to a provider and back. */
export const providerVisit = pgTable('provider_visit', {
  id: uuid('id').primaryKey(),
  browserHash: bytes('browser_hash').notNull(),
  stateHash: bytes('state_hash').notNull(),
  purpose: text('purpose').$type<'signIn' | 'link' | 'try'>().notNull(),
  provider: text('provider').notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  redirect: text('redirect'),
  remember: boolean('remember').notNull(),
  kept: text('kept').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  answeredAt: moment('answered_at'),
  answer: text('answer'),
})

/** A public key with which somebody signs in; the private key stays on their devices. */
export const passkey = pgTable('passkey', {
  id: uuid('id').$type<PasskeyId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  credentialId: bytes('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  rpId: text('rp_id').notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
})
