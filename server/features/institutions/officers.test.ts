import type { InstitutionId } from '@lectern/contract/ids.ts'
import { createInstitution } from '@lectern/contract/institutions/institutions.ts'
import {
  acceptOfficerInvitation,
  decideOfficer,
  inviteOfficer,
  listMyOfficers,
  listOfficerRequests,
  listOfficers,
  requestOfficer,
  type importOfficers,
  type Officer,
} from '@lectern/contract/institutions/officers.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { desc, eq, sql } from '../../platform/database/drizzle.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { addFile } from '../../testing/files.ts'
import { createOwner } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { file } from '../files/tables.ts'
import { notice } from '../notices/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { institutionScope } from './queries.ts'
import { expireInvitations, forgetContacts } from './officers/officer-queries.ts'
import { institutionOfficer } from './tables.ts'

let site: TestSite
let organiser: TestPerson
let province: InstitutionId
let school: InstitutionId
let otherSchool: InstitutionId

const call = (method: string, path: string, body?: unknown, who: { headers: Record<string, string> } = organiser) =>
  site.call(method, path, {
    headers: { 'accept-language': 'en-US', ...who.headers },
    ...(body !== undefined && { body }),
  })

const add = async (kind: 'school' | 'province', name: string, parentId: InstitutionId | null) =>
  (await call('POST', '/api/institutions', { kind, code: null, name: { 'zh-CN': name }, parentId, aliases: [] })).data(
    createInstitution,
  ).id

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  province = await add('province', '江州省', null)
  school = await add('school', '江州市第一中学', province)
  otherSchool = await add('school', '别省中学', await add('province', '别省', null))
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`delete from institution_officer; delete from outbox; delete from notice`)
})

const invite = (id: InstitutionId, contact: string, who = organiser) =>
  call('POST', `/api/institutions/${id}/officers`, { name: '王芳', contact }, who)

/** The link of the last letter to somebody. */
const tokenOfLetter = async (contact: string): Promise<string> => {
  const letters = await site.db
    .select({ secret: outbox.secret })
    .from(outbox)
    .where(eq(outbox.recipient, contact))
    .orderBy(desc(outbox.createdAt))
    .limit(1)
  return letters[0]!.secret!['link']!.split('invitation=')[1]!
}

const accept = (token: string, who: TestPerson) => call('POST', `/api/officer-invitations/${token}`, undefined, who)

const makeOfficer = async (id: InstitutionId): Promise<TestPerson & { officer: Officer }> => {
  const person = await createPerson(site)
  const contact = `${person.username}@example.org`
  expect((await invite(id, contact)).status).toBe(200)
  const officer = (await accept(await tokenOfLetter(contact), person)).data(acceptOfficerInvitation)
  return { ...person, officer }
}

const ask = async (person: TestPerson, id: InstitutionId) => {
  const letter = await addFile(site.db, { purpose: 'officerLetter', ownerId: person.id })
  return call('POST', '/api/officer-requests', { institutionId: id, letter }, person)
}

describe('an invitation', () => {
  test('is a letter with a link that makes somebody an officer once', async () => {
    const sent = await invite(school, 'wang@example.org')
    expect(sent.data(inviteOfficer)).toMatchObject({ state: 'invited', name: '王芳', contact: 'wang@example.org' })
    const token = await tokenOfLetter('wang@example.org')
    const person = await createPerson(site)
    const shown = await call('GET', `/api/officer-invitations/${token}`, undefined, person)
    expect(shown.data()).toEqual({
      institution: '江州市第一中学',
      name: '王芳',
      expiresAt: after(14 * 86_400_000).toISOString(),
    })
    expect((await accept(token, person)).data(acceptOfficerInvitation)).toMatchObject({
      state: 'active',
      institutionId: school,
    })
    expect(await institutionScope(site.db, person.id)).toEqual({ own: [school], below: [] })
    const late = await createPerson(site)
    expect(refusalOf(await accept(token, late))).toEqual({ status: 410, error: 'officer.invitationOver' })
  })

  test('ends when a newer one is sent to the same contact, and after fourteen days', async () => {
    await invite(school, 'wang@example.org')
    const older = await tokenOfLetter('wang@example.org')
    site.clock.set(after(60_000))
    await invite(school, 'wang@example.org')
    const newer = await tokenOfLetter('wang@example.org')
    const person = await createPerson(site)
    expect(refusalOf(await accept(older, person)).error).toBe('officer.invitationOver')
    site.clock.set(after(15 * 86_400_000))
    expect(refusalOf(await accept(newer, person)).error).toBe('officer.invitationOver')
    await expireInvitations(site.db, site.clock.now())
    await forgetContacts(site.db, after(60 * 86_400_000))
    const rows = await site.db.select().from(institutionOfficer)
    expect(rows.map(({ state, contact, name, tokenHash }) => [state, contact, name, tokenHash])).toEqual([
      ['ended', null, null, null],
      ['ended', null, null, null],
    ])
  })

  test('used by twenty people at once makes one officer', async () => {
    await invite(school, 'wang@example.org')
    const token = await tokenOfLetter('wang@example.org')
    const people: TestPerson[] = []
    for (let count = 0; count < 20; count += 1) people.push(await createPerson(site))
    const answers = await Promise.all(people.map((person) => accept(token, person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await site.db.$count(institutionOfficer, eq(institutionOfficer.state, 'active'))).toBe(1)
  })

  test('is not possible beyond the number of officers', async () => {
    await makeOfficer(school)
    await invite(school, 'second@example.org')
    expect(refusalOf(await invite(school, 'third@example.org'))).toEqual({ status: 409, error: 'officer.tooMany' })
  })
})

describe('a request with a stamped letter', () => {
  test('is confirmed by the level above, and the person is notified', async () => {
    const above = await makeOfficer(province)
    const person = await createPerson(site)
    const officer = (await ask(person, school)).data(requestOfficer)
    expect(officer.state).toBe('requested')
    const waiting = (await call('GET', '/api/officer-requests', undefined, above)).data(listOfficerRequests)
    expect(waiting.list.map(({ id }) => id)).toEqual([officer.id])
    expect((await call('GET', `/api/files/${officer.letter!.id}`, undefined, await createPerson(site))).status).toBe(
      404,
    )
    const decided = await call(
      'POST',
      `/api/officers/${officer.id}/decision`,
      { decision: 'active', version: 1 },
      above,
    )
    expect(decided.data(decideOfficer).state).toBe('active')
    const notices = await site.db
      .select({ account: notice.accountId, title: notice.title })
      .from(notice)
      .orderBy(notice.id)
    expect(new Map(notices.map(({ account, title }) => [account, title['en-US']]))).toEqual(
      new Map([
        [above.id, 'Somebody asks to act for 江州市第一中学'],
        [person.id, 'You now act for 江州市第一中学'],
      ]),
    )
  })

  test('needs the own letter, once', async () => {
    const [person, other] = [await createPerson(site), await createPerson(site)]
    const letter = await addFile(site.db, { purpose: 'officerLetter', ownerId: other.id })
    expect(refusalOf(await call('POST', '/api/officer-requests', { institutionId: school, letter }, person))).toEqual({
      status: 422,
      error: 'officer.letterNeeded',
      at: ['letter'],
    })
    expect((await ask(person, school)).status).toBe(200)
    expect(refusalOf(await ask(person, school)).error).toBe('officer.requested')
  })

  test('is something to do for officers of the level above, and for nobody else', async () => {
    const above = await makeOfficer(province)
    const own = await makeOfficer(school)
    const linkFor = async (who: TestPerson) =>
      (await call('GET', '/api/welcome', undefined, who))
        .data(listOwnTasks)
        .list.find(({ name }) => name === 'decideOfficers')?.link
    expect(await linkFor(above)).toBeUndefined()
    await ask(await createPerson(site), school)
    expect([await linkFor(above), await linkFor(own), await linkFor(organiser)]).toEqual([
      '/Institution/Below',
      undefined,
      undefined,
    ])
  })

  test('is refused with a reason only, and not decided by whoever asks', async () => {
    const officer = (await ask(organiser, school)).data(requestOfficer)
    const path = `/api/officers/${officer.id}/decision`
    expect(refusalOf(await call('POST', path, { decision: 'active', version: 1 }))).toEqual({
      status: 403,
      error: 'officer.ownRequest',
    })
    const colleague = await createPerson(site, { access: 'admin' })
    expect(refusalOf(await call('POST', path, { decision: 'refused', version: 1 }, colleague)).error).toBe(
      'enrolment.reasonNeeded',
    )
    const refused = await call('POST', path, { decision: 'refused', reason: 'No stamp', version: 1 }, colleague)
    expect(refused.data(decideOfficer)).toMatchObject({ state: 'refused', reason: 'No stamp' })
    expect(refusalOf(await call('POST', path, { decision: 'active', version: 2 }, colleague)).error).toBe(
      'officer.moveRefused',
    )
  })
})

describe('an officer', () => {
  test('acts for the own institution and those below, and sees no others', async () => {
    const above = await makeOfficer(province)
    expect(await institutionScope(site.db, above.id)).toEqual({ own: [province], below: [school] })
    expect((await call('GET', `/api/institutions/${school}/officers`, undefined, above)).status).toBe(200)
    expect(refusalOf(await call('GET', `/api/institutions/${otherSchool}/officers`, undefined, above))).toEqual({
      status: 404,
      error: 'institution.notFound',
    })
    expect(refusalOf(await invite(otherSchool, 'x@example.org', above)).error).toBe('institution.notFound')
    expect(refusalOf(await invite(province, 'x@example.org', above)).error).toBe('institution.notFound')
    expect((await invite(school, 'x@example.org', above)).status).toBe(200)
    const stranger = await createPerson(site)
    expect(refusalOf(await call('GET', `/api/institutions/${school}/officers`, undefined, stranger))).toEqual({
      status: 403,
      error: 'institution.officersOnly',
    })
  })

  test('is out with the next request once ended, by the level above or alone', async () => {
    const above = await makeOfficer(province)
    const own = await makeOfficer(school)
    const list = () => call('GET', `/api/institutions/${school}/officers`, undefined, own)
    expect((await list()).data(listOfficers).list.map(({ id }) => id)).toEqual([own.officer.id])
    const { id, version } = own.officer
    const stranger = await makeOfficer(otherSchool)
    expect(refusalOf(await call('POST', `/api/officers/${id}/end`, { version }, stranger)).error).toBe(
      'officer.notFound',
    )
    expect((await call('POST', `/api/officers/${id}/end`, { version, reason: 'Moved' }, above)).status).toBe(200)
    expect(refusalOf(await list())).toEqual({ status: 403, error: 'institution.officersOnly' })
    const mine = above.officer
    expect((await call('POST', `/api/officers/${mine.id}/end`, { version: mine.version }, above)).status).toBe(200)
    expect((await call('GET', '/api/account/officers', undefined, above)).data(listMyOfficers).list).toEqual([])
  })

  test('does not act for a closed institution', async () => {
    const lone = await add('school', '临时中学', null)
    const person = await makeOfficer(lone)
    await call('POST', `/api/institutions/${lone}/state`, { state: 'closed', version: 1 })
    expect(await institutionScope(site.db, person.id)).toEqual({ own: [], below: [] })
  })
})

describe('a sheet of officers', () => {
  const upload = async (text: string, dryRun: boolean, who = organiser) => {
    const answer = await fetch(`${site.url}/api/officers/import?dryRun=${dryRun}`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'text/csv', 'accept-language': 'en-US' },
      body: text,
    })
    return ((await answer.json()) as { data: AnswerOf<typeof importOfficers> }).data
  }
  const sheet = '单位,姓名,邮箱或手机号\n江州市第一中学,王芳,wang@example.org\n江州省,李明,li@example.org'

  test('invites everybody after a dry run', async () => {
    expect(await upload(sheet, true)).toEqual({ dryRun: true, rows: 2, invited: 2, problems: [] })
    expect(await site.db.$count(institutionOfficer)).toBe(0)
    expect(await upload(sheet, false)).toEqual({ dryRun: false, rows: 2, invited: 2, problems: [] })
    expect(await site.db.$count(outbox)).toBe(2)
  })

  test('has a dry run that counts open invitations, but for those that it replaces', async () => {
    await upload(sheet, false)
    expect(await upload(sheet, true)).toEqual({ dryRun: true, rows: 2, invited: 2, problems: [] })
    const more = `${sheet}\n江州市第一中学,甲,c@example.org\n江州省,乙,d@example.org\n江州省,丙,e@example.org`
    for (const dryRun of [true, false]) {
      const { invited, problems } = await upload(more, dryRun)
      expect([invited, problems.map(({ row, column }) => [row, column])]).toEqual([0, [[6, '单位']]])
    }
    const beside = ['institution,name,contact', '江州市第一中学,甲,c@example.org', '江州市第一中学,乙,d@example.org']
    const { problems } = await upload(beside.join('\n'), true)
    expect(problems.map(({ row }) => row)).toEqual([3])
  })

  test('locks institutions by their ids, in whatever order they stand', async () => {
    const [first, last] = province < school ? [province, school] : [school, province]
    const [head, ...lines] = sheet.split('\n')
    const backwards = [head, ...(first === province ? lines : lines.toReversed())].join('\n')
    const lockNow = `select from institution where id = $1 for no key update nowait`
    const other = await site.pool.connect()
    try {
      await other.query('begin')
      await other.query(lockNow, [first])
      const uploaded = upload(backwards, false)
      await eventually(async () => {
        const { rowCount } = await site.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBe(1)
      })
      await other.query(lockNow, [last])
      await other.query('commit')
      expect((await uploaded).invited).toBe(2)
    } finally {
      other.release(true)
    }
  })

  test('reports every row that is wrong, and invites nobody', async () => {
    const above = await makeOfficer(province)
    const wrong = [
      'institution,name,contact',
      '江州市第一中学,王芳,nowhere',
      '别省中学,王芳,a@example.org',
      '江州市第一中学,,b@example.org',
      '江州市第一中学,甲,c@example.org',
      '江州市第一中学,乙,c@example.org',
      '江州市第一中学,丙,d@example.org',
    ].join('\n')
    const { problems, invited } = await upload(wrong, false, above)
    expect([invited, problems.map(({ row, column }) => [row, column])]).toEqual([
      0,
      [
        [2, 'contact'],
        [3, 'institution'],
        [4, 'name'],
        [6, 'contact'],
        [7, 'institution'],
      ],
    ])
  })
})

test('deleting an account forgets what it was an officer of, and its letter', async () => {
  const person = await createOwner(site)
  const officer = (await ask(person, school)).data(requestOfficer)
  expect((await deleteAccountOf(site, person)).status).toBe(200)
  expect(await site.db.$count(institutionOfficer)).toBe(0)
  const [stored] = await site.db.select({ state: file.state }).from(file).where(eq(file.id, officer.letter!.id))
  expect(stored!.state).toBe('removed')
})
