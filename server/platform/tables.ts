import { customType, doublePrecision, jsonb, pgTable, text, timestamp } from './database/drizzle.ts'

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A day, as `2026-11-16`. */
export const day = customType<{ data: string }>({ dataType: () => 'date' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  level: doublePrecision('level').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const idempotency = pgTable('idempotency', {
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  fingerprint: bytes('fingerprint').notNull(),
  outcome: jsonb('outcome'),
  createdAt: moment('created_at').notNull(),
})

export const secret = pgTable('secret', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
