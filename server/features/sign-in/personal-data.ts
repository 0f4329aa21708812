import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { contactsWrittenTo } from '../outbox/service.ts'
import { eraseSignIn } from './erase.ts'
import { credential, identity, passkey, session } from './tables.ts'

/** Dates only; no hash, token or secret. */
const keysOf = async (db: Database, id: AccountId) => {
  const [row] = await db
    .select({ passwordChangedAt: credential.passwordChangedAt, secondFactorSince: credential.totpConfirmedAt })
    .from(credential)
    .where(eq(credential.accountId, id))
  return row ?? { passwordChangedAt: null, secondFactorSince: null }
}

const sessionsOf = (db: Database, id: AccountId) =>
  db
    .select({
      createdAt: session.createdAt,
      seenAt: session.seenAt,
      expiresAt: session.expiresAt,
      remembered: session.remembered,
      address: session.address,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(eq(session.accountId, id))
    .orderBy(desc(session.createdAt), desc(session.id))

const identitiesOf = (db: Database, id: AccountId) =>
  db
    .select({
      issuer: identity.issuer,
      subject: identity.subject,
      linkedAt: identity.linkedAt,
      lastUsedAt: identity.lastUsedAt,
    })
    .from(identity)
    .where(eq(identity.accountId, id))
    .orderBy(identity.linkedAt, identity.id)

/** Neither the public key nor what the device calls it. */
const passkeysOf = (db: Database, id: AccountId) =>
  db
    .select({ name: passkey.name, address: passkey.rpId, createdAt: passkey.createdAt, usedAt: passkey.usedAt })
    .from(passkey)
    .where(eq(passkey.accountId, id))
    .orderBy(passkey.createdAt, passkey.id)

export const signInData: PersonalData = {
  collect: async ({ db }, { id }) => ({
    account: await keysOf(db, id),
    sessions: await sessionsOf(db, id),
    identities: await identitiesOf(db, id),
    passkeys: await passkeysOf(db, id),
  }),
  erase: async (ctx, { id, contacts }) => {
    const contactsInLetters = await contactsWrittenTo(ctx, id, contacts)
    await eraseSignIn(ctx, id, { own: contacts, inLetters: contactsInLetters })
  },
}
