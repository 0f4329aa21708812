import { changeContact } from '@lectern/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { and, asc, desc, eq } from '../../platform/database/drizzle.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { code as codeTable } from './tables.ts'

const codePath = '/api/account/contact/code'
const contactPath = '/api/account/contact'
const minute = 60_000

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const askFor = ({ headers }: TestPerson, contact: string, password = ownPassword): Promise<Answer> =>
  site.call('POST', codePath, { headers, body: { contact, password } })

const change = ({ headers }: TestPerson, contact: string, code: string): Promise<Answer> =>
  site.call('PUT', contactPath, { headers, body: { contact, code } })

/** The code in the letter to this contact. */
const codeSentTo = async (contact: string): Promise<string> => {
  const [letter] = await site.db
    .select({ secret: outbox.secret })
    .from(outbox)
    .where(and(eq(outbox.recipient, contact), eq(outbox.letter, 'code')))
    .orderBy(desc(outbox.id))
    .limit(1)
  return letter!.secret!.code!
}

const prove = async (person: TestPerson, contact: string): Promise<Answer> => {
  await askFor(person, contact)
  return change(person, contact, await codeSentTo(contact))
}

const wordsTo = (recipient: string) =>
  site.db
    .select({ letter: outbox.letter, channel: outbox.channel, locale: outbox.locale, content: outbox.content })
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), eq(outbox.letter, 'contactChanged')))
    .orderBy(asc(outbox.id))

const contactsOf = async (person: TestPerson) => {
  const [row] = await site.db
    .select({ email: account.email, phone: account.phone, version: account.version })
    .from(account)
    .where(eq(account.id, person.id))
  return row
}

const taken = { status: 422, error: 'account.contactTaken', at: ['contact'] }
const wrongCode = { status: 422, error: 'code.wrong', at: ['code'] }

test.each([
  ['POST', codePath, { contact: 'visitor@example.org', password: ownPassword }],
  ['PUT', contactPath, { contact: 'visitor@example.org', code: '123456' }],
])('a visitor cannot %s %s', async (method, path, body) => {
  const answer = await site.call(method, path, { body })
  expect({ status: answer.status, code: answer.envelope().code }).toEqual({ status: 401, code: 401 })
})

test('a new address becomes mine with its code; the old one is told, without learning the whole new one', async () => {
  const person = await createOwner(site, { email: 'old@example.org', phone: '+8613800138021', locale: 'zh-TW' })
  const asked = await askFor(person, 'Fresh@Example.org')
  expect([asked.data(), asked.headers.get('cache-control')]).toEqual([{ seconds: 60 }, 'no-store'])
  const answer = await change(person, 'fresh@example.org', await codeSentTo('fresh@example.org'))
  const { email, phone, version } = answer.data(changeContact)
  expect({ status: answer.status, cache: answer.headers.get('cache-control'), email, phone, version }).toEqual({
    status: 200,
    cache: 'no-store',
    email: 'fresh@example.org',
    phone: '+8613800138021',
    version: 2,
  })
  expect((await site.get('/api/user/currentUser', person.headers)).data()).toEqual(answer.data(changeContact))
  expect(await wordsTo('old@example.org')).toEqual([
    { letter: 'contactChanged', channel: 'mail', locale: 'zh-TW', content: { contact: 'f***@example.org' } },
  ])
  expect(await wordsTo('+8613800138021')).toEqual([])
})

test('what changed stands in the erasable part of the log alone', async () => {
  const person = await createOwner(site, { phone: '+8613800138022' })
  await prove(person, '+8613800138099')
  const rows = await site.db
    .select({ action: audit.action, actorId: audit.actorId, changes: audit.changes, personal: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(eq(audit.subjectId, person.id))
  expect(rows).toEqual([
    {
      action: 'account.contactChanged',
      actorId: person.id,
      changes: null,
      personal: {
        changes: { before: { phone: '+8613800138022' }, after: { phone: '+8613800138099' } },
        address: '127.0.0.1',
      },
    },
  ])
  expect((await wordsTo('+8613800138022')).map(({ content }) => content)).toEqual([{ contact: '+86****8099' }])
})

test('where there was no such contact, the other one is told', async () => {
  const person = await createOwner(site, { email: 'only@example.org' })
  await askFor(person, '138 0013 8023')
  expect((await change(person, '13800138023', await codeSentTo('+8613800138023'))).status).toBe(200)
  expect(await contactsOf(person)).toEqual({ email: 'only@example.org', phone: '+8613800138023', version: 2 })
  expect((await wordsTo('only@example.org')).map(({ content }) => content)).toEqual([{ contact: '+86****8023' }])
})

test('the contact that is mine already changes nothing', async () => {
  const person = await createOwner(site, { email: 'mine@example.org' })
  expect((await prove(person, 'mine@example.org')).status).toBe(200)
  expect([await contactsOf(person), await wordsTo('mine@example.org')]).toEqual([
    { email: 'mine@example.org', phone: null, version: 1 },
    [],
  ])
})

test.each([
  ['a wrong password', createOwner, 'not this one', { status: 422, error: 'password.wrong', at: ['password'] }],
  [
    'an account without a password',
    createPerson,
    ownPassword,
    { status: 422, error: 'password.none', at: ['password'] },
  ],
])('%s sends no code', async (_name, create, password, refusal) => {
  expect(refusalOf(await askFor(await create(site), 'unsent@example.org', password))).toEqual(refusal)
  expect(await site.db.select().from(outbox).where(eq(outbox.recipient, 'unsent@example.org'))).toEqual([])
})

test.each(['nobody', 'a@b', '+86123', 'x@example.org\r\nBcc: y@example.org'])('%j is no contact', async (contact) => {
  expect(refusalOf(await askFor(await createOwner(site), contact))).toEqual({
    status: 422,
    error: 'request.invalid',
    at: ['contact'],
  })
})

test('a site that sends no SMS takes no phone number', async () => {
  const mailOnly = await startSite({
    databaseUrl: site.databaseUrl,
    clock: site.clock,
    config: { demo: false, smtpUrl: new URL('smtp://127.0.0.1:9') },
  })
  try {
    const { headers } = await createOwner(site)
    const body = { contact: '+8613800138024', password: ownPassword }
    expect(refusalOf(await mailOnly.call('POST', codePath, { headers, body }))).toEqual({
      status: 422,
      error: 'channel.none',
      at: ['contact'],
    })
  } finally {
    await mailOnly.close()
  }
})

test('somebody else’s contact is answered like a free one; only who reads its code learns that it is taken', async () => {
  const stranger = await createOwner(site, { email: 'theirs@example.org' })
  const person = await createOwner(site, { email: 'own@example.org' })
  const answers = [await askFor(person, 'theirs@example.org'), await askFor(person, 'free@example.org')]
  expect(answers.map((answer) => [answer.status, answer.data()])).toEqual([
    [200, { seconds: 60 }],
    [200, { seconds: 60 }],
  ])
  expect(refusalOf(await change(person, 'theirs@example.org', '000000'))).toEqual(wrongCode)
  expect(refusalOf(await change(person, 'theirs@example.org', await codeSentTo('theirs@example.org')))).toEqual(taken)
  expect([await contactsOf(person), await contactsOf(stranger)]).toEqual([
    { email: 'own@example.org', phone: null, version: 1 },
    { email: 'theirs@example.org', phone: null, version: 1 },
  ])
  expect(await wordsTo('own@example.org')).toEqual([])
})

test('a code is for the account that asked, the contact that was asked for, and once', async () => {
  const [person, stranger] = [await createOwner(site), await createOwner(site)]
  await askFor(person, 'bound@example.org')
  const code = await codeSentTo('bound@example.org')
  expect(refusalOf(await change(stranger, 'bound@example.org', code))).toEqual(wrongCode)
  expect(refusalOf(await change(person, 'unbound@example.org', code))).toEqual(wrongCode)
  expect((await change(person, 'bound@example.org', code)).status).toBe(200)
  expect(refusalOf(await change(person, 'bound@example.org', code))).toEqual(wrongCode)
})

test('a code is of no use after ten minutes', async () => {
  const person = await createOwner(site)
  await askFor(person, 'late@example.org')
  const code = await codeSentTo('late@example.org')
  site.clock.set(after(10 * minute))
  expect(refusalOf(await change(person, 'late@example.org', code))).toEqual(wrongCode)
})

test('a code handed in five times at once changes the contact once', async () => {
  const person = await createOwner(site, { email: 'once@example.org' })
  await askFor(person, 'twice@example.org')
  const code = await codeSentTo('twice@example.org')
  const answers = await Promise.all(Array.from({ length: 5 }, () => change(person, 'twice@example.org', code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  expect((await contactsOf(person))!.version).toBe(2)
  expect((await wordsTo('once@example.org')).length).toBe(1)
})

test('of two people who have proven the same contact, who comes second is told that it is taken', async () => {
  const [person, rival] = [await createOwner(site, { email: 'slow@example.org' }), await createOwner(site)]
  await askFor(person, 'wanted@example.org')
  const code = await codeSentTo('wanted@example.org')
  // The other change is not committed yet: ours waits for it.
  const rivals: [string, ...unknown[]] = ['update account set email = $1 where id = $2', 'wanted@example.org', rival.id]
  const [answer] = await meetAt(site, rivals, [() => change(person, 'wanted@example.org', code)])
  expect(refusalOf(answer!)).toEqual(taken)
  expect([await contactsOf(person), await wordsTo('slow@example.org')]).toEqual([
    { email: 'slow@example.org', phone: null, version: 1 },
    [],
  ])
})

test('two of my windows that change both contacts at once lose neither', async () => {
  const person = await createOwner(site)
  const other = { ...person, ...(await createSession(site, person.id)) }
  await askFor(person, 'both@example.org')
  await askFor(person, '+8613800138025')
  const codes = [await codeSentTo('both@example.org'), await codeSentTo('+8613800138025')] as const
  await Promise.all([change(person, 'both@example.org', codes[0]), change(other, '+8613800138025', codes[1])])
  expect(await contactsOf(person)).toEqual({ email: 'both@example.org', phone: '+8613800138025', version: 3 })
})

test('the next code for a contact comes after a minute, and voids the one before', async () => {
  const person = await createOwner(site)
  await askFor(person, 'again@example.org')
  const first = await codeSentTo('again@example.org')
  expect(refusalOf(await askFor(person, 'again@example.org'))).toEqual({ status: 429, error: 'code.tooSoon' })
  site.clock.set(after(minute))
  expect((await askFor(person, 'again@example.org')).status).toBe(200)
  const live = await site.db
    .select({ endedAt: codeTable.endedAt })
    .from(codeTable)
    .where(eq(codeTable.target, 'again@example.org'))
    .orderBy(asc(codeTable.id))
  expect(live).toEqual([{ endedAt: after(minute) }, { endedAt: null }])
  const second = await codeSentTo('again@example.org')
  if (first !== second) expect(refusalOf(await change(person, 'again@example.org', first))).toEqual(wrongCode)
  expect((await change(person, 'again@example.org', second)).status).toBe(200)
})

test('five codes to new contacts are enough for one person, for a while', async () => {
  const person = await createOwner(site)
  const ask = (position: number) => askFor(person, `many-${position}@example.org`)
  const answers: number[] = []
  for (let position = 0; position < 6; position += 1) answers.push((await ask(position)).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  site.clock.set(after(1_800_000))
  expect((await ask(6)).status).toBe(200)
})
