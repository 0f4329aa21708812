import type { TokenScope } from '@lectern/contract/access-tokens/access-token-values.ts'
import type { AccessTokenId, AccountId } from '@lectern/contract/ids.ts'
import { pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const accessToken = pgTable('access_token', {
  id: uuid('id').$type<AccessTokenId>().primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  name: text('name').notNull(),
  scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
  createdBy: uuid('created_by').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  endedAt: moment('ended_at'),
})
