import type { DocumentName } from '@lectern/contract/accounts/account-values.ts'
import type { publishDocument as publishEndpoint } from '@lectern/contract/documents/documents.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { audit } from '../audit/service.ts'
import {
  consentsOf,
  documentsInForce,
  findById,
  findInForce,
  findVersion,
  inForceWithoutConsent,
  lockDocuments,
  versionsOf,
} from './queries.ts'
import { consent, document } from './tables.ts'

export { presentDocument } from './present.ts'
export { missingConsents } from './queries.ts'

export const listDocumentsInForce = (ctx: Ctx) => documentsInForce(ctx.db)

export const requireInForce = async (ctx: Ctx, name: DocumentName) => {
  const row = await findInForce(ctx.db, name)
  if (!row) throw fail('document.notFound')
  return row
}

/** The document in force, or the requested version, with the list of all versions. */
export const requireDocument = async <Name extends DocumentName>(ctx: Ctx, name: Name, version: number | undefined) => {
  const row = version === undefined ? await findInForce(ctx.db, name) : await findVersion(ctx.db, name, version)
  if (!row) throw fail('document.notFound')
  return { ...row, name, versions: await versionsOf(ctx.db, name) }
}

type NewVersion = BodyOf<typeof publishEndpoint>

/** Publishes a new version that is in force at once; every user is asked to agree at the next sign-in. */
export const publishDocument = async (
  outer: SignedIn,
  name: DocumentName,
  input: NewVersion,
  key: string | undefined,
) => {
  const call = { scope: `document.publish ${outer.actor.id}`, key, input: [name, input] }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    await lockDocuments(ctx.db)
    const before = await requireInForce(ctx, name)
    if (before.version !== input.basedOn) throw fail('resource.changed')
    const { title, body } = input
    const published = { id: newId<DocumentId>(ctx.now), name, version: before.version + 1 }
    await ctx.db.insert(document).values({ ...published, title, body, publishedAt: ctx.now })
    // The texts themselves are in the document's versions.
    await audit(ctx, 'document.published', {
      subject: { kind: 'document', id: published.id },
      before: { name, version: before.version },
      after: { name, version: published.version },
    })
    return { id: published.id }
  })
  return (await findById(outer.db, id))!
}

/** The documents that a new user must agree to. */
export const consentsToGive = async (ctx: Ctx): Promise<DocumentId[]> =>
  (await documentsInForce(ctx.db)).map(({ id }) => id)

/**
 * Stores a user's consent to these versions; ids of other documents are ignored. Requires a transaction. Which document it was
 * is not personal data: it is kept as long as the consent.
 */
export const giveConsents = async (ctx: Ctx, account: AccountId, documents: readonly DocumentId[]): Promise<void> => {
  const consents = (await inForceWithoutConsent(ctx.db, account)).filter(({ id }) => documents.includes(id))
  for (const { id, name, version } of consents) {
    const row = { accountId: account, documentId: id, locale: ctx.locale, givenAt: ctx.now }
    const { rowCount } = await ctx.db.insert(consent).values(row).onConflictDoNothing()
    if (rowCount === 0) continue
    await audit(ctx, 'consent.given', { subject: { kind: 'account', id: account }, after: { document: name, version } })
  }
}

export const listConsents = (ctx: Ctx, account: AccountId) => consentsOf(ctx.db, account)
