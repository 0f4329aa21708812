import {
  copyActivity,
  createActivity as createActivityEndpoint,
  listAllActivities,
  moveActivity,
  readActivityOrder,
  readActivitySource,
  saveActivity,
  type ActivityContent,
  type ActivitySource,
} from '@lectern/contract/competition/activities.ts'
import { listActivities } from '@lectern/contract/competition/competition.ts'
import { saveAnswers, startEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { createPhase } from '@lectern/contract/competition/phases.ts'
import { readRevision } from '@lectern/contract/revisions/revisions.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asc, eq, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { refusalOf } from '../../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { audit } from '../../audit/tables.ts'
import { edition } from '../tables.ts'

let site: TestSite
let organiser: TestPerson
let colleague: TestPerson
let editionId: EditionId

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  colleague = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate edition, activity, phase, team, enrolment, revision cascade`)
  editionId = await createEdition(site)
})

const said = (zh: string, en?: string) => ({ 'zh-CN': zh, ...(en && { 'en-US': en }) })
const shared = { help: {}, required: true, personal: false }
const title: FormField = { ...shared, id: 'title', type: 'text', label: said('作品名称', 'Title') }
const level: FormField = {
  ...shared,
  id: 'level',
  type: 'choice',
  label: said('学段', 'Level'),
  options: [
    { id: 'school', label: said('中小学', 'School') },
    { id: 'university', label: said('高校', 'University') },
  ],
}

const content = (changes: Partial<ActivityContent> = {}): ActivityContent => ({
  code: 'KC',
  name: said('课程创新', 'Course Innovation'),
  group: said('高校组'),
  summary: said('一门课'),
  body: said('<p>内容</p>'),
  requirements: said('<p>要求</p>'),
  rules: {},
  cover: null,
  workRules: usualRules,
  waitingList: false,
  teamMin: 1,
  teamMax: 3,
  advisorsMax: 2,
  capacity: null,
  fields: [title, level],
  ...changes,
})

const as =
  (person: TestPerson) =>
  (method: string, path: string, body?: unknown, headers: object = {}) =>
    site.call(method, path, {
      headers: { ...person.headers, 'accept-language': 'en-US', ...headers },
      ...(body !== undefined && { body }),
    })

const add = async (changes: Partial<ActivityContent> = {}): Promise<ActivitySource> => {
  const answer = await as(organiser)('POST', '/api/activities', { ...content(changes), editionId })
  expect(answer.status).toBe(200)
  return answer.data(createActivityEndpoint)
}
const save = (id: ActivityId, version: number, changes: Partial<ActivityContent> = {}, person = organiser) =>
  as(person)('PUT', `/api/activities/${id}`, { ...content(changes), version })
const move = (id: ActivityId, version: number, state: string) =>
  as(organiser)('PUT', `/api/activities/${id}/state`, { state, version })
const read = async (id: ActivityId): Promise<ActivitySource> =>
  (await as(organiser)('GET', `/api/activities/${id}/source`)).data(readActivitySource)
const shown = async (): Promise<string[]> =>
  (await site.get('/api/activities', { 'accept-language': 'en-US' })).data(listActivities).list.map(({ name }) => name)
const problems = (answer: Answer) => answer.failure().fields?.map(({ path, message }) => [path, message])

/** A team of one that has answered, submitted if asked for. */
const enrol = async (activityId: ActivityId, answers: object, { submits = false } = {}): Promise<Enrolment> => {
  const captain = await createKnownTeacher(site)
  const team = (await as(captain)('POST', '/api/teams', { activityId, name: 'Jiangzhou', slogan: '' })).data(createTeam)
  const begun = (await as(captain)('POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const path = `/api/enrolments/${begun.id}`
  const saved = await as(captain)('PUT', `${path}/answers`, { version: begun.version, answers })
  const { version } = saved.data(saveAnswers)
  if (submits) expect((await as(captain)('POST', `${path}/submission`, { version })).status).toBe(200)
  return begun
}

describe('an organiser', () => {
  test('adds an activity as a draft, once with one key, and nobody else sees it', async () => {
    const key = { 'idempotency-key': 'one-activity-only' }
    const body = { ...content(), editionId }
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await as(organiser)('POST', '/api/activities', body, key)).data(createActivityEndpoint)),
    )
    expect(second).toEqual(first)
    expect(first).toEqual({
      ...content(),
      id: first!.id,
      editionId,
      coverPicture: null,
      state: 'draft',
      taken: 0,
      waiting: 0,
      offered: 0,
      teams: 0,
      enrolments: 0,
      version: 1,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': fixedNow.toISOString() },
      publishAt: null,
      updatedAt: fixedNow.toISOString(),
      may: { save: null, code: null, hide: null, delete: null },
      answered: [],
      usedParts: [],
    })
    expect(await read(first!.id)).toEqual(first)
    expect(await shown()).toEqual([])
  })

  test('publishes, archives and takes back; visitors see it at once, and a change too', async () => {
    const { id } = await add()
    let seconds = 0
    const look = async (expected: string[]): Promise<void> => {
      await eventually(async () => expect(await shown()).toEqual(expected))
      seconds += 1
      site.clock.set(after(seconds * 1000))
    }
    await look([])
    expect((await move(id, 1, 'published')).data(moveActivity).state).toBe('published')
    await look(['Course Innovation'])
    expect((await save(id, 2, { name: said('新名称', 'New name') })).status).toBe(200)
    await look(['New name'])
    expect((await move(id, 3, 'archived')).data(moveActivity).state).toBe('archived')
    await look([])
    expect((await move(id, 4, 'draft')).data(moveActivity).state).toBe('draft')
    const actions = await site.db
      .select({ action: audit.action })
      .from(audit)
      .where(eq(audit.subjectId, id))
      .orderBy(asc(audit.id))
    expect(actions.map(({ action }) => action)).toEqual([
      'content.created',
      'content.moved',
      'content.updated',
      'content.moved',
      'content.moved',
    ])
  })

  test('deletes a draft that nobody has seen, with its phases, and nothing else', async () => {
    const remove = (who: TestPerson, id: ActivityId, version: number) =>
      as(who)('DELETE', `/api/activities/${id}?version=${version}`)
    const [draft, seen] = [await add(), await add({ code: 'SEEN' })]
    const window = { kind: 'enrolment', opensAt: fixedNow.toISOString(), closesAt: after(60_000).toISOString() }
    const phase = await as(organiser)('POST', '/api/phases', {
      ...window,
      editionId,
      activityId: draft.id,
      graceMinutes: 0,
    })
    expect(phase.status).toBe(200)
    expect((await remove(await createPerson(site), draft.id, 1)).status).toBe(403)
    expect(refusalOf(await remove(organiser, draft.id, 2))).toEqual({ status: 409, error: 'resource.changed' })
    await move(seen.id, 1, 'published')
    const undeletable = { status: 409, error: 'activity.undeletable' }
    expect(refusalOf(await remove(organiser, seen.id, 2))).toEqual(undeletable)
    await move(seen.id, 2, 'draft')
    expect(refusalOf(await remove(organiser, seen.id, 3))).toEqual(undeletable)
    expect([(await read(draft.id)).may.delete, (await read(seen.id)).may.delete]).toEqual([
      null,
      'Only a draft that was never published and has no teams can be deleted. You can archive this activity instead.',
    ])
    expect((await remove(organiser, draft.id, 1)).data()).toEqual({})
    expect(refusalOf(await remove(organiser, draft.id, 1))).toEqual({ status: 404, error: 'activity.notFound' })
    const gone = await site.db
      .select({ kind: audit.subjectKind, id: audit.subjectId })
      .from(audit)
      .where(eq(audit.action, 'content.deleted'))
      .orderBy(asc(audit.subjectKind))
    expect(gone).toEqual([
      { kind: 'activity', id: draft.id },
      { kind: 'phase', id: phase.data(createPhase).id },
    ])
  })

  test('keeps every version, and sees which languages are behind', async () => {
    const { id } = await add()
    site.clock.set(after(5000))
    const question: FormField = { ...shared, id: 'more', type: 'longText', label: said('补充说明') }
    const saved = (await save(id, 1, { fields: [level, title, question] })).data(saveActivity)
    expect([saved.version, saved.written]).toEqual([
      2,
      { 'zh-CN': after(5000).toISOString(), 'en-US': fixedNow.toISOString() },
    ])
    const kept = await as(organiser)('GET', `/api/revisions/activity/${id}/1`)
    expect(kept.data(readRevision).content.fields).toEqual([title, level])
    const [entry] = await site.db
      .select({ changes: audit.changes })
      .from(audit)
      .where(sql`${audit.subjectId} = ${id} and ${audit.action} = 'content.updated'`)
    expect(entry!.changes).toEqual({
      before: { fields: [title, level] },
      after: { fields: [level, title, question] },
    })
  })

  test('stores nothing that runs', async () => {
    const { body } = await add({ body: said('<p onclick="x()">内容<script>x()</script></p>') })
    expect(body).toEqual(said('<p>内容</p>'))
  })

  test('gets an error when a colleague was faster', async () => {
    const { id } = await add()
    await save(id, 1, { summary: said('另一门课') }, colleague)
    const late = [await save(id, 1), await move(id, 1, 'published')]
    expect(late.map(refusalOf)).toEqual(late.map(() => ({ status: 409, error: 'resource.changed' })))
  })

  test('cannot use a code twice in an edition', async () => {
    await add()
    const second = await as(organiser)('POST', '/api/activities', { ...content(), editionId })
    const taken = { status: 422, error: 'activity.codeTaken', at: ['code'] }
    expect(refusalOf(second)).toEqual(taken)
    const untitled = await as(organiser)('POST', '/api/activities', { ...content(), name: {}, editionId })
    expect(refusalOf(untitled)).toMatchObject({
      error: 'request.invalid',
      at: [expect.stringMatching(/^name/), 'code'],
    })
    const other = await add({ code: 'XX' })
    expect(refusalOf(await save(other.id, 1))).toEqual(taken)
    const both = await Promise.all(
      ['AA', 'AA'].map((code) => as(organiser)('POST', '/api/activities', { ...content({ code }), editionId })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('gets all problems of the input at once', async () => {
    const wrong = {
      ...content({ code: 'kc', name: {}, teamMin: 0, capacity: 0 }),
      fields: [{ ...title, type: 'riddle' }],
      editionId,
      more: 1,
    }
    const answer = await as(organiser)('POST', '/api/activities', wrong)
    expect(refusalOf(answer)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['code', 'name', 'teamMin', 'capacity', 'fields.0.type', 'more'],
    })
    const twins = [title, title]
    const contradictory = { ...content({ name: {}, teamMin: 5, teamMax: 2, cover: newId(fixedNow) }), fields: twins }
    const everything = await as(organiser)('POST', '/api/activities', { ...contradictory, editionId })
    expect(refusalOf(everything).at).toEqual(['name', 'teamMax', 'fields.1.id', 'cover'])
    const { id } = await add({ code: 'AT' })
    expect(refusalOf(await save(id, 1, { ...contradictory, code: 'AT' })).at).toEqual(refusalOf(everything).at)
    const empty = await as(organiser)('POST', '/api/activities', { ...content({ code: '' }), editionId })
    expect(empty.failure().fields).toEqual([{ path: 'code', message: t('en-US', 'validation.activityCode') }])
    const nowhere = await as(organiser)('POST', '/api/activities', {
      ...content(),
      editionId: newId<EditionId>(fixedNow),
    })
    expect(refusalOf(nowhere)).toEqual({ status: 404, error: 'edition.notFound', at: ['editionId'] })
    expect(refusalOf(await save(newId<ActivityId>(fixedNow), 1)).error).toBe('activity.notFound')
  })

  test('copies an activity within its edition and into another, as drafts without its past', async () => {
    const { id } = await add()
    await move(id, 1, 'published')
    await enrol(id, { title: 'A' }, {})
    const next = newId<EditionId>(fixedNow)
    const times = { createdAt: fixedNow, updatedAt: fixedNow }
    await site.db
      .insert(edition)
      .values({ id: next, year: 2027, name: said('第九届'), timeZone: 'UTC', current: false, ...times })
    const path = `/api/activities/${id}/copies`
    expect(refusalOf(await as(organiser)('POST', path, { editionId, code: 'KC' })).error).toBe('activity.codeTaken')
    const copies = [
      (await as(organiser)('POST', path, { editionId, code: 'KC2' })).data(copyActivity),
      (await as(organiser)('POST', path, { editionId: next, code: 'KC' })).data(copyActivity),
    ]
    expect(copies).toEqual(
      [
        { editionId, code: 'KC2' },
        { editionId: next, code: 'KC' },
      ].map((own, position) => ({
        ...content(),
        ...own,
        id: copies[position]!.id,
        coverPicture: null,
        state: 'draft',
        taken: 0,
        waiting: 0,
        offered: 0,
        teams: 0,
        enrolments: 0,
        version: 1,
        written: { 'zh-CN': fixedNow.toISOString(), 'en-US': fixedNow.toISOString() },
        publishAt: null,
        updatedAt: fixedNow.toISOString(),
        may: { save: null, code: null, hide: null, delete: null },
        answered: [],
        usedParts: [],
      })),
    )
  })
})

describe('the list', () => {
  const codes = async (query: string): Promise<string[]> =>
    (await as(organiser)('GET', `/api/activities/all${query}`)).data(listAllActivities).list.map(({ code }) => code)

  test('is searched, filtered and paged, and counts teams and enrolments', async () => {
    await add({ code: 'AA', capacity: 9, name: said('量子课堂', 'Quantum'), fields: [] })
    const { id } = await add({ code: 'BB', capacity: 5, fields: [] })
    await move(id, 1, 'published')
    await enrol(id, {}, { submits: true })
    await enrol(id, {})
    expect([
      await codes(`?edition=${editionId}`),
      await codes('?state=draft'),
      await codes('?search=quAN'),
      await codes(`?search=${encodeURIComponent('课堂')}`),
      await codes('?search=bb'),
      await codes('?search=zh-CN'),
      await codes('?pageSize=1&page=2'),
      await codes(`?edition=${newId<EditionId>(fixedNow)}`),
    ]).toEqual([['AA', 'BB'], ['AA'], ['AA'], ['AA'], ['BB'], [], ['BB'], []])
    const { list, total } = (await as(organiser)('GET', '/api/activities/all')).data(listAllActivities)
    expect([
      total,
      ...list.map(({ teams, enrolments, taken, capacity }) => [teams, enrolments, taken, capacity]),
    ]).toEqual([2, [0, 0, 0, 9], [2, 1, 1, 5]])
  })

  test('asks the database as often for one activity as for thirty', async () => {
    const asked = async (): Promise<number> => {
      const from = site.statements.length
      await codes('?pageSize=100')
      return site.statements.length - from
    }
    await createActivity(site, editionId)
    const forOne = await asked()
    for (let more = 0; more < 29; more += 1) await createActivity(site, editionId)
    expect(await asked()).toBe(forOne)
  })

  test('is put in order as a whole, edition by edition', async () => {
    const first = await add({ code: 'AA' })
    const second = await add({ code: 'BB' })
    const order = async () =>
      (await as(organiser)('GET', `/api/activities/order?edition=${editionId}`)).data(readActivityOrder)
    const { order: basedOn } = await order()
    const ids = [second.id, first.id]
    const reorder = () => as(organiser)('PUT', '/api/activities/order', { editionId, ids, basedOn })
    expect((await reorder()).status).toBe(200)
    expect((await order()).list.map(({ id }) => id)).toEqual(ids)
    expect(refusalOf(await reorder())).toEqual({ status: 409, error: 'resource.changed' })
  })
})

describe('what teams have done', () => {
  test('keeps the code, the draft and the limits as they must be, and says why at each field', async () => {
    const { id } = await add({ teamMin: 1, capacity: 4 })
    await move(id, 1, 'published')
    await enrol(id, { title: 'A', level: 'school' }, { submits: true })
    const { version, may } = await read(id)
    expect(may).toEqual({
      save: null,
      code: 'Enrollment numbers with this code have been given, so it cannot be changed.',
      hide: 'Teams have been formed in this activity, so it cannot be hidden again, as a draft or until a later time. Archive it instead: its teams can still see it.',
      delete:
        'Only a draft that was never published and has no teams can be deleted. You can archive this activity instead.',
    })
    expect(refusalOf(await move(id, version, 'draft'))).toEqual({ status: 409, error: 'activity.hasTeams' })
    expect(problems(await save(id, version, { code: 'XX', teamMin: 2, capacity: 4 }))).toEqual([
      ['code', 'Enrollment numbers with this code have been given, so it cannot be changed.'],
      ['teamMin', 'A team of 1 has already enrolled: the smallest size cannot be higher than that.'],
    ])
    await enrol(id, { title: 'B', level: 'school' }, { submits: true })
    expect(problems(await save(id, version, { capacity: 1 }))).toEqual([
      ['capacity', '2 places are taken already: there cannot be fewer.'],
    ])
    expect((await save(id, version, { capacity: 2 })).status).toBe(200)
  })

  test('keeps the type of a question with answers, and the options that were chosen', async () => {
    const { id } = await add()
    await move(id, 1, 'published')
    await enrol(id, { title: 'A', level: 'school' })
    await enrol(id, { title: '', level: null })
    const { answered } = await read(id)
    const whyType = (label: string) =>
      `“${label}” already has 1 answer, so its type stays as it is. Add another question instead.`
    const whyOption = 'Somebody has chosen “School”, so this option stays; its words can be changed.'
    expect(answered).toEqual([
      { id: 'title', answers: 1, type: whyType('Title'), options: [] },
      { id: 'level', answers: 1, type: whyType('Level'), options: [{ id: 'school', why: whyOption }] },
    ])
    const fewer = { ...level, options: level.options.slice(1) }
    expect(problems(await save(id, 2, { fields: [{ ...title, type: 'longText' }, fewer] }))).toEqual([
      ['fields.0.type', whyType('Title')],
      ['fields.1.options', whyOption],
    ])
    const without = (await save(id, 2, { fields: [title] })).data(saveActivity)
    expect(without.fields).toEqual([title])
    const back = { ...shared, id: 'level', type: 'number', label: level.label }
    expect(refusalOf(await save(id, 3, { fields: [title, back as FormField] })).at).toEqual(['fields.1.type'])
    expect((await save(id, 3)).status).toBe(200)
  })
})
