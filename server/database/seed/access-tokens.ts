import { createHash, randomBytes } from 'node:crypto'
import type { AccessTokenId, AccountId } from '@lectern/contract/ids.ts'
import { accessToken } from '../../features/access-tokens/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { daysFrom } from './dates.ts'

/** A token that nobody knows: it shows what the list looks like, and admits to nothing. */
export const seedAccessTokens = async (db: Database, organiser: { id: AccountId }, now: Date): Promise<void> => {
  const createdAt = daysFrom(now, -20)
  await db.insert(accessToken).values({
    id: newId<AccessTokenId>(createdAt),
    tokenHash: createHash('sha256').update(randomBytes(32)).digest(),
    name: '省级成果登记系统',
    scopes: ['results', 'certificates'],
    createdBy: organiser.id,
    createdAt,
    expiresAt: daysFrom(createdAt, 365),
    lastUsedAt: daysFrom(now, -1),
  })
}
