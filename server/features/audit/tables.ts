import type { actorKinds } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, AuditId } from '@lectern/contract/ids.ts'
import { bigint, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

type Values = Record<string, unknown>

export interface Changes {
  before: Values | null
  after: Values | null
}

export const audit = pgTable('audit', {
  id: uuid('id').$type<AuditId>().primaryKey(),
  at: moment('at').notNull(),
  actorKind: text('actor_kind').$type<(typeof actorKinds)[number]>().notNull(),
  actorId: uuid('actor_id').$type<AccountId>(),
  onBehalfOf: uuid('on_behalf_of').$type<AccountId>(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  requestId: text('request_id').notNull(),
  changes: jsonb('changes').$type<Changes>(),
  personalDigest: bytes('personal_digest'),
})

export interface Personal {
  changes: Changes | null
  address: string | null
}

export const auditPersonal = pgTable('audit_personal', {
  auditId: uuid('audit_id').$type<AuditId>().primaryKey(),
  salt: bytes('salt').notNull(),
  content: jsonb('content').$type<Personal>().notNull(),
})

export const auditLink = pgTable('audit_link', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  auditId: uuid('audit_id').$type<AuditId>().notNull(),
  hash: bytes('hash').notNull(),
})
