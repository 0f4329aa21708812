import { agreementNames } from '@lectern/contract/accounts/account-values.ts'
import type { AuditId, MessageId, NoticeId, OutboxId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { audit, auditPersonal } from '../features/audit/tables.ts'
import { message } from '../features/contact-messages/tables.ts'
import { consent, document } from '../features/documents/tables.ts'
import { notice, noticeRead } from '../features/notices/tables.ts'
import { outbox } from '../features/outbox/tables.ts'
import { code, credential } from '../features/sign-in/tables.ts'
import { eq, inArray } from '../platform/database/drizzle.ts'
import { newId } from '../platform/ids.ts'
import { createKnownContest } from './known-contest.ts'
import { createOwner } from './owners.ts'
import type { TestPerson } from './people.ts'
import { after, fixedNow, type TestSite } from './site.ts'

/** Values that occur for this person only. */
export const knownProfile = {
  username: 'zhang-wei-1987',
  nickname: 'Weiwei-nick',
  realName: '张伟独一',
  email: 'zhangwei.only@school.example',
  phone: '+8613812345678',
  profile: 'Teaches physics in Yunze village',
  country: 'CN' as const,
  province: '330000',
  city: '330100',
  address: '17 Lotus Lane, Yunze',
  school: 'Yunze Second School',
  department: 'Physics of Yunze',
  title: 'Senior of Yunze',
}
export const secrets = { totpSecret: 'JBSWY3DPEHPK3PXP', recoveryCode: 'a-hash-of-a-code', digits: '604517' }
export const formerEmail = 'zhangwei.former@school.example'
export const wantedEmail = 'zhangwei.wanted@school.example'

const insertLetter = ({ db }: TestSite, values: Partial<typeof outbox.$inferInsert>, at: Date) =>
  db.insert(outbox).values({
    id: newId<OutboxId>(at),
    channel: 'mail',
    recipient: knownProfile.email,
    locale: 'en-US',
    letter: 'code',
    content: { purpose: 'signIn' },
    state: 'sent',
    dueAt: at,
    expiresAt: at,
    createdAt: at,
    sentAt: at,
    ...values,
  })

/** Data of this person in every table that can contain it. */
export const createKnownPerson = async (site: TestSite, organiser: TestPerson): Promise<TestPerson> => {
  const { db } = site
  const person = await createKnownContest(site, knownProfile.email, () =>
    createOwner(site, { ...knownProfile, mailChoices: { contest: false } }),
  )
  const { id } = person
  await db
    .update(credential)
    .set({ totpSecret: secrets.totpSecret, totpConfirmedAt: after(1_000), recoveryCodes: [secrets.recoveryCode] })
    .where(eq(credential.accountId, id))
  const documents = await db
    .select({ id: document.id })
    .from(document)
    .where(inArray(document.name, [...agreementNames]))
    .orderBy(document.name)
  await db
    .insert(consent)
    .values(
      documents.map((row) => ({ accountId: id, documentId: row.id, locale: 'en-US' as const, givenAt: fixedNow })),
    )

  const mine = newId<NoticeId>(fixedNow)
  const everyones = newId<NoticeId>(after(1_000))
  const text = (words: string) => ({ 'en-US': words, 'zh-CN': `${words} zh` })
  await db.insert(notice).values([
    {
      id: mine,
      audience: 'account',
      accountId: id,
      kind: 'account',
      title: text('For Weiwei-nick'),
      body: text('Welcome, Weiwei-nick'),
      createdAt: fixedNow,
    },
    {
      id: everyones,
      audience: 'everyone',
      kind: 'announcement',
      title: text('For all'),
      body: text('Hello'),
      createdAt: after(1_000),
    },
  ])
  await db.insert(noticeRead).values({ accountId: id, noticeId: everyones, readAt: after(2_000) })

  const question = { subject: 'Enrolling', body: 'When does it open?', locale: 'en-US', state: 'new' } as const
  await db.insert(message).values([
    {
      id: newId<MessageId>(fixedNow),
      reference: 'K7MQ3XVP',
      accountId: id,
      name: knownProfile.realName,
      contact: knownProfile.phone,
      createdAt: fixedNow,
      ...question,
    },
    // Before the account existed.
    {
      id: newId<MessageId>(fixedNow),
      reference: 'W2XY4ZAB',
      name: knownProfile.nickname,
      contact: knownProfile.email,
      createdAt: fixedNow,
      ...question,
    },
  ])

  await insertLetter(site, { content: { purpose: 'signUp' } }, fixedNow)
  await insertLetter(
    site,
    { accountId: id, letter: 'invited', content: { username: knownProfile.username }, recipient: formerEmail },
    after(1_000),
  )
  await insertLetter(
    site,
    { accountId: id, content: { purpose: 'changeContact' }, recipient: wantedEmail },
    after(2_000),
  )
  await insertLetter(
    site,
    { accountId: id, state: 'failed', lastError: `recipient: 550 ${knownProfile.email}` },
    after(3_000),
  )
  await insertLetter(
    site,
    { accountId: id, state: 'waiting', sentAt: null, secret: { code: secrets.digits } },
    after(4_000),
  )
  const target = (contact: string, purpose: 'signIn' | 'changeContact') => ({
    id: newId(fixedNow),
    purpose,
    target: contact,
    hash: Buffer.from('hash'),
    createdAt: fixedNow,
    expiresAt: fixedNow,
  })
  await db
    .insert(code)
    .values([
      target(knownProfile.email, 'signIn'),
      target(knownProfile.phone, 'signIn'),
      target(wantedEmail, 'changeContact'),
    ])

  const entry = async (actor: TestPerson, action: string, at: Date, address: string) => {
    const auditId = newId<AuditId>(at)
    await db.insert(audit).values({
      id: auditId,
      at,
      actorKind: 'account',
      actorId: actor.id,
      action,
      subjectKind: 'account',
      subjectId: id,
      requestId: 'r',
    })
    const changes = { before: { nickname: null }, after: { nickname: knownProfile.nickname } }
    await db.insert(auditPersonal).values({ auditId, salt: Buffer.from('salt'), content: { address, changes } })
  }
  await entry(person, 'account.updated', after(1_000), '203.0.113.77')
  await entry(organiser, 'account.enabled', after(2_000), '198.51.100.9')
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await fetch(`${site.url}/api/account/avatar`, {
    method: 'PUT',
    headers: { ...person.headers, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  return person
}
