import { listAudit } from '@lectern/contract/audit/audit.ts'
import { readEnrolment, saveAnswers, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { listExtensions, revokeExtension, type Extension } from '@lectern/contract/competition/extensions.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { findTeams } from '@lectern/contract/teams/office-teams.ts'
import { createTeam, handOver, readTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { addFile } from '../../testing/materials.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { errorOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { setting } from '../settings/tables.ts'

const motto: FormField = {
  id: 'motto',
  type: 'text',
  label: { 'zh-CN': '口号', 'en-US': 'Motto' },
  help: {},
  required: false,
  personal: false,
}

const plan: FormField = {
  id: 'plan',
  type: 'file',
  label: { 'zh-CN': '方案', 'en-US': 'Plan' },
  help: {},
  required: false,
  personal: false,
}

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let admin: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createActivity(site, editionId, { code: 'KC', fields: [motto, plan] })
  admin = await createPerson(site, { access: 'admin', username: 'olga' })
})
afterAll(() => site.close())

const at = (days: number): string => daysFromNoon(days).toISOString()
let seconds = 0

/** Each request comes a second after the one before, so that the newest is known by its time. */
const call = (who: TestPerson, method: string, path: string, body?: unknown) => {
  seconds += 1
  site.clock.set(after(seconds * 1_000))
  return site.call(method, path, {
    headers: { ...who.headers, 'accept-language': 'en-US' },
    ...(body !== undefined && { body }),
  })
}
const titles = async (who: TestPerson): Promise<string[]> =>
  (await call(who, 'GET', '/api/notices')).data(listNotices).list.map(({ title }) => title)
const logOf = async (kind: string, id: string) =>
  (await call(admin, 'GET', `/api/audit?subjectKind=${kind}&subjectId=${id}`)).data(listAudit).list

const gather = async (name: string, known: { username?: string } = {}) => {
  const captain = await createKnownTeacher(site, { realName: '李雷', ...known })
  const member = await createKnownTeacher(site)
  const team = (await call(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
  await call(member, 'POST', `/api/joining/${team.invite!.code}`)
  return { captain, member, team }
}

describe('more time', () => {
  let captain: TestPerson
  let team: Team
  const listed = async (query = ''): Promise<Extension[]> =>
    (await call(admin, 'GET', `/api/extensions${query}`)).data(listExtensions).list
  const closesAt = async () => (await call(captain, 'GET', `/api/teams/${team.id}`)).data(readTeam).activity.closesAt

  beforeEach(async () => {
    ;({ captain, team } = await gather('Late'))
    await site.pool.query("delete from phase where kind = 'submission'")
  })

  const openSubmission = () =>
    createPhase(site, editionId, { kind: 'submission', opensAt: daysFromNoon(5), closesAt: daysFromNoon(9) })
  const grant = async (kind: 'enrolment' | 'submission', days: number): Promise<void> => {
    const body = { kind, until: at(days), reason: 'A flood' }
    expect((await call(admin, 'POST', `/api/teams/${team.id}/extensions`, body)).status).toBe(200)
  }

  test('is granted to one team with a reason, and the team is notified', async () => {
    const path = `/api/teams/${team.id}/extensions`
    const body = { kind: 'enrolment', until: at(6), reason: 'A flood' }
    expect((await call(captain, 'POST', path, body)).status).toBe(403)
    expect((await call(admin, 'POST', path, body)).data()).toEqual({ closesAt: at(6) })
    expect(await closesAt()).toBe(at(6))
    expect((await titles(captain))[0]).toBe('Deadline extended for “Late”: Enrollment')
    expect(await errorOf(call(admin, 'POST', path, { ...body, until: at(5.5) }))).toBe('extension.tooShort')
  })

  test('is measured by the phase it is given for', async () => {
    const path = `/api/teams/${team.id}/extensions`
    const body = { kind: 'submission', until: at(8), reason: 'A flood' }
    await grant('enrolment', 6)
    expect(await errorOf(call(admin, 'POST', path, body))).toBe('extension.tooShort')
    await openSubmission()
    expect(await errorOf(call(admin, 'POST', path, body))).toBe('extension.tooShort')
    await grant('submission', 10)
    expect(await closesAt()).toBe(at(6))
  })

  test('names its phase in every language, and leads to the enrolment only where it is about that', async () => {
    await openSubmission()
    await grant('enrolment', 6)
    await grant('submission', 10)
    const { rows } = await site.pool.query(
      "select distinct title, body, link from notice where title->>'en-US' like 'Deadline extended%' and account_id = $1",
      [captain.id],
    )
    const phases = {
      'en-US': ['Enrollment', 'Submission'],
      'id-ID': ['Pendaftaran', 'Pengumpulan karya'],
      'pt-BR': ['Inscrições', 'Envio de trabalhos'],
      'zh-CN': ['报名', '作品提交'],
      'zh-TW': ['報名', '作品繳交'],
    }
    const [enrolment, submission] = ['Enrollment', 'Submission'].map((name) =>
      rows.find(({ title }) => title['en-US'].endsWith(name))!,
    )
    for (const [locale, [ofEnrolment, ofSubmission]] of Object.entries(phases)) {
      const named = [enrolment, submission].map(({ title, body }) =>
        [ofEnrolment!, ofSubmission!].map((name) => title[locale].includes(name) && body[locale].includes(name)),
      )
      expect([locale, named]).toEqual([
        locale,
        [
          [true, false],
          [false, true],
        ],
      ])
    }
    expect(submission.link).toBe(`/account/Team/basic?id=${team.id}`)
    const letters = await site.pool.query("select content from outbox where content::text like '%Submission%'")
    expect(letters.rows.length > 0).toBe(true)
  })

  test('is listed with who gave it and why', async () => {
    await openSubmission()
    await grant('enrolment', 6)
    await grant('submission', 10)
    const found = (await listed('?search=lat')).filter((one) => one.team.id === team.id)
    expect(found.map(({ kind }) => kind)).toEqual(['submission', 'enrolment'])
    expect(found[1]).toEqual({
      id: found[1]!.id,
      team: { id: team.id, name: 'Late' },
      activity: { id: activityId, code: 'KC', name: 'Course Innovation', locale: 'en-US' },
      timeZone: 'Asia/Shanghai',
      kind: 'enrolment',
      until: at(6),
      reason: 'A flood',
      grantedBy: 'olga',
      createdAt: found[1]!.createdAt,
      revoked: null,
      mayBeRevoked: null,
      whyNot: null,
    })
    expect(await listed('?search=nobody')).toEqual([])
    expect((await listed(`?team=${team.id}`)).length).toBe(2)
  })

  test('is revoked once, the team is notified, and the former deadline applies again', async () => {
    await grant('enrolment', 6)
    await call(admin, 'POST', `/api/teams/${team.id}/extensions`, { kind: 'enrolment', until: at(7), reason: 'Slip' })
    expect(await closesAt()).toBe(at(7))
    const [latest] = await listed(`?team=${team.id}`)
    const path = `/api/extensions/${latest!.id}/revocation`
    expect((await call(captain, 'POST', path)).status).toBe(403)
    const revoked = (await call(admin, 'POST', path)).data(revokeExtension)
    expect(revoked).toEqual({
      ...latest,
      revoked: { by: 'olga', at: site.clock.now().toISOString() },
      mayBeRevoked: 'This extension is over or has already been revoked.',
    })
    expect(await closesAt()).toBe(at(6))
    expect((await titles(captain))[0]).toBe('The extension for “Late” was revoked: Enrollment')
    expect(await errorOf(call(admin, 'POST', path))).toBe('extension.over')
    expect(await errorOf(call(admin, 'POST', `/api/extensions/${team.id}/revocation`))).toBe('extension.notFound')
    expect((await logOf('team', team.id))[0]).toMatchObject({
      action: 'extension.revoked',
      before: { until: at(7) },
      after: { until: at(6) },
    })
  })
})

describe('an organiser', () => {
  test('finds a team by its name, its people and its number', async () => {
    const { captain, team } = await gather('Blue Whales', { username: 'whale-rider' })
    const draft = (await call(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    const sent = (
      await call(captain, 'POST', `/api/enrolments/${draft.id}/submission`, { version: draft.version })
    ).data(submitEnrolment)
    const find = async (search: string) =>
      (await call(admin, 'GET', `/api/teams?search=${encodeURIComponent(search)}`)).data(findTeams).list
    const expected = {
      id: team.id,
      name: 'Blue Whales',
      activity: { id: activityId, code: 'KC', name: 'Course Innovation', locale: 'en-US' },
      timeZone: 'Asia/Shanghai',
      captain: '李雷',
      people: 2,
      enrolment: { id: draft.id, state: 'submitted', number: sent.number },
      closesAt: at(5),
      isExtended: false,
    }
    expect(await find('blue w')).toEqual([expected])
    expect(await find(sent.number!.toLowerCase())).toEqual([expected])
    expect(await find('whale-rider')).toEqual([expected])
    expect(await find('%hale%')).toEqual([])
    expect((await call(captain, 'GET', '/api/teams')).status).toBe(403)
  })

  test('finds teams by the state of their enrolment, and those of an edition that have not begun their form', async () => {
    const { team: idle } = await gather('Idle Otters')
    const { captain, team: busy } = await gather('Busy Otters')
    await call(captain, 'POST', '/api/enrolments', { teamId: busy.id })
    const find = async (query: string) =>
      (await call(admin, 'GET', `/api/teams?search=otters&${query}`)).data(findTeams).list.map(({ id }) => id)
    expect(await find('state=none')).toEqual([idle.id])
    expect(await find('state=draft')).toEqual([busy.id])
    expect(await find('state=submitted')).toEqual([])
    expect(await find(`state=none&edition=${editionId}`)).toEqual([idle.id])
    expect(await find(`state=none&edition=${activityId}`)).toEqual([])
    expect((await call(admin, 'GET', '/api/teams?state=asleep')).status).toBe(422)
  })

  test('finds thirty teams with as many questions as one', async () => {
    const asked = async (): Promise<number> => {
      site.statements.length = 0
      await call(admin, 'GET', '/api/teams?pageSize=100')
      return site.statements.length
    }
    await gather('One')
    const before = await asked()
    for (let count = 0; count < 5; count += 1) await gather(`More ${count}`)
    expect(await asked()).toBe(before)
  })

  test('replaces a captain who cannot be reached, also when the team is enrolled, with a reason', async () => {
    const { captain, member, team } = await gather('Silent')
    const draft = (await call(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    await call(captain, 'POST', `/api/enrolments/${draft.id}/submission`, { version: draft.version })
    const path = `/api/teams/${team.id}/captain`
    expect(await errorOf(call(captain, 'PUT', path, { uid: member.id }))).toBe('team.frozen')
    expect(await errorOf(call(admin, 'PUT', path, { uid: member.id }))).toBe('enrolment.reasonNeeded')
    const stranger = await createPerson(site)
    const reason = 'No answer for weeks'
    expect(await errorOf(call(admin, 'PUT', path, { uid: stranger.id, reason }))).toBe('team.memberNeeded')
    const changed = (await call(admin, 'PUT', path, { uid: member.id, reason })).data(handOver)
    expect(changed.members.map(({ uid, role }) => [uid, role])).toEqual([
      [member.id, 'captain'],
      [captain.id, 'member'],
    ])
    const noticeTitle = 'The organizers gave “Silent” a new captain'
    expect([(await titles(captain))[0], (await titles(member))[0]]).toEqual([noticeTitle, noticeTitle])
    expect((await logOf('team', team.id))[0]).toMatchObject({
      action: 'team.captainChanged',
      before: { captain: captain.id },
      after: { captain: member.id, reason },
    })
  })

  test('enrols on a team’s behalf; the team is notified', async () => {
    const { captain, team } = await gather('Helped')
    const draft = (await call(admin, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    expect([draft.state, draft.may.edit, draft.may.submit]).toEqual(['draft', null, null])
    const answers = { motto: 'Together' }
    const saved = await call(admin, 'PUT', `/api/enrolments/${draft.id}/answers`, { version: draft.version, answers })
    const { version } = saved.data(saveAnswers)
    const sent = await call(admin, 'POST', `/api/enrolments/${draft.id}/submission`, { version })
    expect(sent.data(submitEnrolment).state).toBe('submitted')
    const { number } = sent.data(submitEnrolment)
    expect((await titles(captain))[0]).toBe(`The organizers submitted your enrollment: ${number}`)
    const seen = (await call(captain, 'GET', `/api/enrolments/${draft.id}`)).data(readEnrolment)
    expect(seen.events.map(({ by }) => by)).toEqual(['The organizers'])
    const log = await logOf('enrolment', draft.id)
    expect(log.map(({ action }) => action)).toEqual(['enrolment.submitted', 'enrolment.answered', 'enrolment.created'])
    const { rows } = await site.pool.query('select on_behalf_of from audit where subject_id = $1', [draft.id])
    expect(rows).toEqual(log.map(() => ({ on_behalf_of: captain.id })))
  })

  test('uploads on a team’s behalf; the file is the team’s, and nobody else’s can be named', async () => {
    const { captain, team } = await gather('Uploaded')
    const ours = await addFile(site.db, 'answer', { ownerId: admin.id })
    const strangers = await addFile(site.db, 'answer')
    const draft = (await call(admin, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    const save = async (file: string, version: number) => {
      const answers = { plan: { file } }
      return call(admin, 'PUT', `/api/enrolments/${draft.id}/answers`, { version, answers })
    }
    const read = async (who: TestPerson): Promise<number> => (await call(who, 'GET', `/api/files/${ours}/state`)).status
    expect([await read(admin), await read(captain)]).toEqual([200, 404])
    expect(await errorOf(save(strangers, draft.version))).toBe('file.notFound')
    expect((await save(ours, draft.version)).data(saveAnswers).problems).toEqual([])
    expect([await read(admin), await read(captain)]).toEqual([200, 200])
  })

  test('without the second factor that is required looks after nobody', async () => {
    const { captain, member, team } = await gather('Unseen')
    const draft = (await call(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    await site.db.insert(setting).values({ key: 'office', value: { requireSecondFactor: true }, updatedAt: fixedNow })
    const strict = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await strict.call(method, path, { headers: admin.headers, ...(body !== undefined && { body }) })
      return answer.failure().error
    }
    const { version } = draft
    const errors = [
      await ask('GET', `/api/teams/${team.id}`),
      await ask('PUT', `/api/teams/${team.id}/captain`, { uid: member.id, reason: 'Why not' }),
      await ask('GET', `/api/enrolments/${draft.id}`),
      await ask('PUT', `/api/enrolments/${draft.id}/answers`, { version, answers: { motto: 'Ours' } }),
      await ask('POST', `/api/enrolments/${draft.id}/submission`, { version }),
    ]
    await strict.close()
    await site.db.delete(setting)
    const [noTeam, noEnrolment] = ['team.notFound', 'enrolment.notFound']
    expect(errors).toEqual([noTeam, noTeam, noEnrolment, noEnrolment, noEnrolment])
  })
})
