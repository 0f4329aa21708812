import { copyActivity, readActivitySource } from '@lectern/contract/competition/activities.ts'
import { readDossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import {
  readEnrolment,
  saveAmendment,
  saveAnswers,
  startAmendment,
  startEnrolment,
  submitEnrolment,
  type Enrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId, FileId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Http } from '../../platform/http/serve.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let http: Http
let editionId: EditionId
let admin: TestPerson
let captain: TestPerson

const field = (id: string, rest: object): FormField =>
  ({ id, label: { 'en-US': id }, help: {}, required: false, personal: false, ...rest }) as FormField

const option = (id: string) => ({ id, label: { 'en-US': id } })
const kind = field('kind', { type: 'choice', required: true, options: [option('course'), option('film')] })
const length = field('length', { type: 'number', required: true, when: { field: 'kind', options: ['film'] } })

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (given) => {
      http = given
    },
  })
  editionId = await createEdition(site)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  captain = await createKnownTeacher(site)
})

const begin = async (fields: FormField[], who = captain) => {
  const activityId = await createActivity(site, editionId, { fields })
  const team = (await site.callAs(who, 'POST', '/api/teams', { activityId, name: 'Chalk', slogan: '' })).data(
    createTeam,
  )
  const enrolment = (await site.callAs(who, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  return { activityId, team, enrolment }
}

const save = async ({ id, version }: Pick<Enrolment, 'id' | 'version'>, answers: object, who = captain) =>
  (await site.callAs(who, 'PUT', `/api/enrolments/${id}/answers`, { version, answers })).data(saveAnswers)

const submit = (id: string, version: number, amendment?: number) =>
  site.callAs(captain, 'POST', `/api/enrolments/${id}/submission`, { version, ...(amendment && { amendment }) })

const read = async (id: string, who = captain) =>
  (await site.callAs(who, 'GET', `/api/enrolments/${id}`)).data(readEnrolment)

const upload = (name: string, size: number): Promise<FileId> =>
  addFile(site.db, { purpose: 'answer', ownerId: captain.id, name, size, type: 'application/pdf' })

/** What is wrong with these answers, by the question. */
const problemsOf = async (fields: FormField[], answers: object) => {
  const { enrolment } = await begin(fields)
  const { problems } = await save(enrolment, answers)
  return Object.fromEntries(problems.map(({ field: id, message }) => [id, message]))
}

const saveForm = async (activityId: ActivityId, fields: FormField[]) => {
  const source = (await site.callAs(admin, 'GET', `/api/activities/${activityId}/source`)).data(readActivitySource)
  const { code, name, group, summary, body, requirements, rules, cover, version } = source
  const { teamMin, teamMax, advisorsMax, capacity } = source
  const texts = { name, group, summary, body, requirements, rules }
  const terms = { code, cover, teamMin, teamMax, advisorsMax, capacity, fields, version }
  return site.callAs(admin, 'PUT', `/api/activities/${activityId}`, { ...texts, ...terms })
}

describe('phone numbers, e-mail addresses and web addresses', () => {
  const fields = (['phone', 'email', 'url'] as const).map((type) => field(type, { type }))

  test.each([
    { phone: '13912345678', email: 'Li@Example.org', url: 'https://example.org/course?id=1' },
    { phone: '010-6275 1234', email: ' li@example.org', url: 'http://例子.中国/' },
    { phone: '+62 812 3456 789', email: '', url: null },
  ])('are taken as people write them: %j', async (answers) => {
    expect(await problemsOf(fields, answers)).toEqual({})
  })

  test('are refused at submission with the words of their type, and what was typed stays', async () => {
    const { enrolment } = await begin(fields)
    const typed = { phone: '12345', email: 'li@example', url: 'example.org' }
    const { problems, version } = await save(enrolment, typed)
    expect(problems).toEqual([
      { field: 'phone', message: 'Enter a valid phone number; landlines with their area code' },
      { field: 'email', message: 'Enter a valid email address' },
      { field: 'url', message: 'Enter a full web address that begins with http:// or https://' },
    ])
    expect((await submit(enrolment.id, version)).failure().error).toBe('enrolment.answersIncomplete')
    expect((await read(enrolment.id)).answers).toEqual(typed)
  })

  test.each(['javascript:alert(1)', 'https://user:secret@example.org', 'https://localhost', 'https://a b.org'])(
    'no web address is %s',
    async (url) => {
      expect(Object.keys(await problemsOf(fields, { url }))).toEqual(['url'])
    },
  )
})

describe('files', () => {
  const plan = field('plan', { type: 'file', required: true, kinds: ['pdf', 'slides'], maxMegabytes: 2, maxFiles: 2 })

  test('may be several, each of the kinds and sizes that the question takes', async () => {
    const [one, two] = [await upload('one.pdf', 2_000_000), await upload('two.PPTX', 10)]
    expect(await problemsOf([plan], { plan: { files: [one, two] } })).toEqual({})
  })

  test('of another kind, too large, too many, or of nobody are told', async () => {
    const [good, large] = [await upload('good.pdf', 10), await upload('large.pdf', 2_000_001)]
    const film = await upload('film.mp4', 10)
    const problemOf = async (files: FileId[]) => (await problemsOf([plan], { plan: { files } }))['plan']
    expect(await problemOf([good, large])).toBe('“large.pdf” is larger than 2 MB')
    expect(await problemOf([film])).toBe('“film.mp4” is not an accepted kind of file; accepted: pdf ppt pptx odp')
    expect(await problemOf([good, await upload('b.pdf', 1), await upload('c.pdf', 1)])).toBe('At most 2 files')
    expect(await problemOf([])).toBe('This is required')
  })

  test('as they were stored before a question could take several are still answers', async () => {
    const { enrolment } = await begin([plan])
    const { version } = await save(enrolment, { plan: { file: await upload('old.pdf', 10) } })
    const sent = (await submit(enrolment.id, version)).data(submitEnrolment)
    expect([sent.state, sent.files.map(({ name }) => name)]).toEqual(['submitted', ['old.pdf']])
  })

  test('of a list are read by everybody in the team, and by no stranger', async () => {
    const { enrolment, team } = await begin([plan])
    const mate = await createKnownTeacher(site)
    await site.pool.query(
      `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
       select id, activity_id, $2, 'member', 1, $3 from team where id = $1`,
      [team.id, mate.id, fixedNow],
    )
    const id = await upload('ours.pdf', 10)
    const { storage } = http.contextOf({ headers: {} } as never, 'en-US').installation
    await storage.put(`answer/${id}`, Buffer.from('0123456789'))
    await save(enrolment, { plan: { files: [id] } })
    const stranger = await createKnownTeacher(site)
    expect((await read(enrolment.id, mate)).files.map(({ name }) => name)).toEqual(['ours.pdf'])
    const statusFor = async (who: TestPerson) =>
      (await fetch(`${site.url}/api/files/${id}`, { headers: who.headers })).status
    expect([await statusFor(mate), await statusFor(stranger)]).toEqual([200, 404])
  })
})

describe('a question with a condition', () => {
  const film = { kind: 'film', length: 12 }

  test('is required only while it is asked', async () => {
    expect(await problemsOf([kind, length], { kind: 'course' })).toEqual({})
    expect(await problemsOf([kind, length], { kind: 'film' })).toEqual({ length: 'This is required' })
  })

  test('that depends on one that is not asked is not asked either', async () => {
    const sound = field('sound', { type: 'agreement', when: { field: 'kind', options: ['film'] } })
    const artist = field('artist', { type: 'text', required: true, when: { field: 'sound', options: [] } })
    expect(await problemsOf([kind, sound, artist], { kind: 'film', sound: true })).toEqual({
      artist: 'This is required',
    })
    expect(await problemsOf([kind, sound, artist], { kind: 'course', sound: true })).toEqual({})
  })

  test('keeps what was typed while it is hidden, and does not submit it', async () => {
    const { enrolment } = await begin([kind, length])
    const saved = await save(enrolment, film)
    const hidden = await save({ ...enrolment, ...saved }, { ...film, kind: 'course' })
    expect((await read(enrolment.id)).answers).toEqual({ kind: 'course', length: 12 })
    const sent = (await submit(enrolment.id, hidden.version)).data(submitEnrolment)
    expect([sent.state, sent.answers]).toEqual(['submitted', { kind: 'course' }])
  })

  test('is not shown to organisers while it is hidden, and what they save takes nothing away', async () => {
    const { enrolment } = await begin([kind, length])
    const saved = await save(enrolment, { ...film, kind: 'course' })
    const dossier = (await site.callAs(admin, 'GET', `/api/enrolments/${enrolment.id}/dossier`)).data(readDossier)
    expect(dossier.enrolment.answers).toEqual({ kind: 'course' })
    await save({ ...enrolment, ...saved }, { kind: 'film' }, admin)
    expect((await read(enrolment.id)).answers).toEqual(film)
  })

  test('follows a change of what was submitted', async () => {
    const { enrolment } = await begin([kind, length])
    const { version } = await save(enrolment, film)
    const sent = (await submit(enrolment.id, version)).data(submitEnrolment)
    const path = `/api/enrolments/${enrolment.id}/amendment`
    const started = (await site.callAs(captain, 'POST', path, { version: sent.version })).data(startAmendment)
    const changed = await site.callAs(captain, 'PUT', path, {
      version: started.amendment!.version,
      answers: { ...film, kind: 'course' },
    })
    const { amendment } = await read(enrolment.id)
    expect([amendment!.answers, amendment!.changed]).toEqual([{ kind: 'course', length: 12 }, ['kind', 'length']])
    const again = await submit(enrolment.id, started.version, changed.data(saveAmendment).version)
    expect(again.data(submitEnrolment).answers).toEqual({ kind: 'course' })
  })

  test.each([
    ['a later question', [length, kind], 'fields.0.when', 'A question can depend only on one that comes before it.'],
    [
      'itself',
      [field('a', { type: 'agreement', when: { field: 'a', options: [] } })],
      'fields.0.when',
      'A question can depend only on one that comes before it.',
    ],
    [
      'a text',
      [field('a', { type: 'text' }), field('b', { type: 'text', when: { field: 'a', options: ['x'] } })],
      'fields.1.when',
      'A question can depend only on a choice or on a statement to agree to.',
    ],
    [
      'an option that is gone',
      [kind, { ...length, when: { field: 'kind', options: ['gone'] } }],
      'fields.1.when',
      'Choose at least one of the options that question has now.',
    ],
    [
      'no option',
      [kind, { ...length, when: { field: 'kind', options: [] } }],
      'fields.1.when',
      'Choose at least one of the options that question has now.',
    ],
  ] as const)('cannot depend on %s', async (_what, fields, path, message) => {
    const activityId = await createActivity(site, editionId)
    const answer = await saveForm(activityId, [...fields] as FormField[])
    expect([answer.status, answer.failure().fields]).toEqual([422, [{ path, message }]])
  })

  test('is copied with its activity, as are files and profiles', async () => {
    const file = field('plan', { type: 'file', kinds: ['pdf'], maxMegabytes: 5, maxFiles: 3 })
    const school = field('school', { type: 'text', profile: { whose: 'captain', what: 'school' } })
    const activityId = await createActivity(site, editionId)
    expect((await saveForm(activityId, [kind, length, file, school])).status).toBe(200)
    const copy = await site.callAs(admin, 'POST', `/api/activities/${activityId}/copies`, { editionId, code: 'COPY' })
    expect(copy.data(copyActivity).fields).toEqual([kind, length, file, school])
  })

  test('that is added later leaves what was submitted as it is', async () => {
    const { activityId, enrolment } = await begin([kind, { ...length, when: undefined }] as FormField[])
    const { version } = await save(enrolment, { kind: 'course', length: 5 })
    await submit(enrolment.id, version)
    expect((await saveForm(activityId, [kind, length])).status).toBe(200)
    const { state, answers } = await read(enrolment.id)
    expect([state, answers]).toEqual(['submitted', { kind: 'course', length: 5 }])
  })
})

describe('a question filled in from a profile', () => {
  const fields = [
    field('school', { type: 'text', profile: { whose: 'captain', what: 'school' } }),
    field('phone', { type: 'phone', profile: { whose: 'captain', what: 'phone' } }),
    field('writer', { type: 'text', profile: { whose: 'writer', what: 'realName' } }),
  ]

  test('begins with what stands there, says so, and can be changed', async () => {
    captain = await createKnownTeacher(site, { realName: 'Li Lei', school: 'Yunze', phone: '+8613911113333' })
    const { enrolment } = await begin(fields)
    const filled: Answers = { school: 'Yunze', phone: '+8613911113333', writer: 'Li Lei' }
    expect(enrolment.answers).toEqual(filled)
    expect(enrolment.fields.map(({ profile }) => profile)).toEqual([
      { whose: 'captain', what: 'school', value: 'Yunze' },
      { whose: 'captain', what: 'phone', value: '+8613911113333' },
      { whose: 'writer', what: 'realName', value: 'Li Lei' },
    ])
    await save(enrolment, { ...filled, school: 'Elsewhere' })
    expect((await read(enrolment.id)).answers).toEqual({ ...filled, school: 'Elsewhere' })
  })

  test('tells nobody the contacts of somebody else', async () => {
    captain = await createKnownTeacher(site, { school: 'Yunze' })
    const activityId = await createActivity(site, editionId, { fields })
    const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Chalk', slogan: '' })).data(
      createTeam,
    )
    const mate = await createKnownTeacher(site, { realName: 'Han Meimei' })
    await site.pool.query(
      `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
       select id, activity_id, $2, 'member', 1, $3 from team where id = $1`,
      [team.id, mate.id, fixedNow],
    )
    const begun = (await site.callAs(mate, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    expect(begun.answers).toEqual({ school: 'Yunze', writer: 'Han Meimei' })
    expect(begun.fields.map(({ profile }) => profile!.value)).toEqual(['Yunze', null, 'Han Meimei'])
  })

  test('asks for something that fits its type', async () => {
    const unfit = [field('phone', { type: 'phone', profile: { whose: 'captain', what: 'school' } })]
    const activityId = await createActivity(site, editionId)
    const answer = await saveForm(activityId, unfit)
    expect(answer.failure().fields?.map(({ path }) => path)).toEqual(['fields.0.profile'])
  })
})
