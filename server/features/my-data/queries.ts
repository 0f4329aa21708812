import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, or, sql } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { message } from '../contact-messages/tables.ts'
import { consent, document } from '../documents/tables.ts'
import { expert } from '../experts/tables.ts'
import { file } from '../files/tables.ts'
import { notice, noticeRead } from '../notices/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { credential, session } from '../sign-in/tables.ts'

// Everything that is stored about one person. Columns are named one by one: no hash, token or secret is among them.

export const accountOf = async (db: Database, id: AccountId) => {
  const [found] = await db
    .select({
      uid: account.id,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
      email: account.email,
      phone: account.phone,
      profile: account.profile,
      country: account.country,
      province: account.province,
      city: account.city,
      address: account.address,
      school: account.school,
      department: account.department,
      title: account.title,
      locale: account.locale,
      access: account.access,
      status: account.status,
      mailChoices: account.mailChoices,
      createdAt: account.createdAt,
      updatedAt: account.updatedAt,
      passwordChangedAt: credential.passwordChangedAt,
      secondFactorSince: credential.totpConfirmedAt,
    })
    .from(account)
    .leftJoin(credential, eq(credential.accountId, account.id))
    .where(eq(account.id, id))
  return found!
}

export const sessionsOf = (db: Database, id: AccountId) =>
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

export const consentsOf = (db: Database, id: AccountId) =>
  db
    .select({
      document: document.name,
      version: document.version,
      title: document.title,
      locale: consent.locale,
      givenAt: consent.givenAt,
    })
    .from(consent)
    .innerJoin(document, eq(document.id, consent.documentId))
    .where(eq(consent.accountId, id))
    .orderBy(desc(consent.givenAt), asc(document.name))

/** Those for this person alone, and those for many that he has read. */
export const noticesOf = (db: Database, id: AccountId) =>
  db
    .select({
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      createdAt: notice.createdAt,
      readAt: noticeRead.readAt,
    })
    .from(notice)
    .leftJoin(noticeRead, and(eq(noticeRead.noticeId, notice.id), eq(noticeRead.accountId, id)))
    .where(or(eq(notice.accountId, id), eq(noticeRead.accountId, id)))
    .orderBy(desc(notice.createdAt), desc(notice.id))

export const lettersTo = (db: Database, id: AccountId, contacts: readonly string[]) =>
  db
    .select({
      channel: outbox.channel,
      recipient: outbox.recipient,
      locale: outbox.locale,
      letter: outbox.letter,
      content: outbox.content,
      state: outbox.state,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(or(eq(outbox.accountId, id), inArray(outbox.recipient, [...contacts])))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))

/** What the person did, and what was done to the account; from where is told only of the person's own doings. */
export const doingsOf = (db: Database, id: AccountId) =>
  db
    .select({
      at: audit.at,
      action: audit.action,
      isOwn: sql<boolean>`${audit.actorId} is not distinct from ${id}`,
      address: sql<string | null>`case when ${audit.actorId} = ${id} then ${auditPersonal.content} ->> 'address' end`,
    })
    .from(audit)
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(or(eq(audit.actorId, id), and(eq(audit.subjectKind, 'account'), eq(audit.subjectId, id))))
    .orderBy(desc(audit.at), desc(audit.id))

export const filesOf = (db: Database, id: AccountId) =>
  db
    .select({
      id: file.id,
      purpose: file.purpose,
      name: file.name,
      type: file.type,
      size: file.size,
      createdAt: file.createdAt,
    })
    .from(file)
    .where(and(eq(file.ownerId, id), eq(file.state, 'stored')))
    .orderBy(desc(file.createdAt), desc(file.id))

/** What the site tells about the person as an expert, if he is one. */
export const profileOf = async (db: Database, id: AccountId) => {
  const [found] = await db
    .select({
      name: expert.name,
      title: expert.title,
      school: expert.school,
      bio: expert.bio,
      fields: expert.fields,
      state: expert.state,
      updatedAt: expert.updatedAt,
    })
    .from(expert)
    .where(eq(expert.accountId, id))
  return found ?? null
}

/** What the person wrote to the organisers while signed in. */
export const messagesOf = (db: Database, id: AccountId) =>
  db
    .select({
      reference: message.reference,
      name: message.name,
      contact: message.contact,
      subject: message.subject,
      body: message.body,
      state: message.state,
      createdAt: message.createdAt,
    })
    .from(message)
    .where(eq(message.accountId, id))
    .orderBy(desc(message.createdAt), desc(message.id))
