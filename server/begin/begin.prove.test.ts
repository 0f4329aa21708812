import { everyTeam } from '@lectern/contract/announcements/announcement-values.ts'
import { listDemoContent, readBeginning } from '@lectern/contract/begin/begin.ts'
import { certificateKinds } from '@lectern/contract/certificates/certificate-values.ts'
import { keptContents } from '@lectern/contract/office/office-values.ts'
import { demoStampHash } from '../features/certificates/service.ts'
import { invariants } from '../invariants.ts'
import { brokenInvariants } from '../platform/invariants.ts'
import type { AccountId, EditionId } from '@lectern/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { createActivity } from '../testing/contest.ts'
import { createDemoDatabase, demoPassword } from '../testing/demo.ts'
import { createPerson, createSession, type TestPerson } from '../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../testing/site.ts'
import { createAuditChain, verifyAudit } from '../features/audit/chain.ts'

const title = '全国教学数字化大赛'

let site: TestSite
afterEach(() => site.close())

/** A demo as a first start leaves it, and its organiser, signed in. */
const startDemo = async (): Promise<Record<string, string>> => {
  site = await startSite({ databaseUrl: await createDemoDatabase() })
  const { rows } = await site.pool.query(`select id from account where username = 'admin'`)
  return (await createSession(site, (rows[0] as { id: AccountId }).id)).headers
}

const call = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  site.call(method, path, { headers: { ...headers, 'accept-language': 'zh-CN' }, ...(body !== undefined && { body }) })

const count = async (from: string): Promise<number> =>
  (await site.pool.query(`select count(*)::integer as total from ${from}`)).rows[0].total as number

/** The log, and rows about the file itself, may name a file that is gone. */
const maybeOfFormerFiles = ['file', 'file_scan', 'audit', 'audit_personal', 'audit_link']

const fileIds = async (where: string): Promise<string[]> =>
  (await site.pool.query<{ id: string }>(`select id from file where ${where}`)).rows.map(({ id }) => id)

/** The tables with rows that name one of these files. */
const tablesNaming = async (files: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await site.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [maybeOfFormerFiles],
  )
  const gone = new Set(files)
  const naming = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await site.pool.query<{ id: string }>(
        `select distinct (regexp_matches(r::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1] as id from "${name}" as r`,
      )
      return rows.some(({ id }) => gone.has(id)) ? [name] : []
    }),
  )
  return naming.flat()
}

/** The delivered design of certificates of awards, and of each version how often it was used. */
const templatesLeft = async () => {
  const { rows } = await site.pool.query<{ delivered: string | null; stamp: string | null; used: boolean }>(
    `select delivered, (
       select element ->> 'file' from jsonb_array_elements(design -> 'elements') as element where element ->> 'kind' = 'stamp'
     ) as stamp, used_at is not null as used
     from certificate_template join certificate_template_version on template_id = id order by delivered`,
  )
  return rows
}

const wanted = { content: 'none', title, teamsOfOthers: 0, password: demoPassword }

/** A team of a real person. */
const makeTeam = async ({ id }: TestPerson): Promise<void> => {
  const { rows } = await site.pool.query('select id from edition where current')
  const activityId = await createActivity(site, (rows[0] as { id: EditionId }).id)
  await site.pool.query(
    `with made as (
       insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Real people', 'SINCE234', now(), now(), now()) returning id, activity_id
     )
     insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
     select id, activity_id, $2, 'captain', 0, now() from made`,
    [activityId, id],
  )
}

test('an organiser makes an empty, real site of the demo and stays signed in', async () => {
  const admin = await startDemo()
  const plan = (await call(admin, 'GET', '/api/office/beginning')).data(readBeginning)
  expect(plan).toMatchObject({
    goes: { people: 83, team: 70, enrolment: 69 },
    content: { edition: 2, page: 10 },
    accounts: 0,
    teamsOfOthers: 0,
    title,
    needsSecondFactor: false,
  })
  expect((await call(admin, 'POST', '/api/office/beginning', wanted)).status).toBe(200)

  const left = [
    'account',
    'team',
    'enrolment',
    'work',
    'work_file',
    'submission',
    'leak',
    'round',
    'entry',
    'reviewer',
    'assignment',
    'sheet_version',
    'settlement',
    'notice',
    'announcement',
    'article',
    'material',
    'expert',
    'partner',
    'banner',
  ]
  const counts = await Promise.all([...left, 'activity', 'edition', 'phase'].map(count))
  expect(counts).toEqual([1, ...Array.from({ length: counts.length - 1 }, () => 0)])
  expect(await count('page')).toBe(10)
  expect(await count(`file where state <> 'removed'`)).toBe(0)
  const { rows } = await site.pool.query('select username, access, email, phone, real_name, school from account')
  expect(rows).toEqual([
    { username: 'admin', access: 'admin', email: null, phone: null, real_name: null, school: null },
  ])
  expect((await call(admin, 'GET', '/api/office/first-steps')).status).toBe(200)
  expect((await call(admin, 'GET', '/api/office/demo-content')).data(listDemoContent).list).toEqual([])
  expect(await count(`audit where action = 'site.begun' and actor_id is not null`)).toBe(1)
  await createAuditChain({ db: site.db }).run()
  expect((await verifyAudit(site.db, fixedNow)).broken).toBeUndefined()
  // Once is enough.
  for (const [method, body] of [['GET'], ['POST', wanted]] as const)
    expect((await call(admin, method, '/api/office/beginning', body)).status).toBe(409)
})

test('what the organiser has written or changed stays, and the list tells what is still the demo’s', async () => {
  const admin = await startDemo()
  const { rows } = await site.pool.query(
    `select activity.id from activity join edition on edition.id = edition_id where current order by position limit 1`,
  )
  const { id } = rows[0] as { id: string }
  expect((await call(admin, 'PUT', `/api/activities/${id}/state`, { state: 'archived', version: 1 })).status).toBe(200)
  const list = async () => (await call(admin, 'GET', '/api/office/demo-content')).data(listDemoContent)
  const before = await list()
  expect(before.settings).toEqual(['title', 'organiser', 'email', 'icp'])
  expect(before.list.find((item) => item.id === id)).toBeUndefined()
  expect(new Set(before.list.map(({ kind }) => kind))).toEqual(
    new Set(['page', 'edition', 'activity', 'banner', 'article', 'material', 'expert', 'partner']),
  )

  expect((await call(admin, 'POST', '/api/office/beginning', { ...wanted, content: 'pages' })).status).toBe(200)
  expect(await Promise.all(['activity', 'edition', 'article', 'expert'].map(count))).toEqual([1, 1, 0, 0])
  const left = (await list()).list
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['page', 'edition']))
})

test.each(keptContents)(
  'with the content "%s", nothing names a file that is gone, and every rule holds',
  async (content) => {
    const admin = await startDemo()
    const before = await fileIds('true')
    expect(await tablesNaming(before)).toContain('certificate_template_version')
    expect((await call(admin, 'POST', '/api/office/beginning', { ...wanted, content })).status).toBe(200)
    expect(await tablesNaming(await fileIds(`state = 'removed'`))).toEqual([])
    if (content === 'none') expect(await tablesNaming(before)).toEqual([])
    expect(await brokenInvariants(site.pool, invariants)).toEqual([])
    expect(await templatesLeft()).toEqual(
      certificateKinds.toSorted().map((delivered) => ({ delivered, stamp: null, used: false })),
    )
  },
)

test('the certificates of the demo bear the stamp of its committee, and only a copy of the delivered template has it', async () => {
  await startDemo()
  const templates = await templatesLeft()
  const [stamp] = await fileIds(`sha256 = '\\x${demoStampHash}'`)
  expect(templates.filter(({ delivered }) => delivered !== null).map((one) => one.stamp)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect(templates.filter(({ delivered }) => delivered === null)).toEqual([{ delivered: null, stamp, used: true }])
})

test('a template that an organiser has made of the demo’s stays, without its stamp', async () => {
  const admin = await startDemo()
  const { rows } = await site.pool.query<{ id: string }>('select id from certificate_template where delivered is null')
  const copy = { copyOf: rows[0]!.id, name: { 'zh-CN': '我们的证书' } }
  expect((await call(admin, 'POST', '/api/certificate-templates', copy)).status).toBe(200)
  // As 0.3.0 left it: the demo had put its stamp on the delivered template.
  await site.pool.query(`
    update certificate_template_version set design = stamped.design
    from certificate_template, (
      select design from certificate_template_version join certificate_template on id = template_id where delivered is null limit 1
    ) as stamped
    where template_id = id and delivered = 'award'`)
  expect((await call(admin, 'POST', '/api/office/beginning', wanted)).status).toBe(200)
  const left = await templatesLeft()
  expect(left.map(({ stamp }) => stamp)).toEqual([null, null, null, null, null, null])
  expect(left.filter(({ delivered }) => delivered === null)).toHaveLength(1)
  const { rows: own } = await site.pool.query(
    `select name ->> 'zh-CN' as name from certificate_template where delivered is null`,
  )
  expect(own).toEqual([{ name: '我们的证书' }])
})

test('keeping the content keeps all of it', async () => {
  const admin = await startDemo()
  const tables = ['article', 'material', 'expert', 'partner', 'banner', 'activity', 'edition', 'phase', 'page']
  const before = await Promise.all(tables.map(count))
  expect((await call(admin, 'POST', '/api/office/beginning', { ...wanted, content: 'keep' })).status).toBe(200)
  expect(await Promise.all(tables.map(count))).toEqual(before)
  const { list } = (await call(admin, 'GET', '/api/office/demo-content')).data(listDemoContent)
  expect(list.some(({ kind }) => kind === 'page')).toBe(true)
})

test('is refused without the title, the password and the second factor, and changes nothing then', async () => {
  const admin = await startDemo()
  const people = await count('account')
  const statusOf = async (body: object) => (await call(admin, 'POST', '/api/office/beginning', body)).status
  expect(await statusOf({ ...wanted, title: '别的名称' })).toBe(422)
  expect(await statusOf({ ...wanted, password: 'wrong' })).toBe(422)
  await site.pool.query(`update credential set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now()`)
  expect(await statusOf(wanted)).toBe(422)
  expect(await statusOf({ ...wanted, secondFactor: '000000' })).toBe(422)
  expect(await count('account')).toBe(people)
})

test('teams of people who are not of the demo go only if the organiser says so', async () => {
  const admin = await startDemo()
  const member = await createPerson(site)
  await makeTeam(member)
  const plan = (await call(admin, 'GET', '/api/office/beginning')).data(readBeginning)
  expect([plan.teamsOfOthers, plan.accounts]).toEqual([1, 1])
  const refused = await call(admin, 'POST', '/api/office/beginning', wanted)
  expect([refused.status, await count('team')]).toEqual([409, 71])
  expect((await call(admin, 'POST', '/api/office/beginning', { ...wanted, teamsOfOthers: 1 })).status).toBe(200)
  expect(await Promise.all(['team', 'account'].map(count))).toEqual([0, 2])
})

test('an announcement that somebody is writing stays; those that the demo brought go', async () => {
  const admin = await startDemo()
  const content = { audience: everyTeam, title: { 'zh-CN': '欢迎参赛' }, body: { 'zh-CN': '正文' }, link: null }
  expect((await call(admin, 'POST', '/api/announcements', content)).status).toBe(200)
  expect((await call(admin, 'POST', '/api/office/beginning', wanted)).status).toBe(200)
  const { rows } = await site.pool.query(`select state, title ->> 'zh-CN' as title from announcement`)
  expect(rows).toEqual([{ state: 'draft', title: '欢迎参赛' }])
})
