import type { AccountId, IdentityId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import type { SignInProvider } from '../../../platform/sign-in-provider.ts'
import { identity } from '../tables.ts'

/** Who somebody is: what a provider never changes. */
export type Subject = Pick<typeof identity.$inferSelect, 'adapter' | 'issuer' | 'subject'>

const whereSubject = ({ adapter, issuer, subject }: Subject) =>
  and(eq(identity.adapter, adapter), eq(identity.issuer, issuer), eq(identity.subject, subject))

export const findIdentity = async (
  db: Database,
  subject: Subject,
): Promise<{ id: IdentityId; accountId: AccountId } | undefined> => {
  const [row] = await db
    .select({ id: identity.id, accountId: identity.accountId })
    .from(identity)
    .where(whereSubject(subject))
  return row
}

/** Few: one at each provider, as a rule. */
export const identitiesOf = (db: Database, accountId: AccountId) =>
  db
    .select({
      id: identity.id,
      adapter: identity.adapter,
      issuer: identity.issuer,
      linkedAt: identity.linkedAt,
      lastUsedAt: identity.lastUsedAt,
    })
    .from(identity)
    .where(eq(identity.accountId, accountId))
    .orderBy(identity.linkedAt, identity.id)

type IdentityRow = Awaited<ReturnType<typeof identitiesOf>>[number]

/** A slash at the end makes no difference. */
const plainIssuer = (issuer: string): string => issuer.replace(/\/$/, '')

/** The provider of this identity; undefined: it was removed. */
export const findProviderOf = (
  { installation }: Pick<Ctx, 'installation'>,
  { adapter, issuer }: Pick<IdentityRow, 'adapter' | 'issuer'>,
): SignInProvider | undefined => {
  const candidates = installation.signInProviders.filter(
    (provider) => provider.adapter === adapter && plainIssuer(provider.address) === plainIssuer(issuer),
  )
  return candidates.find(({ isShown }) => isShown) ?? candidates[0]
}
