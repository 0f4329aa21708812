import { agreementNames, type AgreementName, type DocumentName } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, inArray, sql } from '../../platform/database/drizzle.ts'
import { consent, document } from './tables.ts'

const headColumns = {
  id: document.id,
  name: document.name,
  version: document.version,
  title: document.title,
  publishedAt: document.publishedAt,
}

const sourceColumns = { ...headColumns, body: document.body }

const whereAgreement = inArray(document.name, [...agreementNames])

/** The newest version of each document that users agree to. */
export const documentsInForce = (db: Database) =>
  db
    .selectDistinctOn([document.name], { ...headColumns, name: sql<AgreementName>`${document.name}` })
    .from(document)
    .where(whereAgreement)
    .orderBy(document.name, desc(document.version))

/** Documents in force without this user's consent, in one query. */
export const inForceWithoutConsent = async (db: Database, accountId: AccountId) => {
  const inForce = db
    .selectDistinctOn([document.name], { id: document.id, name: document.name, version: document.version })
    .from(document)
    .where(whereAgreement)
    .orderBy(document.name, desc(document.version))
    .as('in_force')
  const agreed = and(eq(consent.documentId, inForce.id), eq(consent.accountId, accountId))
  return db
    .select({ id: inForce.id, name: inForce.name, version: inForce.version })
    .from(inForce)
    .leftJoin(consent, agreed)
    .where(sql`${consent.documentId} is null`)
    .orderBy(inForce.name)
}

/** The ids of those, as a column for queries about accounts. */
export const missingConsents = sql<DocumentId[]>`array(
  select in_force.id
  from (
    select distinct on (name) id, name from ${document} where ${whereAgreement} order by name, version desc
  ) as in_force
  where not exists (select from ${consent} where document_id = in_force.id and account_id = account.id)
  order by in_force.name
)`

/** The newest version of one document. */
export const findInForce = async (db: Database, name: DocumentName) => {
  const [row] = await db
    .select(sourceColumns)
    .from(document)
    .where(eq(document.name, name))
    .orderBy(desc(document.version))
    .limit(1)
  return row
}

export const findVersion = async (db: Database, name: DocumentName, version: number) => {
  const [row] = await db
    .select(sourceColumns)
    .from(document)
    .where(and(eq(document.name, name), eq(document.version, version)))
  return row
}

export const findById = async (db: Database, id: DocumentId) => {
  const [row] = await db.select(headColumns).from(document).where(eq(document.id, id))
  return row
}

/** All versions of a document, newest first. Few rows. */
export const versionsOf = (db: Database, name: DocumentName) =>
  db
    .select({ version: document.version, publishedAt: document.publishedAt })
    .from(document)
    .where(eq(document.name, name))
    .orderBy(desc(document.version))

/** Until the transaction ends nobody else publishes; reads continue. */
export const lockDocuments = (db: Database) => db.execute(sql`lock table document in share row exclusive mode`)

/** What a person has agreed to, the latest first. */
export const consentsOf = (db: Database, accountId: AccountId) =>
  db
    .select({
      documentId: consent.documentId,
      name: document.name,
      version: document.version,
      title: document.title,
      givenAt: consent.givenAt,
    })
    .from(consent)
    .innerJoin(document, eq(document.id, consent.documentId))
    .where(eq(consent.accountId, accountId))
    .orderBy(desc(consent.givenAt), document.name, desc(document.version))
