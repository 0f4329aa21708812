import { listIdentities } from '@lectern/contract/sign-in/identities.ts'
import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { and, asc, eq } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { createOwner } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { createProvider } from '../../../testing/sign-in-providers.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { audit } from '../../audit/tables.ts'
import { notice } from '../../notices/tables.ts'
import { outbox } from '../../outbox/tables.ts'
import { linkIdentity } from './identities.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
  await createProvider(site, {
    key: 'campus',
    address: 'https://sso.example.edu',
    name: { 'zh-CN': '校园', 'en-US': 'Campus' },
  })
  await createProvider(site, { key: 'old', address: 'https://old.example.edu', isShown: false })
})
afterAll(() => site.close())

/** A second passes before each change, so that rows are in order. */
let seconds = 0
beforeEach(() => site.clock.set(fixedNow))
const wait = () => {
  seconds += 1
  site.clock.set(after(seconds * 1_000))
}

const link = (
  person: TestPerson,
  subject: string,
  issuer = 'https://sso.example.edu',
  adapter: SignInAdapterName = 'oidc',
) => {
  wait()
  return inTransaction(site.asProgram(), (ctx) => linkIdentity(ctx, person.id, { adapter, issuer, subject }))
}

const mine = async (person: TestPerson) =>
  (await site.callAs(person, 'GET', '/api/account/identities')).data(listIdentities).list

const unlink = (person: TestPerson, id: string) => {
  wait()
  return site.callAs(person, 'DELETE', `/api/account/identities/${id}`)
}

test('a linked identity is listed under the name of its provider; whether it can be removed is said before', async () => {
  const person = await createPerson(site)
  await link(person, 'subject-1')
  await link(person, 'subject-1', 'https://gone.example.edu', 'cas')
  const [campus, gone] = await mine(person)
  const momentsOf = (passed: number) => {
    const moment = after(passed * 1_000).toISOString()
    return { linkedAt: moment, lastUsedAt: moment }
  }
  expect([campus, gone]).toEqual([
    {
      id: campus!.id,
      provider: 'campus',
      name: 'Campus',
      host: 'sso.example.edu',
      ...momentsOf(seconds - 1),
      isUsable: true,
      whyKept: expect.stringContaining('last way') as string,
    },
    {
      id: gone!.id,
      provider: null,
      name: 'gone.example.edu',
      host: 'gone.example.edu',
      ...momentsOf(seconds),
      isUsable: false,
      whyKept: null,
    },
  ])
})

test('the last way in cannot be removed: what does not work at the moment does not count', async () => {
  const person = await createPerson(site)
  await link(person, 'subject-2')
  await link(person, 'subject-2', 'https://old.example.edu')
  const [campus, old] = await mine(person)
  const refused = await unlink(person, campus!.id)
  expect([refused.status, refused.envelope().data]).toMatchObject([422, { error: 'wayIn.last' }])
  expect((await unlink(person, old!.id)).status).toBe(200)
  expect((await mine(person)).map(({ id }) => id)).toEqual([campus!.id])
})

test.each([
  ['a password', () => createOwner(site)],
  ['a contact that codes can be sent to', () => createPerson(site, { email: 'way-in@example.org' })],
])('with %s an identity can be removed; the owner is told, and it is logged', async (_what, create) => {
  const person = await create()
  await link(person, `subject of ${person.id}`)
  const [identity] = await mine(person)
  expect((await unlink(person, identity!.id)).status).toBe(200)
  expect(await mine(person)).toEqual([])
  const rows = await site.db
    .select({ action: audit.action, changes: audit.changes })
    .from(audit)
    .where(and(eq(audit.subjectKind, 'account'), eq(audit.subjectId, person.id)))
    .orderBy(asc(audit.id))
  const fields = { signInAdapter: 'oidc', issuer: 'https://sso.example.edu' }
  expect(rows).toEqual([
    { action: 'identity.linked', changes: { before: null, after: fields } },
    { action: 'identity.unlinked', changes: { before: fields, after: null } },
  ])
  const notices = await site.db.select({ kind: notice.kind }).from(notice).where(eq(notice.accountId, person.id))
  expect(notices).toEqual([{ kind: 'security' }, { kind: 'security' }])
})

test('the owner gets a letter about each change, in their language', async () => {
  const person = await createPerson(site, { email: 'told@example.org', locale: 'zh-CN' })
  await link(person, 'subject-told')
  await unlink(person, (await mine(person))[0]!.id)
  const letters = await site.db
    .select({ letter: outbox.letter, content: outbox.content })
    .from(outbox)
    .where(eq(outbox.recipient, 'told@example.org'))
    .orderBy(asc(outbox.id))
  expect(letters).toEqual([
    { letter: 'wayInChanged', content: { change: 'added', name: '校园' } },
    { letter: 'wayInChanged', content: { change: 'removed', name: '校园' } },
  ])
})

test('an identity belongs to one account, and only its owner removes it', async () => {
  const owner = await createPerson(site, { email: 'owner-of@example.org' })
  const other = await createPerson(site, { email: 'other-of@example.org' })
  await link(owner, 'subject-3')
  await link(owner, 'subject-3')
  await expect(link(other, 'subject-3')).rejects.toMatchObject({ error: 'identity.taken' })
  const [identity] = await mine(owner)
  expect((await unlink(other, identity!.id)).status).toBe(404)
  expect((await mine(owner)).length).toBe(1)
})

test('of two ways in that are removed at once, one stays', async () => {
  const person = await createPerson(site)
  await link(person, 'subject-4')
  await link(person, 'subject-5')
  const ids = (await mine(person)).map(({ id }) => id)
  const statuses = (await Promise.all(ids.map((id) => unlink(person, id)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 422])
})
