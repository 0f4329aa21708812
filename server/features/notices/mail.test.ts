import { readMailChoices } from '@lectern/contract/notices/notices.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeSender, tell } from '../../testing/notices.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { asWritten, sendNotices } from './service.ts'

const choicesPath = '/api/account/mail-choices'
const everything = { account: true, contest: true, announcement: true }

let site: TestSite
beforeAll(async () => {
  site = await startSite({ extraRoutes: noticeSender })
})
beforeEach(async () => {
  await site.pool.query('truncate outbox')
  await site.pool.query("update account set status = 'disabled'")
})
afterAll(() => site.close())

const letters = async () => {
  const { rows } = await site.pool.query<Record<string, unknown>>(
    'select recipient, account_id as account, locale, letter, content, secret from outbox order by recipient',
  )
  return rows
}
const recipients = async () => (await letters()).map(({ recipient }) => recipient)

const choose = ({ headers }: TestPerson, body: unknown) => site.call('PUT', choicesPath, { headers, body })

let count = 0
const someone = (values: Parameters<typeof createPerson>[1] = {}) => {
  count += 1
  return createPerson(site, { email: `p${count}@example.org`, ...values })
}

test('a notice also comes by mail, in the language of the person', async () => {
  const person = await someone({ email: 'ana@example.org', locale: 'pt-BR' })
  await tell(site, { account: person.id }, { message: 'welcome', values: { name: asWritten('Ana') }, link: '/Welcome' })
  expect(await letters()).toEqual([
    {
      recipient: 'ana@example.org',
      account: person.id,
      locale: 'pt-BR',
      letter: 'notice',
      content: {
        title: 'Boas-vindas, Ana',
        body: 'Sua conta está pronta. Complete seus dados agora e inscreva-se assim que as inscrições abrirem.',
        link: '/Welcome',
      },
      secret: null,
    },
  ])
})

test('a user who changes their language while a letter to them is written gets it in the former one', async () => {
  const person = await someone({ locale: 'en-US' })
  await tell(
    site,
    { account: person.id },
    { message: 'welcome', values: { name: asWritten('Ana') }, letterLocale: 'pt-BR' },
  )
  expect((await letters()).map(({ content }) => (content as { title: string }).title)).toEqual(['Boas-vindas, Ana'])
})

test('only the kinds that a person chose come by mail, and word about safety always', async () => {
  const person = await someone()
  expect((await choose(person, { ...everything, account: false })).status).toBe(200)
  const kinds = ['security', 'account', 'contest', 'announcement'] as const
  const mailed = async (to: Parameters<typeof tell>[1]) => {
    const counts: number[] = []
    for (const kind of kinds) {
      await site.pool.query('truncate outbox')
      await tell(site, to, { kind })
      counts.push((await letters()).length)
    }
    return counts
  }
  expect(await mailed({ account: person.id })).toEqual([1, 0, 1, 1])
  expect(await mailed('everyone')).toEqual([1, 0, 1, 1])
  expect(await mailed({ access: 'user' })).toEqual([1, 0, 1, 1])
  expect(await mailed({ access: 'admin' })).toEqual([0, 0, 0, 0])
})

test('users without an address get no mail', async () => {
  const person = await createPerson(site, { phone: '+8613900000001' })
  await tell(site, { account: person.id }, { kind: 'security' })
  await tell(site, 'everyone', { kind: 'security' })
  expect(await letters()).toEqual([])
})

test('what is for many goes to all of them who can sign in, however many they are', async () => {
  await someone({ status: 'disabled' })
  await site.pool.query(
    `insert into account (id, username, email, locale, access, status, created_at, updated_at)
     select gen_random_uuid(), 'many-' || n, 'many-' || n || '@example.org', 'en-US', 'expert', 'active', now(), now()
     from generate_series(1, 1001) as n`,
  )
  await tell(site, { access: 'expert' })
  const { rows } = await site.pool.query(
    'select count(*)::int as all, count(distinct recipient)::int as people from outbox',
  )
  expect(rows).toEqual([{ all: 1_001, people: 1_001 }])
})

test('where no mail can be sent, none is written', async () => {
  const silent = await startSite({ databaseUrl: site.databaseUrl, extraRoutes: noticeSender, config: { demo: false } })
  const person = await someone()
  await tell(silent, { account: person.id }, { kind: 'security' })
  await silent.close()
  expect(await recipients()).toEqual([])
})

test('a visitor chooses nothing', async () => {
  const answers = await Promise.all([site.get(choicesPath), site.call('PUT', choicesPath, { body: everything })])
  expect(answers.map(({ status }) => status)).toEqual([401, 401])
})

test('who chose nothing gets everything; a choice is kept, and written down once', async () => {
  const person = await someone()
  const read = async () => (await site.get(choicesPath, person.headers)).data(readMailChoices)
  expect(await read()).toEqual(everything)
  const chosen = { ...everything, announcement: false }
  const answers = [await choose(person, chosen), await choose(person, chosen)]
  expect(answers.map(({ data }) => data())).toEqual([chosen, chosen])
  expect(await read()).toEqual(chosen)
  const { rows } = await site.pool.query(
    `select action, subject_kind, changes, content -> 'changes' as personal from audit
     join audit_personal on audit_id = id where subject_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([
    {
      action: 'account.mailChoicesChanged',
      subject_kind: 'account',
      changes: null,
      personal: { before: { announcement: true }, after: { announcement: false } },
    },
  ])
})

test('choices that make no sense are refused', async () => {
  const person = await someone()
  const bodies = [{}, { account: true }, { ...everything, security: false }, { ...everything, contest: 'no' }]
  const answers = await Promise.all(bodies.map((body) => choose(person, body)))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
})

test('telling thirty takes as many statements as telling one', async () => {
  await site.pool.query(`create table told (); create function count_statement() returns trigger language plpgsql
    as 'begin insert into told default values; return null; end'`)
  await site.pool.query('create trigger counted after insert on outbox execute function count_statement()')
  await Promise.all(Array.from({ length: 30 }, () => someone()))
  await tell(site, 'everyone')
  await site.pool.query('drop trigger counted on outbox')
  const { rows } = await site.pool.query<{ statements: string }>('select count(*) as statements from told')
  expect([(await recipients()).length, rows]).toEqual([30, [{ statements: '1' }]])
})

test('thirty notices with one reader each take as many statements as one, and each reader gets their own letter', async () => {
  const readers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      someone({ locale: index % 2 ? 'pt-BR' : 'en-US', mailChoices: { contest: index > 0 } }),
    ),
  )
  const telling = async (people: readonly TestPerson[]): Promise<number> => {
    const from = site.statements.length
    await sendNotices(
      site.asProgram(),
      people.map(({ id, username }) => ({
        to: { account: id },
        kind: 'contest',
        message: 'welcome',
        values: { name: asWritten(username) },
      })),
    )
    return site.statements.length - from
  }
  expect([await telling(readers.slice(0, 1)), await letters(), await telling(readers)]).toEqual([2, [], 2])
  const sent = new Map((await letters()).map(({ account, locale, content }) => [account, { locale, content }]))
  expect(readers.map(({ id }) => sent.get(id))).toMatchObject([
    undefined,
    ...readers.slice(1).map(({ username }, index) => {
      const [locale, greeting] = index % 2 ? ['en-US', 'Welcome'] : ['pt-BR', 'Boas-vindas']
      return { locale, content: { title: `${greeting}, ${username}` } }
    }),
  ])
})
