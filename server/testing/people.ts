import { createHash, randomBytes } from 'node:crypto'
import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import { account } from '../features/accounts/tables.ts'
import { session } from '../features/sign-in/tables.ts'
import { newId } from '../platform/ids.ts'
import { after, type TestSite } from './site.ts'

export interface TestPerson {
  id: AccountId
  username: string
  sessionId: SessionId
  /** Headers of a browser that is signed in as this user. */
  headers: { cookie: string }
}

/** The headers of a person whose browser prefers English. */
export const english = ({ headers }: Pick<TestPerson, 'headers'>) => ({ ...headers, 'accept-language': 'en-US' })

let count = 0

/** A signed-in user without a password. */
export const createPerson = async (
  { db, clock }: Pick<TestSite, 'db' | 'clock'>,
  values: Partial<typeof account.$inferInsert> = {},
): Promise<TestPerson> => {
  count += 1
  const now = clock.now()
  const id = newId<AccountId>(now)
  const username = values.username ?? `person-${count}`
  await db.insert(account).values({
    id,
    username,
    locale: 'en-US',
    access: 'user',
    status: 'active',
    createdAt: now,
    updatedAt: now,
    ...values,
  })
  return { id, username, ...(await createSession({ db, clock }, id)) }
}

/** Another browser of the same user. */
export const createSession = async (
  { db, clock }: Pick<TestSite, 'db' | 'clock'>,
  accountId: AccountId,
): Promise<Pick<TestPerson, 'sessionId' | 'headers'>> => {
  const now = clock.now()
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId<SessionId>(now)
  await db.insert(session).values({
    id: sessionId,
    tokenHash: createHash('sha256').update(token).digest(),
    accountId,
    remembered: true,
    createdAt: now,
    seenAt: now,
    expiresAt: after(30 * 86_400_000, now),
    address: '127.0.0.1',
    userAgent: 'test',
  })
  return { sessionId, headers: { cookie: `lectern=${token}` } }
}
