import { setMemberContacts, setMemberStatus } from '@lectern/contract/accounts/accounts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { credential, session } from '../sign-in/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`truncate account cascade`)
  admin = await createPerson(site, { access: 'admin' })
})

const call = (method: string, uid: string, path: string, body?: object, by = admin) =>
  site.call(method, `/api/users/${uid}${path}`, { headers: by.headers, body })

const setStatus = (uid: string, status: string, version = 1, by = admin) =>
  call('PUT', uid, '/status', { status, version }, by)

const setContacts = (uid: string, contacts: { email: string | null; phone: string | null }, version = 1) =>
  call('PUT', uid, '/contacts', { ...contacts, version })

const auditOf = async (id: string) => {
  const rows = await site.db
    .select({ action: audit.action, actorId: audit.actorId, open: audit.changes, content: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(eq(audit.subjectId, id))
    .orderBy(audit.action)
  return rows.map(({ action, actorId, open, content }) => ({ action, actorId, changes: open ?? content.changes }))
}

const lettersTo = (id: TestPerson['id']) =>
  site.db
    .select({ recipient: outbox.recipient, letter: outbox.letter, content: outbox.content })
    .from(outbox)
    .where(eq(outbox.accountId, id))
    .orderBy(outbox.recipient)

const sessionsOf = async (id: TestPerson['id']) =>
  (await site.db.select({ id: session.id }).from(session).where(eq(session.accountId, id))).length

const currentCode = async ({ headers }: { headers: Record<string, string> }) =>
  (await site.get('/api/user/currentUser', headers)).envelope().code

describe('the status', () => {
  test('disabling ends all sessions at once, and enabling brings none back', async () => {
    const person = await createPerson(site)
    const second = await createSession(site, person.id)
    const disabled = await setStatus(person.id, 'disabled')
    expect([disabled.status, disabled.data(setMemberStatus).status, disabled.data(setMemberStatus).version]).toEqual([
      200,
      'disabled',
      2,
    ])
    expect([await sessionsOf(person.id), await currentCode(person), await currentCode(second)]).toEqual([0, 4002, 4002])
    expect((await setStatus(person.id, 'active', 2)).data(setMemberStatus).status).toBe('active')
    expect(await currentCode(person)).toBe(4002)
    expect(await auditOf(person.id)).toEqual([
      {
        action: 'account.disabled',
        actorId: admin.id,
        changes: { before: { status: 'active' }, after: { status: 'disabled' } },
      },
      {
        action: 'account.enabled',
        actorId: admin.id,
        changes: { before: { status: 'disabled' }, after: { status: 'active' } },
      },
    ])
  })

  test('the same status again changes nothing', async () => {
    const person = await createPerson(site)
    expect((await setStatus(person.id, 'active')).data(setMemberStatus).version).toBe(1)
    expect([await sessionsOf(person.id), await auditOf(person.id)]).toEqual([1, []])
  })

  test('a stale version gets an error', async () => {
    const person = await createPerson(site)
    expect(refusalOf(await setStatus(person.id, 'disabled', 7))).toEqual({ status: 409, error: 'resource.changed' })
  })

  test('organisers cannot disable themselves', async () => {
    expect(refusalOf(await setStatus(admin.id, 'disabled'))).toEqual({
      status: 422,
      error: 'account.ownAccess',
      at: ['status'],
    })
  })

  test('of two administrators who disable each other at the same moment one stays', async () => {
    const other = await createPerson(site, { access: 'admin' })
    const gate = await site.pool.connect()
    try {
      await gate.query('begin')
      await gate.query('select from account for update')
      const both = Promise.all([setStatus(other.id, 'disabled'), setStatus(admin.id, 'disabled', 1, other)])
      await eventually(async () => {
        const { rowCount } = await site.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBe(2)
      })
      await gate.query('commit')
      const answers = (await both).map((answer) => (answer.status === 200 ? 'done' : answer.failure().error))
      expect(answers.toSorted()).toEqual(['account.lastAdmin', 'done'])
      expect((await site.db.select().from(account).where(eq(account.status, 'active'))).length).toBe(1)
    } finally {
      gate.release()
    }
  })
})

describe('the contacts', () => {
  test('are corrected, told to both old ones, and written down', async () => {
    const person = await createPerson(site, { email: 'old@example.org', phone: '+8613800000001' })
    const answer = await setContacts(person.id, { email: ' New@Example.org', phone: '13800000001' })
    const { email, phone, version } = answer.data(setMemberContacts)
    expect([answer.status, email, phone, version]).toEqual([200, 'new@example.org', '+8613800000001', 2])
    const content = { contact: 'n***@example.org' }
    expect(await lettersTo(person.id)).toEqual([
      { recipient: '+8613800000001', letter: 'contactChanged', content },
      { recipient: 'old@example.org', letter: 'contactChanged', content },
    ])
    expect(await auditOf(person.id)).toEqual([
      {
        action: 'account.contactChanged',
        actorId: admin.id,
        changes: { before: { email: 'old@example.org' }, after: { email: 'new@example.org' } },
      },
    ])
  })

  test('of another account are refused, whatever their spelling', async () => {
    await createPerson(site, { email: 'taken@example.org' })
    await createPerson(site, { phone: '+8613800000002' })
    const person = await createPerson(site, { email: 'mine@example.org' })
    expect(refusalOf(await setContacts(person.id, { email: 'ＴＡＫＥＮ@example.org', phone: null }))).toEqual({
      status: 422,
      error: 'account.contactTaken',
      at: ['email'],
    })
    expect(refusalOf(await setContacts(person.id, { email: 'mine@example.org', phone: '138 0000 0002' }))).toEqual({
      status: 422,
      error: 'account.contactTaken',
      at: ['phone'],
    })
  })

  test('for which two members ask at the same moment go to one of them', async () => {
    const people = await Promise.all([createPerson(site), createPerson(site), createPerson(site)])
    const answers = await Promise.all(
      people.map(({ id }) => setContacts(id, { email: 'wanted@example.org', phone: null })),
    )
    expect(answers.map((answer) => (answer.status === 200 ? 'done' : answer.failure().error)).toSorted()).toEqual([
      'account.contactTaken',
      'account.contactTaken',
      'done',
    ])
  })

  test('the last one stays', async () => {
    const person = await createPerson(site, { email: 'only@example.org' })
    const without = await createPerson(site)
    const none = { email: null, phone: null }
    expect(refusalOf(await setContacts(person.id, none))).toEqual({
      status: 422,
      error: 'account.contactNeeded',
      at: ['email'],
    })
    expect((await setContacts(without.id, none)).status).toBe(200)
  })

  test('are not one’s own, and not those of an older version', async () => {
    const person = await createPerson(site)
    const contacts = { email: 'new@example.org', phone: null }
    expect(refusalOf(await setContacts(admin.id, contacts))).toEqual({
      status: 422,
      error: 'account.ownAccess',
      at: ['email'],
    })
    expect(refusalOf(await setContacts(person.id, contacts, 2))).toEqual({ status: 409, error: 'resource.changed' })
  })
})

test('all sessions of a member are ended, and no others', async () => {
  const person = await createPerson(site)
  await createSession(site, person.id)
  expect((await call('DELETE', person.id, '/sessions')).data()).toEqual({ ended: 2 })
  expect([await currentCode(person), await currentCode(admin)]).toEqual([4002, 200])
  expect((await call('DELETE', person.id, '/sessions')).data()).toEqual({ ended: 0 })
  expect(await auditOf(person.id)).toEqual([
    { action: 'sessions.ended', actorId: admin.id, changes: { before: null, after: { ended: 2 } } },
  ])
})

describe('the second factor', () => {
  test('of a member who lost it is removed, which ends their sessions and notifies them', async () => {
    const person = await createPerson(site, { email: 'lost@example.org' })
    await site.db.insert(credential).values({
      accountId: person.id,
      password: 'hash',
      totpSecret: 'S',
      totpConfirmedAt: new Date(),
      recoveryCodes: ['r'],
    })
    const answer = await call('DELETE', person.id, '/second-factor')
    expect([answer.status, answer.data()]).toEqual([200, {}])
    expect(await site.db.select().from(credential).where(eq(credential.accountId, person.id))).toEqual([
      {
        accountId: person.id,
        password: 'hash',
        passwordChangedAt: null,
        totpSecret: null,
        totpConfirmedAt: null,
        totpLastStep: null,
        recoveryCodes: [],
      },
    ])
    expect(await currentCode(person)).toBe(4002)
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(['secondFactor.removed'])
    expect((await lettersTo(person.id)).map(({ recipient, letter }) => [recipient, letter])).toEqual([
      ['lost@example.org', 'secondFactorChanged'],
    ])
  })

  test('that is not there, and one’s own, cannot be taken away', async () => {
    const person = await createPerson(site)
    expect(refusalOf(await call('DELETE', person.id, '/second-factor'))).toEqual({
      status: 422,
      error: 'secondFactor.none',
    })
    expect(refusalOf(await call('DELETE', admin.id, '/second-factor'))).toEqual({
      status: 422,
      error: 'account.ownAccess',
      at: ['secondFactor'],
    })
    expect(await sessionsOf(person.id)).toBe(1)
  })
})
