import type { Announcement, Notice } from '@lectern/contract/notices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { after, noon, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'

let site: TestSite
let admin: TestPerson
let expert: TestPerson
let ana: TestPerson
let silent: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin', username: 'chief' })
  expert = await createPerson(site, { access: 'expert', email: 'expert@example.org', locale: 'zh-TW' })
  ana = await createPerson(site, { email: 'ana@example.org', locale: 'pt-BR' })
  silent = await createPerson(site, { email: 'silent@example.org', mailChoices: { announcement: false } })
  await createPerson(site, { email: 'gone@example.org', status: 'disabled' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(after(1_000))
  await site.pool.query('truncate notice, notice_read, outbox, idempotency')
})

const path = '/api/notices'
const written = {
  to: 'everyone',
  title: { 'zh-CN': '系统维护', 'en-US': 'Maintenance' },
  body: { 'zh-CN': '今晚维护。', 'en-US': 'Tonight.\n\nSorry.' },
  link: '/News',
}
const send = (body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  site.call('POST', path, { headers: { ...admin.headers, ...headers }, body: { ...written, ...body } })

const sent = async (): Promise<Announcement[]> =>
  (await site.get(`${path}/sent`, admin.headers)).data<{ list: Announcement[] }>().list

const mine = async ({ headers }: TestPerson, locale = 'en-US'): Promise<Notice[]> =>
  (await site.get(path, { ...headers, 'accept-language': locale })).data<{ list: Notice[] }>().list

const letters = async () => {
  const { rows } = await site.pool.query<{ recipient: string; content: Record<string, string> }>(
    'select recipient, locale, content from outbox order by recipient',
  )
  return rows
}

describe('announcing', () => {
  test('reaches everybody on the site, and by mail those who want it, each in his language or the one it falls back to', async () => {
    const answer = await send()
    const { id } = answer.data<{ id: string }>()
    expect([answer.status, answer.data()]).toEqual([200, { id, people: 4, letters: 2 }])
    expect(await letters()).toEqual([
      {
        recipient: 'ana@example.org',
        locale: 'pt-BR',
        content: { title: '系统维护', body: '今晚维护。', link: '/News', notice: id },
      },
      {
        recipient: 'expert@example.org',
        locale: 'zh-TW',
        content: { title: '系统维护', body: '今晚维护。', link: '/News', notice: id },
      },
    ])
    expect(
      (await mine(silent)).map(({ title, body, locale, link, kind }) => [title, body, locale, link, kind]),
    ).toEqual([['Maintenance', 'Tonight.\n\nSorry.', 'en-US', '/News', 'announcement']])
    expect((await mine(ana, 'pt-BR'))[0]!.locale).toBe('zh-CN')
    const [entry] = await site.db
      .select({ action: audit.action, changes: audit.changes })
      .from(audit)
      .where(eq(audit.subjectId, id))
    expect(entry).toEqual({
      action: 'notice.sent',
      changes: { before: null, after: { to: 'everyone', title: written.title, link: '/News', people: 4, letters: 2 } },
    })
  })

  test('reaches only those with the access it is for', async () => {
    expect((await send({ to: 'expert' })).data()).toMatchObject({ people: 1, letters: 1 })
    expect([(await mine(expert)).length, (await mine(ana)).length, (await mine(admin)).length]).toEqual([1, 0, 0])
  })

  test('is told beforehand how many it reaches', async () => {
    const measure = async (to: string) => (await site.get(`${path}/audience/${to}`, admin.headers)).data()
    expect(await Promise.all(['everyone', 'user', 'expert', 'admin'].map(measure))).toEqual([
      { people: 4, letters: 2 },
      { people: 2, letters: 1 },
      { people: 1, letters: 1 },
      { people: 1, letters: 0 },
    ])
    expect((await site.get(`${path}/audience/nobody`, admin.headers)).status).toBe(422)
  })

  test('the same key twenty times is one announcement', async () => {
    const key = { 'idempotency-key': 'announce-it-once' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([(await sent()).length, (await letters()).length]).toEqual([1, 2])
  })

  test('what is missing or leads elsewhere is told, all at once', async () => {
    expect(refusal(await send({ to: 'team', link: '//evil.example', body: { 'zh-CN': '今晚维护。' } }))).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['to', 'link'],
    })
    expect(refusal(await send({ title: {}, body: {} }))).toMatchObject({ at: ['title', 'body'] })
    expect(refusal(await send({ title: { 'zh-CN': '一' }, body: { 'en-US': 'One' } }))).toMatchObject({
      at: ['body.zh-CN', 'title.en-US'],
    })
    expect(refusal(await send({ link: 'javascript:alert(1)' }))).toMatchObject({ at: ['link'] })
    expect(await sent()).toEqual([])
  })
})

describe('what was announced', () => {
  test('is listed with how many have read it, and whether letters are still under way', async () => {
    const { id } = (await send()).data<{ id: string }>()
    await site.call('POST', `${path}/read`, { headers: ana.headers, body: { ids: [id] } })
    await site.call('POST', `${path}/read`, { headers: expert.headers, body: { ids: 'all' } })
    const listed = {
      id,
      ...written,
      createdAt: after(1_000).toISOString(),
      by: 'chief',
      people: 4,
      readers: 2,
      letters: 2,
    }
    expect(await sent()).toEqual([{ ...listed, state: 'sending' }])
    await site.pool.query(`update outbox set state = 'sent'`)
    expect(await sent()).toEqual([{ ...listed, state: 'sent' }])
  })

  test('leaves out what the program itself tells people', async () => {
    await site.pool.query(
      `insert into notice (id, audience, kind, title, body, created_at)
       values ('01890000-0000-7000-8000-00000000000a', 'everyone', 'announcement', '{}', '{}', $1)`,
      [noon],
    )
    expect(await sent()).toEqual([])
  })

  test('asks the database as often for one as for many', async () => {
    const count = async (): Promise<number> => {
      const before = site.statements.length
      await site.get(`${path}/sent?pageSize=30`, admin.headers)
      return site.statements.length - before
    }
    await send()
    const forOne = await count()
    for (let more = 1; more < 30; more += 1) await send()
    expect([
      forOne,
      (await site.get(`${path}/sent?pageSize=30`, admin.headers)).data<{ total: number }>().total,
    ]).toEqual([await count(), 30])
  })
})
