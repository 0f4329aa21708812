import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import {
  createInstitution,
  findInstitutions,
  type importInstitutions,
  listInstitutions,
  listMerges,
  listSpellings,
  mergeInstitution,
  readInstitution,
  saveInstitution,
  type Institution,
} from '@lectern/contract/institutions/institutions.ts'
import type { ActivityId, InstitutionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit } from '../audit/tables.ts'
import { findInstitutions as findChoices } from './choice/choice.ts'
import { institution } from './tables.ts'

let site: TestSite
let organiser: TestPerson
let activityId: ActivityId
beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  activityId = await createActivity(site, await createEdition(site))
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`
    update account set institution_id = null, school = null;
    update team set institution_id = null;
    delete from institution_merge; delete from institution
  `)
})

const call = (method: string, path: string, body?: unknown, who: { headers: Record<string, string> } = organiser) =>
  site.call(method, path, {
    headers: { 'accept-language': 'en-US', ...who.headers },
    ...(body !== undefined && { body }),
  })

const content = (changes: object = {}) => ({
  kind: 'school',
  code: null,
  name: { 'zh-CN': '江州市第一中学' },
  parentId: null,
  aliases: [],
  ...changes,
})

const add = async (changes: object = {}): Promise<Institution> => {
  const answer = await call('POST', '/api/institutions', content(changes))
  expect(answer.status).toBe(200)
  return answer.data(createInstitution)
}

const found = async (search: string): Promise<string[]> => {
  const answer = await call('GET', `/api/institution-choices?search=${encodeURIComponent(search)}`)
  return answer.data(findInstitutions).list.map(({ id }) => id)
}

const read = async (id: InstitutionId): Promise<Institution> =>
  (await call('GET', `/api/institutions/${id}`)).data(readInstitution)

describe('somebody who types', () => {
  test.each([
    ['the name', '江州市第一'],
    ['a part of the name', '第一中学'],
    ['traditional characters', '江州市第一中學'],
    ['full width and spaces', '江州市　第一中学'],
    ['pinyin', 'jiangzhoushi'],
    ['pinyin of a part, with spaces', 'di yi zhong'],
    ['initials', 'jzsdyzx'],
    ['initials in capitals', 'JZSDY'],
    ['another spelling', '江州一中'],
    ['initials of another spelling', 'jzyz'],
    ['the English name', 'jiangzhou no. 1'],
    ['the code', '4136000'],
  ])('finds a school by %s', async (_, typed) => {
    const { id } = await add({
      code: '4136000001',
      name: { 'zh-CN': '江州市第一中学', 'en-US': 'Jiangzhou No. 1 High School' },
      aliases: ['江州一中'],
    })
    await add({ name: { 'zh-CN': '云泽大学' } })
    expect(await found(typed)).toEqual([id])
  })

  test('gets those first whose name begins so, and none that is closed', async () => {
    const part = await add({ name: { 'zh-CN': '江州师范大学附属云泽中学' } })
    const whole = await add({ name: { 'zh-CN': '云泽中学' } })
    const closed = await add({ name: { 'zh-CN': '云泽中学东校区' } })
    await call('POST', `/api/institutions/${closed.id}/state`, { state: 'closed', version: 1 })
    expect(await found('云泽')).toEqual([whole.id, part.id])
  })

  test('is not answered by punctuation, quotes or nothing', async () => {
    await add()
    for (const typed of ['', ' ', "'", "a'b:*", '%', '\\', '|&!'])
      expect([typed, await found(typed)]).toEqual([typed, []])
  })

  test('must be signed in', async () => {
    expect(refusalOf(await call('GET', '/api/institution-choices?search=a', undefined, { headers: {} }))).toEqual({
      status: 401,
      error: 'session.required',
    })
  })

  test('finds one of thousands with one statement, which reads an index', async () => {
    await site.db.execute(sql`
      insert into institution (id, kind, name, state, search, created_at, updated_at)
      select gen_random_uuid(), 'school', '{"zh-CN": "x"}', 'verified', 'school' || n || ' ' || md5(n::text), now(), now()
      from generate_series(1, 3000) as n
    `)
    await site.db.execute(sql`analyze institution`)
    const before = site.statements.length
    expect(await found('school2999')).toHaveLength(1)
    const choosing = site.statements.slice(before).filter((text) => text.includes('from "institution"'))
    const { sql: statement, params } = findChoices(site, { search: 'school2999', kind: 'school' }).toSQL()
    expect(choosing).toEqual([statement])
    const { rows } = await site.pool.query(`explain (format json) ${statement}`, params)
    const plan = JSON.stringify(rows)
    expect([plan.includes('"Index Name":"institution_search"'), plan.includes('Seq Scan')]).toEqual([true, false])
  })
})

describe('an organiser', () => {
  test('adds, changes, closes and reopens an institution', async () => {
    const province = await add({ kind: 'province', name: { 'zh-CN': '江州省' } })
    const school = await add({
      code: '4136000001',
      parentId: province.id,
      aliases: ['江州一中', '江州一中', '江州市第一中学'],
    })
    expect(school).toEqual({
      id: school.id,
      kind: 'school',
      code: '4136000001',
      name: { 'zh-CN': '江州市第一中学' },
      parentId: province.id,
      parentName: { 'zh-CN': '江州省' },
      state: 'verified',
      mergedInto: null,
      aliases: ['江州一中'],
      below: 0,
      people: 0,
      teams: 0,
      officers: 0,
      version: 1,
    } satisfies Institution)
    const { kind: _kind, ...changed } = content({ name: { 'zh-CN': '江州第一中学' }, parentId: province.id })
    const saved = await call('PUT', `/api/institutions/${school.id}`, { ...changed, version: 1 })
    expect([saved.status, saved.data(saveInstitution).version]).toEqual([200, 2])
    expect(
      refusalOf(await call('POST', `/api/institutions/${province.id}/state`, { state: 'closed', version: 1 })),
    ).toEqual({
      status: 409,
      error: 'institution.hasSchools',
    })
    for (const [state, version] of [
      ['closed', 2],
      ['verified', 3],
    ] as const)
      expect((await call('POST', `/api/institutions/${school.id}/state`, { state, version })).status).toBe(200)
    const actions = await site.db
      .select({ action: audit.action })
      .from(audit)
      .where(eq(audit.subjectId, school.id))
      .orderBy(audit.id)
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'institution.created',
      'institution.moved',
      'institution.moved',
      'institution.updated',
    ])
  })

  test('gets an error when a colleague has saved meanwhile', async () => {
    const { id } = await add()
    const { kind: _kind, ...body } = content({ version: 7 })
    expect(refusalOf(await call('PUT', `/api/institutions/${id}`, body))).toEqual({
      status: 409,
      error: 'resource.changed',
    })
  })

  test.each([
    ['a code that China does not give', { code: '3136000001' }, 'institution.codeFormat', 422, 'code'],
    ['a code that is taken', { code: '4136000009' }, 'institution.codeTaken', 409, 'code'],
    ['the name of another school there', { name: { 'zh-CN': '雲澤 中學' } }, 'institution.twice', 409, 'name'],
    ['a spelling of another school', { aliases: ['雲中'] }, 'institution.aliasTaken', 409, 'aliases'],
  ])('cannot give %s', async (_, changes, error, status, field) => {
    await add({ name: { 'zh-CN': '云泽中学' }, code: '4136000009', aliases: ['云中'] })
    expect(refusalOf(await call('POST', '/api/institutions', content(changes)))).toMatchObject({
      status,
      error,
      at: [field],
    })
  })

  test('finds what a list asks for', async () => {
    const province = await add({ kind: 'province', name: { 'zh-CN': '江州省' } })
    const school = await add({ parentId: province.id })
    await add({ name: { 'zh-CN': '云泽大学' } })
    const ids = async (query: string) =>
      (await call('GET', `/api/institutions?${query}`)).data(listInstitutions).list.map(({ id }) => id)
    expect(await ids('kind=province')).toEqual([province.id])
    expect(await ids(`parent=${province.id}`)).toEqual([school.id])
    expect(await ids('search=jz')).toEqual([province.id, school.id])
    expect(await ids('state=closed')).toEqual([])
  })
})

const upload = async (text: string, dryRun = false) => {
  const answer = await fetch(`${site.url}/api/institutions/import?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { ...organiser.headers, 'content-type': 'text/csv', 'accept-language': 'en-US' },
    body: text,
  })
  return {
    status: answer.status,
    data: ((await answer.json()) as { data: AnswerOf<typeof importInstitutions> }).data,
  }
}

describe('a sheet', () => {
  const sheet = [
    '代码,类型,名称,English name,上级单位,其他写法',
    '4136000001,学校,江州市第一中学,Jiangzhou No. 1,江州省,江州一中、一中',
    ',school,云泽中学,,36,',
    '36,省级单位,江州省,Jiangzhou,,',
  ].join('\n')

  test('is only looked at in a dry run', async () => {
    expect(await upload(sheet, true)).toEqual({
      status: 200,
      data: { dryRun: true, counts: { new: 3, changed: 0, same: 0, wrong: 0 }, problems: [] },
    })
    expect(await site.db.select().from(institution)).toEqual([])
  })

  test('adds provinces and schools in any order, and changes nothing the second time', async () => {
    expect((await upload(sheet)).data.counts).toEqual({ new: 3, changed: 0, same: 0, wrong: 0 })
    const [id] = await found('一中')
    const school = await read(id as InstitutionId)
    expect([school.parentName, school.aliases, school.state]).toEqual([
      { 'zh-CN': '江州省', 'en-US': 'Jiangzhou' },
      ['一中', '江州一中'],
      'verified',
    ])
    expect((await upload(sheet)).data.counts).toEqual({ new: 0, changed: 0, same: 3, wrong: 0 })
    const more = '代码,名称,葡萄牙文名称\n4136000001,江州市第一中学,Escola 1'
    expect((await upload(more)).data.counts).toEqual({ new: 0, changed: 1, same: 0, wrong: 0 })
    const changed = await read(id as InstitutionId)
    expect([changed.name['pt-BR'], changed.name['en-US'], changed.parentName !== null, changed.aliases.length]).toEqual(
      ['Escola 1', 'Jiangzhou No. 1', true, 2],
    )
  })

  test('is refused as a whole, with an error for each wrong row', async () => {
    await add({ name: { 'zh-CN': '云泽大学' }, aliases: ['云大'] })
    const wrong = [
      'code,kind,name,parent,aliases',
      '3136000001,,江州大学,,',
      ',village,某村小学,,',
      ',,,,',
      ',,北山小学,无名省,',
      ',,南山小学,,雲大',
      ',,东山小学,,',
      ',,東山小學,,',
    ].join('\n')
    const { data } = await upload(wrong)
    expect(data.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'code'],
      [3, 'kind'],
      [5, 'parent'],
      [6, 'aliases'],
      [8, 'name'],
    ])
    expect(await site.db.$count(institution)).toBe(1)
  })
})

describe('a spelling', () => {
  test('is matched by a person only, for people and teams, and stays where it was stored', async () => {
    const typed = '江州一中（南校区）'
    const people = [await createPerson(site, { school: typed }), await createPerson(site, { school: typed })]
    await createPerson(site, { school: '别的学校' })
    await call('POST', '/api/teams', { activityId, name: '粉笔队', slogan: '' }, people[0])
    const school = await add({ aliases: ['江州一中'] })
    const page = (await call('GET', '/api/institution-spellings')).data(listSpellings)
    expect(
      page.list.map(({ text, people: count, teams, suggestions }) => [
        text,
        count,
        teams,
        suggestions.map(({ id }) => id),
      ]),
    ).toEqual([
      [typed, 2, 1, [school.id]],
      ['别的学校', 1, 0, []],
    ])
    const answer = await call('POST', '/api/institution-spellings', {
      text: typed,
      institutionId: school.id,
      asAlias: true,
    })
    expect(answer.data()).toEqual({ people: 2, teams: 1 })
    const stored = await site.db.select().from(account).where(eq(account.institutionId, school.id))
    expect(stored.map(({ school: text }) => text)).toEqual([typed, typed])
    expect(await found('江州一中南校区')).toEqual([school.id])
    expect((await read(school.id)).teams).toBe(1)
    expect(
      refusalOf(
        await call('POST', '/api/institution-spellings', { text: typed, institutionId: school.id, asAlias: true }),
      ),
    ).toEqual({
      status: 409,
      error: 'institution.spellingGone',
    })
  })
})

describe('a merge', () => {
  const pair = async () => {
    const from = await add({ name: { 'zh-CN': '江州市一中' }, aliases: ['州一中'] })
    const into = await add()
    const person = await createPerson(site, { school: '江州市一中' })
    await call('POST', '/api/teams', { activityId, name: '粉笔队', slogan: '' }, person)
    await call('POST', '/api/institution-spellings', { text: '江州市一中', institutionId: from.id, asAlias: true })
    return { from, into, person }
  }

  test('moves people, teams and names, and is undone within the day', async () => {
    const { from, into } = await pair()
    const preview = await call('GET', `/api/institutions/${from.id}/merge?into=${into.id}`)
    expect(preview.data()).toEqual({ moved: { people: 1, teams: 1, officers: 0, below: 0, others: 0 }, whyNot: null })
    const merged = await call('POST', `/api/institutions/${from.id}/merge`, { into: into.id, version: 1 })
    expect(merged.data(mergeInstitution).moved).toEqual({ people: 1, teams: 1, officers: 0, below: 0, others: 0 })
    expect(await read(into.id)).toMatchObject({ people: 1, teams: 1, aliases: ['州一中', '江州市一中'] })
    expect(await read(from.id)).toMatchObject({ people: 0, teams: 0, state: 'closed', mergedInto: into.id })
    expect(await found('江州市一中')).toEqual([into.id])
    const [{ id }] = (await call('GET', '/api/institution-merges')).data(listMerges).list as unknown as [{ id: string }]
    expect((await call('POST', `/api/institution-merges/${id}/undoing`)).status).toBe(200)
    expect(await read(into.id)).toMatchObject({ people: 0, teams: 0, aliases: [] })
    expect(await read(from.id)).toMatchObject({
      people: 1,
      teams: 1,
      state: 'verified',
      mergedInto: null,
      aliases: ['州一中'],
    })
    expect(await found('江州市一中')).toEqual([from.id])
  })

  test('stays after a day', async () => {
    const { from, into } = await pair()
    const merged = await call('POST', `/api/institutions/${from.id}/merge`, { into: into.id, version: 1 })
    const { id } = merged.data(mergeInstitution)
    site.clock.set(after(25 * 3_600_000))
    expect(refusalOf(await call('POST', `/api/institution-merges/${id}/undoing`))).toEqual({
      status: 409,
      error: 'institution.mergeTooLate',
    })
  })

  test('is refused for itself, for another kind and for what is closed', async () => {
    const school = await add()
    const province = await add({ kind: 'province', name: { 'zh-CN': '江州省' } })
    const attempts = [school.id, province.id].map((into) =>
      call('POST', `/api/institutions/${school.id}/merge`, { into, version: 1 }),
    )
    expect((await Promise.all(attempts)).map((answer) => refusalOf(answer).error)).toEqual([
      'institution.mergeSelf',
      'institution.mergeUnfit',
    ])
  })
})

test.each([
  ['GET', '/api/institutions'],
  ['GET', '/api/institution-merges'],
  ['GET', '/api/institution-spellings'],
  ['GET', '/api/institutions/import/template'],
])('%s %s is for organisers', async (method, path) => {
  const person = await createPerson(site)
  expect(refusalOf(await call(method, path, undefined, { headers: {} })).error).toBe('session.required')
  expect(refusalOf(await call(method, path, undefined, person)).error).toBe('access.refused')
})
