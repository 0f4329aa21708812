import { email, phone, profileFields, username } from '@lectern/contract/accounts/account-fields.ts'
import { isCityOf, isProvince } from '@lectern/contract/regions.ts'
import { locales } from '@lectern/contract/locales.ts'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isComplete } from '../../features/accounts/service.ts'
import { account } from '../../features/accounts/tables.ts'
import { notice } from '../../features/notices/tables.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { createDatabase } from '../../testing/database.ts'
import { createDemoDatabase } from '../../testing/demo.ts'
import { createPerson } from '../../testing/people.ts'
import { fixedNow } from '../../testing/site.ts'
import { installDocuments } from '../documents.ts'
import { isEmpty } from './empty.ts'
import { seedPeople } from './people.ts'

let connection: Connection
let people: (typeof account.$inferSelect)[]
beforeAll(async () => {
  connection = connect(await createDemoDatabase(), () => undefined)
  people = await connection.db.select().from(account)
})
afterAll(() => connection.close())

const plain = z.object({
  username,
  email: email.nullable(),
  phone: phone.nullable(),
  nickname: profileFields.nickname.nullable(),
  realName: profileFields.realName.nullable(),
  profile: profileFields.profile.nullable(),
  country: profileFields.country.nullable(),
  province: profileFields.province.nullable(),
  city: profileFields.city.nullable(),
  school: profileFields.school.nullable(),
  department: profileFields.department.nullable(),
  title: profileFields.title.nullable(),
})

test('the demo has two organisers, an auditor, experts and participants, some of them with incomplete profiles', () => {
  const count = (select: (person: (typeof people)[number]) => boolean) => people.filter(select).length
  expect({
    organisers: count(({ access }) => access === 'admin'),
    experts: count(({ access }) => access === 'expert'),
    participants: count(({ access }) => access === 'user'),
    disabled: count(({ status }) => status === 'disabled'),
    unfinished: count((person) => !isComplete(person, ['mail', 'sms'])),
  }).toEqual({ organisers: 3, experts: 7, participants: 74, disabled: 1, unfinished: 6 })
  expect([...new Set(people.map(({ locale }) => locale))].toSorted()).toEqual([...locales].toSorted())
})

test('every profile is valid by the rules of the forms', () => {
  const shape = (person: (typeof people)[number]) => plain.strip().parse(person)
  expect(people.map(shape)).toEqual(people.map((person) => expect.objectContaining(shape(person))))
  const misplaced = people.filter(
    ({ country, province, city }) => country === 'CN' && !(isProvince(province ?? '') && isCityOf(city!, province!)),
  )
  expect(misplaced).toEqual([])
  expect(new Set(people.map(({ province }) => province)).size).toBeGreaterThan(25)
})

test('no address is real, and no account is from the future', () => {
  const addresses = people.flatMap((person) => person.email ?? [])
  expect(addresses.filter((address) => !/@example\.(org|com|net)$/.test(address))).toEqual([])
  expect(people.filter(({ createdAt }) => createdAt >= fixedNow)).toEqual([])
})

test('only organisers, one expert and two officers have a password, and everyone has agreed to the newest version of each agreement', async () => {
  const { db, pool, close } = connect(await createDatabase(), () => undefined)
  await pool.query(
    `insert into document select gen_random_uuid(), 'privacy', version, '{}', '{}', now() from generate_series(1, 2) as version`,
  )
  await installDocuments(db, fixedNow)
  await seedPeople(db, fixedNow, 'the hash')
  const passwords = await pool.query(
    'select username, password from credential join account on account.id = account_id order by username',
  )
  expect(passwords.rows).toEqual([
    { username: 'admin', password: 'the hash' },
    { username: 'gaoyuanzhi', password: 'the hash' },
    { username: 'guchenxi', password: 'the hash' },
    { username: 'hejingwen', password: 'the hash' },
    { username: 'qianshuyu', password: 'the hash' },
    { username: 'shenyifan', password: 'the hash' },
  ])
  const consents = await pool.query(
    'select name, version, count(*)::int from consent join document on document.id = document_id group by name, version order by name',
  )
  expect(consents.rows).toEqual([
    { name: 'privacy', version: 2, count: people.length },
    { name: 'terms', version: 1, count: people.length },
  ])
  await close()
})

test('notices are written in every language, and none is older than its reader’s account', async () => {
  const rows = await connection.db.select().from(notice)
  const written = rows.map(({ title, body }) => [Object.keys(title).length, Object.keys(body).length])
  expect(written).toEqual(rows.map(() => [locales.length, locales.length]))
  expect(
    rows
      .map(({ audience }) => audience)
      .filter((audience) => audience !== 'account')
      .toSorted(),
  ).toEqual(['access', 'everyone'])
  const cameAt = new Map(people.map(({ id, createdAt }) => [id, createdAt]))
  const early = rows.filter(({ accountId, createdAt }) => accountId && createdAt < cameAt.get(accountId)!)
  expect([early, rows.filter(({ createdAt }) => createdAt > fixedNow)]).toEqual([[], []])
  expect(rows.filter(({ kind }) => kind === 'account').length).toBe(5)
})

test('a database in which somebody has an account is not empty', async () => {
  const other = connect(await createDatabase(), () => undefined)
  const before = await isEmpty(other.db)
  await createPerson({ db: other.db, clock: { now: () => fixedNow, set: () => undefined } })
  const after = await isEmpty(other.db)
  await other.close()
  expect([before, after]).toEqual([true, false])
})
