import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { listEnrolments, readDossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { Decision } from '@lectern/contract/enrolments/enrolment-values.ts'
import {
  listMyEnrolments,
  readEnrolment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
  type Enrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam, readTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { remindTeams } from '../notices/reminders.ts'
import { notifyDecisions } from './decision-notices.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let admin: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createActivity(site, editionId, { code: 'KC' })
  admin = await createPerson(site, { access: 'admin', realName: '赵敏' })
})
afterAll(() => site.close())

const question: FormField = {
  id: 'title',
  type: 'text',
  label: { 'zh-CN': '题目', 'en-US': 'Title' },
  help: {},
  required: false,
  personal: false,
}

const enrol = async (activity = activityId) => {
  const captain = await createKnownTeacher(site)
  const team = (
    await site.callAs(captain, 'POST', '/api/teams', { activityId: activity, name: 'Team', slogan: '' })
  ).data(createTeam)
  const draft = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  return { captain, draft }
}

const submitted = async (activity = activityId) => {
  const { captain, draft } = await enrol(activity)
  const sent = await site.callAs(captain, 'POST', `/api/enrolments/${draft.id}/submission`, { version: draft.version })
  return { captain, enrolment: sent.data(submitEnrolment) }
}

const read = async (who: TestPerson, id: string): Promise<Enrolment> =>
  (await site.get(`/api/enrolments/${id}`, english(who))).data(readEnrolment)

const decide = (one: Pick<Enrolment, 'id' | 'version'>, decision: Decision, reason?: string) =>
  site.callAs(admin, 'POST', '/api/enrolments/decisions', {
    enrolments: [{ id: one.id, version: one.version }],
    decision,
    ...(reason && { reason }),
  })

const titles = async (who: TestPerson): Promise<string[]> =>
  (await site.get('/api/notices', english(who))).data(listNotices).list.map(({ title }) => title)

describe('a decision', () => {
  test('on the enrolment of one’s own team is another organiser’s to make', async () => {
    const { captain, enrolment } = await submitted()
    await site.pool.query(`update account set access = 'admin' where id = $1`, [captain.id])
    const own = await site.callAs(captain, 'POST', '/api/enrolments/decisions', {
      enrolments: [{ id: enrolment.id, version: enrolment.version }],
      decision: 'approved',
    })
    expect([own.status, own.failure().error]).toEqual([403, 'organiser.takesPart'])
    const isOwnFor = async (who: TestPerson): Promise<unknown[]> => {
      const list = await site.get('/api/enrolments?pageSize=100', who.headers)
      const row = list.data(listEnrolments).list.find(({ id }) => id === enrolment.id)
      const dossier = await site.get(`/api/enrolments/${enrolment.id}/dossier`, who.headers)
      return [row?.isOwnActivity, dossier.data(readDossier).isOwnActivity]
    }
    expect([await isOwnFor(captain), await isOwnFor(admin)]).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await decide(enrolment, 'approved')).status).toBe(200)
  })

  test('is an organiser’s to make', async () => {
    const { captain, enrolment } = await submitted()
    const body = { enrolments: [{ id: enrolment.id, version: enrolment.version }], decision: 'approved' }
    expect((await site.callAs(captain, 'POST', '/api/enrolments/decisions', body)).status).toBe(403)
  })

  test('is announced a minute later, once', async () => {
    const { captain, enrolment } = await submitted()
    expect((await decide(enrolment, 'approved')).status).toBe(200)
    expect((await read(captain, enrolment.id)).state).toBe('approved')
    site.clock.set(after(59_999))
    await notifyDecisions(site.asProgram())
    const before = await titles(captain)
    site.clock.set(after(60_000))
    await Promise.all([notifyDecisions(site.asProgram()), notifyDecisions(site.asProgram())])
    await notifyDecisions(site.asProgram())
    const titlesOf = await titles(captain)
    site.clock.set(fixedNow)
    expect(titlesOf).toEqual([`Enrollment approved: ${enrolment.number}`, ...before])
  })

  test('is told to many teams at once with as many questions about enrolments and teams as to one', async () => {
    const asked = async (count: number): Promise<string[]> => {
      const made = await Promise.all(Array.from({ length: count }, () => submitted()))
      for (const { enrolment } of made) await decide(enrolment, 'approved')
      site.clock.set(after(60_000))
      const from = site.statements.length
      await notifyDecisions(site.asProgram())
      const statements = site.statements.slice(from)
      site.clock.set(fixedNow)
      const titlesOf = await Promise.all(made.map(async ({ captain }) => (await titles(captain))[0]))
      expect(titlesOf).toEqual(made.map(({ enrolment }) => `Enrollment approved: ${enrolment.number}`))
      return statements
        .filter((statement) => !/"?(notice|outbox)"?/.test(statement))
        .map((statement) => statement.replaceAll(/\$\d+(, )?/g, ''))
    }
    await notifyDecisions(site.asProgram())
    const one = await asked(1)
    expect(await asked(3)).toEqual(one)
  })

  test('is the organisers’ to the team, which sees its own people by name; organisers see who made it', async () => {
    const { captain, enrolment } = await submitted()
    const [id, { version }] = [enrolment.id, enrolment]
    await decide({ id, version }, 'approved')
    await decide({ id, version: version + 1 }, 'submitted', 'A second look')
    const seenBy = async (who: TestPerson) => (await read(who, id)).events.map(({ by }) => by)
    expect(await seenBy(captain)).toEqual(['王芳', 'The organizers', 'The organizers'])
    expect((await read(captain, id)).events.map(({ kind }) => kind)).toEqual(['submission', 'decision', 'takeBack'])
    expect(await seenBy(admin)).toEqual(['王芳', '赵敏', '赵敏'])
    const file = (await site.get('/api/account/data', captain.headers)).json() as {
      enrolments: Pick<Enrolment, 'events'>[]
    }
    expect(file.enrolments[0]?.events.map(({ by }) => by)).toEqual(['王芳', 'The organizers', 'The organizers'])
  })

  test('that is revoked in time is never announced', async () => {
    const { captain, enrolment } = await submitted()
    const before = await titles(captain)
    await decide(enrolment, 'rejected', 'A slip')
    await decide({ ...enrolment, version: enrolment.version + 1 }, 'submitted', 'It was a slip')
    site.clock.set(after(120_000))
    await notifyDecisions(site.asProgram())
    site.clock.set(fixedNow)
    expect([await titles(captain), (await read(captain, enrolment.id)).state]).toEqual([before, 'submitted'])
  })

  test('that follows one that was told is taken back with a word, however soon', async () => {
    const { captain, enrolment } = await submitted()
    const { version } = enrolment
    await decide(enrolment, 'approved')
    site.clock.set(after(60_000))
    await notifyDecisions(site.asProgram())
    await decide({ ...enrolment, version: version + 1 }, 'returned', 'A slip')
    await decide({ ...enrolment, version: version + 2 }, 'submitted', 'To be looked at again')
    site.clock.set(after(120_000))
    await notifyDecisions(site.asProgram())
    const titlesOf = await titles(captain)
    site.clock.set(fixedNow)
    expect(titlesOf.slice(0, 2)).toEqual([
      `A decision was taken back: ${enrolment.number}`,
      `Enrollment approved: ${enrolment.number}`,
    ])
    const { rows } = await site.pool.query("select content->>'body' as body from outbox where content->>'title' = $1", [
      titlesOf[0],
    ])
    expect(rows.map(({ body }: { body: string }) => body.includes('To be looked at again'))).toContain(true)
  })

  test.each(['returned', 'rejected'] as const)('to be %s needs a reason', async (decision) => {
    const { enrolment } = await submitted()
    expect((await decide(enrolment, decision)).failure().error).toBe('enrolment.reasonNeeded')
  })

  test('is made from what was seen', async () => {
    const { enrolment } = await submitted()
    const answer = await decide({ ...enrolment, version: enrolment.version - 1 }, 'approved')
    expect(answer.failure().error).toBe('resource.changed')
  })

  test('on many tells for each whether it could be made', async () => {
    const [one, other] = [await submitted(), await enrol()]
    const enrolments = [one.enrolment, other.draft].map(({ id, version }) => ({ id, version }))
    const answer = await site.callAs(admin, 'POST', '/api/enrolments/decisions', { enrolments, decision: 'approved' })
    expect(answer.data()).toEqual({
      outcomes: [
        { id: one.enrolment.id, refusal: null, notifyAt: after(60_000).toISOString() },
        {
          id: other.draft.id,
          refusal: 'This is not possible in the current status of the enrollment. Reload to see it.',
          notifyAt: null,
        },
      ],
    })
  })

  test('on a draft, or on what was withdrawn, cannot be made', async () => {
    const { captain, enrolment } = await submitted()
    const path = `/api/enrolments/${enrolment.id}/withdrawal`
    const withdrawn = (await site.callAs(captain, 'POST', path, { version: enrolment.version })).data(withdrawEnrolment)
    for (const decision of ['approved', 'returned', 'rejected', 'submitted'] as const)
      expect((await decide(withdrawn, decision, 'Why')).failure().error).toBe('enrolment.moveRefused')
  })
})

describe('a return', () => {
  test('leaves three days at least, also after the phase has closed', async () => {
    const { captain, enrolment } = await submitted()
    site.clock.set(daysFromNoon(4))
    await decide(enrolment, 'returned', 'Please name the course')
    const returned = await read(captain, enrolment.id)
    expect([returned.resubmitBy, returned.reason]).toEqual([daysFromNoon(7).toISOString(), 'Please name the course'])
    site.clock.set(new Date(daysFromNoon(7).getTime() - 1))
    const again = await site.callAs(captain, 'POST', `/api/enrolments/${enrolment.id}/submission`, {
      version: returned.version,
    })
    site.clock.set(fixedNow)
    expect([again.status, again.data(submitEnrolment).number]).toEqual([200, enrolment.number])
  })

  let rounds = 0

  test.each([
    ['goes', 'delete from phase where activity_id = $1'],
    [
      'is moved',
      `update phase set opens_at = opens_at + interval '20 days', closes_at = closes_at + interval '20 days' where activity_id = $1`,
    ],
  ])('is answered in the time that was promised, though the phase %s', async (_, change) => {
    const former = await createEdition(site, { year: 2020 + rounds, current: false })
    const own = await createActivity(site, former)
    await site.pool.query('update phase set activity_id = $1 where edition_id = $2', [own, former])
    rounds += 1
    const { captain, enrolment } = await submitted(own)
    await decide(enrolment, 'returned', 'Please name the course')
    await site.pool.query(change, [own])
    const seen = await read(captain, enrolment.id)
    const { version } = seen
    const again = await site.callAs(captain, 'POST', `/api/enrolments/${enrolment.id}/submission`, { version })
    expect([seen.may.submit, again.status]).toEqual([null, 200])
  })

  test('of an activity that is archived meanwhile is not answered any more, and more time is of no use', async () => {
    const own = await createActivity(site, editionId)
    const { captain, enrolment } = await submitted(own)
    await decide(enrolment, 'returned', 'Please name the course')
    await site.pool.query(`update activity set state = 'archived' where id = $1`, [own])
    const { version, may } = await read(captain, enrolment.id)
    const extension = { kind: 'enrolment', until: daysFromNoon(9).toISOString(), reason: 'Flood' }
    const refused = await Promise.all([
      site.callAs(captain, 'POST', `/api/enrolments/${enrolment.id}/submission`, { version }),
      site.callAs(admin, 'POST', `/api/teams/${enrolment.team.id}/extensions`, extension),
    ])
    expect(refused.map((answer) => answer.failure().error)).toEqual(['enrolment.archived', 'enrolment.archived'])
    expect(may.submit).toBe('The organizers have archived this activity; it takes no more submissions.')
  })

  test('is due later when the team is given more time afterwards, wherever that is told', async () => {
    const { captain, enrolment } = await submitted()
    await decide(enrolment, 'returned', 'Please name the course')
    const until = daysFromNoon(9).toISOString()
    const extension = { kind: 'enrolment', until, reason: 'Flood' }
    expect((await site.callAs(admin, 'POST', `/api/teams/${enrolment.team.id}/extensions`, extension)).status).toBe(200)
    const seenIn = async <E extends Endpoint>(endpoint: E, who: TestPerson, path: string) =>
      (await site.get(path, english(who))).data(endpoint)
    const inList = <Row extends { id: string }>({ list }: { list: Row[] }) => list.find(({ id }) => id === enrolment.id)
    expect([
      (await read(captain, enrolment.id)).resubmitBy,
      inList(await seenIn(listMyEnrolments, captain, '/api/account/enrolments'))?.next.until,
      (await seenIn(readTeam, captain, `/api/teams/${enrolment.team.id}`)).enrolment?.resubmitBy,
      (await seenIn(readNextStep, captain, `/api/activities/${activityId}/next-step`)).until,
      inList(await seenIn(listEnrolments, admin, '/api/enrolments?state=returned&pageSize=100'))?.resubmitBy,
    ]).toEqual(Array.from({ length: 5 }, () => until))
  })

  test('keeps its place', async () => {
    const one = await createActivity(site, editionId, { code: 'ONE', capacity: 1 })
    const { captain, enrolment } = await submitted(one)
    await decide(enrolment, 'returned', 'Again')
    const { captain: second, draft } = await enrol(one)
    const refused = await site.callAs(second, 'POST', `/api/enrolments/${draft.id}/submission`, {
      version: draft.version,
    })
    expect(refused.failure().error).toBe('enrolment.full')
    const { version } = await read(captain, enrolment.id)
    expect((await site.callAs(captain, 'POST', `/api/enrolments/${enrolment.id}/submission`, { version })).status).toBe(
      200,
    )
  })
})

describe('what the team has changed since', () => {
  const takeBack = async ({ id }: Enrolment) => {
    const { version } = await read(admin, id)
    const answer = await decide({ id, version }, 'submitted', 'A slip')
    return answer.status === 200 ? 'taken back' : answer.failure().error
  }
  const join = async (captain: TestPerson, { team: { id } }: Enrolment) => {
    const joined = await createKnownTeacher(site)
    const { invite } = (await site.get(`/api/teams/${id}`, english(captain))).data(readTeam)
    expect((await site.callAs(joined, 'POST', `/api/joining/${invite!.code}`, {})).status).toBe(200)
    return () => site.call('DELETE', `/api/teams/${id}/members/${joined.id}`, { headers: english(joined) })
  }

  test.each(['returned', 'rejected'] as const)(
    'in its people, after it was %s, is not submitted by others',
    async (to) => {
      const { captain, enrolment } = await submitted()
      await decide(enrolment, to, 'Look again')
      const leave = await join(captain, enrolment)
      expect(await takeBack(enrolment)).toBe('enrolment.revisedSince')
      await leave()
      expect(await takeBack(enrolment)).toBe('taken back')
    },
  )

  test('in its answers is not submitted by others', async () => {
    const asking = await createActivity(site, editionId, { fields: [question] })
    const { captain, enrolment } = await submitted(asking)
    await decide(enrolment, 'returned', 'Look again')
    site.clock.set(after(1_000))
    const { version } = await read(captain, enrolment.id)
    const saved = await site.call('PUT', `/api/enrolments/${enrolment.id}/answers`, {
      headers: english(captain),
      body: { version, answers: { [question.id]: 'Half a' } },
    })
    const outcome = await takeBack(enrolment)
    site.clock.set(fixedNow)
    expect([saved.status, outcome]).toEqual([200, 'enrolment.revisedSince'])
  })
})

describe('a rejection', () => {
  test('gives its place away, and is taken back only while there is one', async () => {
    const one = await createActivity(site, editionId, { code: 'TWO', capacity: 1 })
    const { enrolment } = await submitted(one)
    await decide(enrolment, 'rejected', 'Not a course')
    expect((await submitted(one)).enrolment.state).toBe('submitted')
    const back = await decide({ ...enrolment, version: enrolment.version + 1 }, 'submitted', 'After all')
    expect(back.failure().error).toBe('enrolment.full')
  })
})

describe('a reminder', () => {
  test('comes three days and one day before the end, to those with something undone', async () => {
    const activity = await createActivity(site, editionId, { code: 'REM' })
    const { captain } = await enrol(activity)
    const { captain: done } = await submitted(activity)
    const titlesOf = async (who: TestPerson) => (await titles(who)).filter((title) => /deadline|day left/.test(title))
    const at = async (moment: Date) => {
      site.clock.set(moment)
      await Promise.all([remindTeams(site.asProgram()), remindTeams(site.asProgram())])
      return titlesOf(captain)
    }
    const near = 'The deadline is near: Course Innovation'
    const last = 'Less than a day left: Course Innovation'
    expect(await at(new Date(daysFromNoon(2).getTime() - 1))).toEqual([])
    expect(await at(daysFromNoon(2))).toEqual([near])
    expect(await at(daysFromNoon(3))).toEqual([near])
    expect(await at(daysFromNoon(4))).toEqual([last, near])
    expect(await at(daysFromNoon(5))).toEqual([last, near])
    expect(await titlesOf(done)).toEqual([])
    site.clock.set(fixedNow)
  })

  test('does not come to those who can do nothing any more', async () => {
    const activity = await createActivity(site, editionId, { code: 'OLD' })
    const { captain } = await enrol(activity)
    await site.pool.query(`update activity set state = 'archived' where id = $1`, [activity])
    const before = await titles(captain)
    site.clock.set(daysFromNoon(4))
    await remindTeams(site.asProgram())
    site.clock.set(fixedNow)
    expect(await titles(captain)).toEqual(before)
  })
})
