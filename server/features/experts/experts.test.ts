import {
  createExpert,
  listAllExperts,
  listExperts,
  moveExpert,
  readExpert,
  readExpertOrder,
  saveExpert,
  type Expert,
  type ExpertItem,
} from '@lectern/contract/experts/experts.ts'
import type { ExpertId, FileId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { listRevisions, readRevision } from '@lectern/contract/revisions/revisions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asc, eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { addExpert } from '../../testing/experts.ts'
import { addFile } from '../../testing/files.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { expert } from './tables.ts'

let site: TestSite
let organiser: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  colleague = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate expert, revision`)
})

const content = (changes: object = {}) => ({
  name: { 'zh-CN': '李明', 'en-US': 'Li Ming' },
  title: { 'zh-CN': '教授' },
  school: { 'zh-CN': '云泽师范大学' },
  bio: { 'zh-CN': '第一段\n\n第二段' },
  fields: ['ai', 'media'],
  photo: null,
  accountId: null,
  ...changes,
})

const as =
  (person: TestPerson) =>
  (method: string, path: string, body?: unknown, headers: object = {}) =>
    site.call(method, path, { headers: { ...person.headers, ...headers }, ...(body !== undefined && { body }) })

const add = async (changes: object = {}): Promise<Expert> => {
  const answer = await as(organiser)('POST', '/api/experts', content(changes))
  expect(answer.status).toBe(200)
  return answer.data(createExpert)
}

const all = async (query = ''): Promise<Page<ExpertItem>> =>
  (await as(organiser)('GET', `/api/experts/all${query}`)).data(listAllExperts)

describe('an organiser', () => {
  test('adds an expert as a draft, once with one key', async () => {
    const key = { 'idempotency-key': 'one-expert-only' }
    const answers = await Promise.all(
      [1, 2].map(async () => (await as(organiser)('POST', '/api/experts', content(), key)).data(createExpert)),
    )
    const [first] = answers
    expect(answers[1]).toEqual(first)
    expect(first).toEqual({
      id: first!.id,
      name: content().name,
      title: content().title,
      school: content().school,
      bio: content().bio,
      fields: ['ai', 'media'],
      photo: null,
      photoPicture: null,
      state: 'draft',
      account: null,
      version: 1,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': fixedNow.toISOString() },
      updatedAt: fixedNow.toISOString(),
    })
    expect((await all()).total).toBe(1)
    expect((await as(organiser)('GET', `/api/experts/${first!.id}`)).data()).toEqual(first)
  })

  test('publishes, archives and takes back; visitors see it at once', async () => {
    const { id } = await add()
    const seen: unknown[] = []
    for (const [version, state] of ['published', 'archived', 'draft'].entries()) {
      const moved = await as(organiser)('PUT', `/api/experts/${id}/state`, { state, version: version + 1 })
      expect(moved.data(moveExpert).state).toBe(state)
      const isSeen = state === 'published'
      await eventually(async () =>
        expect((await site.get('/api/experts')).data(listExperts).total).toBe(isSeen ? 1 : 0),
      )
      seen.push(state)
    }
    expect(seen).toEqual(['published', 'archived', 'draft'])
    const [entry] = await site.db
      .select({ action: audit.action, personal: auditPersonal.content })
      .from(audit)
      .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
      .where(sql`${audit.subjectId} = ${id} and ${audit.action} = 'content.moved'`)
      .orderBy(asc(audit.id))
      .limit(1)
    expect(Object.keys(entry!.personal.changes!.after!)).toEqual(['state'])
  })

  test('cannot move an expert to the state they are in', async () => {
    const { id } = await add()
    const answer = await as(organiser)('PUT', `/api/experts/${id}/state`, { state: 'draft', version: 1 })
    expect(refusalOf(answer)).toEqual({ status: 409, error: 'content.moveRefused' })
  })

  test('gets an error when a colleague was faster', async () => {
    const { id } = await add()
    await as(colleague)('PUT', `/api/experts/${id}/state`, { state: 'published', version: 1 })
    const late = await Promise.all([
      as(organiser)('PUT', `/api/experts/${id}`, { ...content({ title: {} }), version: 1 }),
      as(organiser)('PUT', `/api/experts/${id}/state`, { state: 'published', version: 1 }),
      as(organiser)('DELETE', `/api/experts/${id}?version=1`),
    ])
    expect(late.map(refusalOf)).toEqual(late.map(() => ({ status: 409, error: 'resource.changed' })))
  })

  test('saves: a new version, stamps of the languages that changed, and a history', async () => {
    const { id } = await add()
    site.clock.set(after(5000))
    const saved = await as(colleague)('PUT', `/api/experts/${id}`, {
      ...content({ title: { 'zh-CN': '教授', 'en-US': 'Professor' } }),
      version: 1,
    })
    const { version, written, state } = saved.data(saveExpert)
    expect({ version, written, state }).toEqual({
      version: 2,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': after(5000).toISOString() },
      state: 'draft',
    })
    const { list } = (await as(organiser)('GET', `/api/revisions/expert/${id}`)).data(listRevisions)
    expect(list).toEqual([
      { number: 2, at: after(5000).toISOString(), by: colleague.username },
      { number: 1, at: fixedNow.toISOString(), by: organiser.username },
    ])
    const second = await as(organiser)('GET', `/api/revisions/expert/${id}/2`)
    expect(second.data(readRevision).content).toEqual({
      ...content({ title: { 'zh-CN': '教授', 'en-US': 'Professor' } }),
      state: 'draft',
    })
  })

  test('keeps fields once each, in their own order', async () => {
    expect((await add({ fields: ['media', 'ai', 'media'] })).fields).toEqual(['ai', 'media'])
  })

  test('deletes an expert together with all former versions', async () => {
    const { id } = await add()
    expect((await as(organiser)('DELETE', `/api/experts/${id}?version=1`)).status).toBe(200)
    expect((await as(organiser)('GET', `/api/revisions/expert/${id}`)).data()).toEqual({ list: [] })
    expect(refusalOf(await as(organiser)('GET', `/api/experts/${id}`))).toEqual({
      status: 404,
      error: 'expert.notFound',
    })
  })

  test('filters, searches, sorts and pages', async () => {
    const [a, b] = [
      await addExpert(site.db, { name: { 'zh-CN': '甲' }, state: 'draft', position: 1, updatedAt: after(1000) }),
      await addExpert(site.db, { name: { 'zh-CN': '乙' }, fields: ['ai'], position: 2, updatedAt: after(2000) }),
    ]
    const idsOf = async (query: string): Promise<ExpertId[]> => (await all(query)).list.map(({ id }) => id)
    expect([
      await idsOf(''),
      await idsOf('?sort=-updatedAt'),
      await idsOf('?sort=updatedAt'),
      await idsOf('?state=draft'),
      await idsOf('?field=ai'),
      await idsOf(`?search=${encodeURIComponent('乙')}`),
      await idsOf('?pageSize=1&page=2'),
    ]).toEqual([[a, b], [b, a], [a, b], [a], [b], [b], [b]])
  })
})

describe('the account of an expert', () => {
  test('is shown by its username', async () => {
    const person = await createPerson(site, { access: 'expert' })
    const { id, account } = await add({ accountId: person.id })
    expect(account).toEqual({ uid: person.id, username: person.username })
    expect((await all()).list.map((item) => [item.id, item.account])).toEqual([[id, account]])
  })

  test('must be an expert who can sign in', async () => {
    const unfit = [await createPerson(site), await createPerson(site, { access: 'expert', status: 'disabled' })]
    for (const { id } of unfit)
      expect(refusalOf(await as(organiser)('POST', '/api/experts', content({ accountId: id })))).toEqual({
        status: 422,
        error: 'expert.accountUnfit',
        at: ['accountId'],
      })
    const nobody = newId<ExpertId>(fixedNow)
    const missing = await as(organiser)('POST', '/api/experts', content({ accountId: nobody }))
    expect(refusalOf(missing).error).toBe('account.notFound')
  })

  test('is that of one expert, whoever of two organisers is first', async () => {
    const person = await createPerson(site, { access: 'expert' })
    const answers = await meetAt(
      site,
      ['select from account where id = $1 for update', person.id],
      [organiser, colleague].map((who) => () => as(who)('POST', '/api/experts', content({ accountId: person.id }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(refusalOf(answers.find(({ status }) => status === 422)!)).toEqual({
      status: 422,
      error: 'expert.accountTaken',
      at: ['accountId'],
    })
  })

  test('stays linked when the user is no longer an expert and something else is changed', async () => {
    const person = await createPerson(site, { access: 'expert' })
    const { id } = await add({ accountId: person.id })
    await site.pool.query(`update account set access = 'user' where id = $1`, [person.id])
    const saved = await as(organiser)('PUT', `/api/experts/${id}`, {
      ...content({ accountId: person.id, title: {} }),
      version: 1,
    })
    expect(saved.data(saveExpert).account).toEqual({ uid: person.id, username: person.username })
  })
})

describe('a person whose profile this is', () => {
  test('finds it among their data; the profile stays when they delete their account', async () => {
    const person = await createOwner(site, { access: 'expert' })
    const { id } = await add({ accountId: person.id })
    const { profile } = (await site.get('/api/account/data', person.headers)).json() as { profile: object }
    const { accountId, photo, ...told } = content()
    expect([accountId, photo, profile]).toEqual([
      null,
      null,
      { ...told, state: 'draft', updatedAt: fixedNow.toISOString() },
    ])

    const body = { username: person.username, password: ownPassword }
    expect((await site.call('POST', '/api/account/deletion', { headers: person.headers, body })).status).toBe(200)
    expect((await as(organiser)('GET', `/api/experts/${id}`)).data(readExpert).account).toBeNull()
  })
})

describe('the order', () => {
  test('is of all experts, by name', async () => {
    const [a, b] = [
      await addExpert(site.db, { name: { 'zh-CN': '甲' }, position: 1 }),
      await addExpert(site.db, { name: { 'zh-CN': '乙' }, position: 2, state: 'draft' }),
    ]
    const read = async () => (await as(organiser)('GET', '/api/experts/order')).data(readExpertOrder)
    const { list, order } = await read()
    expect(list).toEqual([
      { id: a, name: '甲', locale: 'zh-CN', state: 'published' },
      { id: b, name: '乙', locale: 'zh-CN', state: 'draft' },
    ])
    const answers = await Promise.all(
      [organiser, colleague].map((who) => as(who)('PUT', '/api/experts/order', { ids: [b, a], basedOn: order })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read()).list).toEqual(list.toReversed())
  })

  test('of the most experts there may be fits into one call', async () => {
    await site.pool.query(`
      insert into expert (id, name, title, school, bio, fields, state, position, created_at, updated_at)
      select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '{"zh-CN": "名"}', '{}', '{}', '{}', '{}', 'draft', n, now(), now()
      from generate_series(1, 5000) as n
    `)
    const { list, order } = (await as(organiser)('GET', '/api/experts/order')).data(readExpertOrder)
    const ids = list.map(({ id }) => id).toReversed()
    expect((await as(organiser)('PUT', '/api/experts/order', { ids, basedOn: order })).status).toBe(200)
    const [first] = await site.db.select({ id: expert.id }).from(expert).orderBy(asc(expert.position)).limit(1)
    expect(first!.id).toBe(ids[0])
  })
})

describe('what is refused', () => {
  test.each([
    ['no name', { name: {} }, 'name'],
    ['a name of two lines', { name: { 'zh-CN': '李\n明' } }, 'name.zh-CN'],
    ['a biography without end', { bio: { 'zh-CN': '长'.repeat(3001) } }, 'bio.zh-CN'],
    ['a field that nobody knows', { fields: ['cooking'] }, 'fields.0'],
    ['a state', { state: 'published' }, 'state'],
    ['a photo that is no id', { photo: 'me.png' }, 'photo'],
  ])('%s', async (_, changes, field) => {
    const answer = await as(organiser)('POST', '/api/experts', content(changes))
    expect(refusalOf(answer)).toEqual({ status: 422, error: 'request.invalid', at: [field] })
  })

  test('photos that are missing or made for something else', async () => {
    for (const photo of [newId<FileId>(fixedNow), await addFile(site.db, { purpose: 'video' })])
      expect(refusalOf(await as(organiser)('POST', '/api/experts', content({ photo })))).toEqual({
        status: 404,
        error: 'file.notFound',
        at: ['photo'],
      })
  })
})
