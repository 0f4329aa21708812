import * as office from '@lectern/contract/cases/case-office.ts'
import * as contract from '@lectern/contract/cases/cases.ts'
import type { ActivityId, CaseId, EditionId, FileId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeArbiter, storeDisplayedList, uploadEvidence } from '../../testing/cases.ts'
import { createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { storeAcceptedWork } from '../../testing/accepted-works.ts'
import { storeAssignment, storeEntry, storeReviewer, storeRound } from '../../testing/rounds.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let list: ResultListId
let work: { workId: WorkId; number: string; captain: TestPerson }
let objector: TestPerson
let arbiter: TestPerson
let second: TestPerson
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  await createPhase(site, editionId, {
    kind: 'publicity',
    opensAt: daysFromNoon(-1),
    closesAt: daysFromNoon(2),
    graceMinutes: 10,
  })
  arbiter = await createPerson(site, { access: 'admin', realName: '裁判', school: '仲裁学院' })
  second = await createPerson(site, { access: 'admin', realName: '复核', school: '复核学院' })
  organiser = await createPerson(site, { access: 'admin' })
  await storeArbiter(site, arbiter)
  await storeArbiter(site, second)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  activityId = await createWorkActivity(site, editionId)
  work = await storeAcceptedWork(site, activityId)
  list = await storeDisplayedList(site, activityId, [work])
  objector = await createKnownTeacher(site, { realName: '柯南', school: '米花中学' })
})

const text = 'The lesson was filmed by somebody else.'

const file = (
  who: TestPerson,
  body: { work?: WorkId | null; text?: string; evidence?: FileId[] } = {},
  headers: Record<string, string> = {},
) =>
  site.ask(contract.fileObjection, {
    headers: { ...english(who), ...headers },
    body: { list, work: work.workId, text, evidence: [], ...body },
  })

const filed = async (body: Parameters<typeof file>[1] = {}): Promise<CaseId> => (await file(objector, body)).data.id

const at = (who: TestPerson, id: CaseId) => ({ headers: english(who), params: { id } })

const opened = async (id: CaseId, who = arbiter) => (await site.ask(office.openCase, at(who, id))).data

const mine = async (who: TestPerson, id: CaseId) => (await site.ask(contract.readMyCase, at(who, id))).data

const admit = async (id: CaseId, who = arbiter) => {
  const { version } = await opened(id, who)
  return site.ask(office.decideAdmission, { ...at(who, id), body: { version, isAdmitted: true } })
}

const investigate = async (id: CaseId, who = arbiter) => {
  await admit(id, who)
  const { version } = await opened(id, who)
  return site.ask(office.investigateCase, { ...at(who, id), body: { version } })
}

const ask = async (id: CaseId, substance = 'Who filmed the lesson?') => {
  const { version } = await opened(id)
  return site.ask(office.askForStatement, { ...at(arbiter, id), body: { version, substance } })
}

const rule = async (id: CaseId, { who = arbiter, isUpheld = false }: { who?: TestPerson; isUpheld?: boolean } = {}) => {
  const { version } = await opened(id, who)
  const body = { version, isUpheld, text: 'The reasons of the ruling', effect: { kind: 'none' as const } }
  return site.ask(office.ruleCase, { ...at(who, id), body })
}

describe('who may object, and when', () => {
  test('a visitor sees the lists on display and must sign in to object', async () => {
    const { list: lists } = (await site.ask(contract.listObjectionLists, { headers: { 'accept-language': 'en-US' } }))
      .data
    expect(lists.find(({ id }) => id === list)).toEqual({
      id: list,
      activity: 'Course Innovation',
      edition: 'Eighth edition',
      version: 1,
      until: daysFromNoon(2).toISOString(),
      timeZone: 'Asia/Shanghai',
    })
    const refused = await site.call('POST', '/api/objections', { body: { list, work: null, text, evidence: [] } })
    expect([refused.status, refused.failure().error]).toEqual([401, 'session.required'])
  })

  test('somebody without a name, a unit or a contact is told what is missing', async () => {
    const nobody = await createPerson(site, { realName: null, school: null, email: null, phone: null })
    expect((await site.ask(contract.readObjector, { headers: english(nobody) })).data.missing).toEqual([
      'realName',
      'school',
      'contact',
    ])
    expect((await file(nobody)).failure().error).toBe('case.profileIncomplete')
    expect((await site.ask(contract.readObjector, { headers: english(objector) })).data).toMatchObject({
      realName: '柯南',
      unit: '米花中学',
      missing: [],
    })
  })

  test('objections arrive until the last second, and in the grace period; not a second later', async () => {
    const until = daysFromNoon(2)
    const grace = 10 * 60_000
    site.clock.set(after(-1_000, until))
    expect((await file(objector)).status).toBe(200)
    site.clock.set(after(grace - 1_000, until))
    expect((await file(objector, { work: null })).status).toBe(200)
    site.clock.set(after(grace, until))
    expect((await file(objector)).failure()).toMatchObject({ error: 'case.displayOver' })
    site.clock.set(after(grace + 1_000, until))
    expect((await file(objector)).failure()).toMatchObject({ error: 'case.displayOver' })
  })

  test('a list that is final or was never on display cannot be objected to', async () => {
    await site.pool.query(`update result_list set state = 'final', finalised_at = publicity_until where id = $1`, [
      list,
    ])
    expect((await file(objector)).failure().error).toBe('case.notOnDisplay')
  })

  test('one objection of a person to the same is open at a time; another work, another person, a later one is fine', async () => {
    const { data: first } = await file(objector)
    expect((await file(objector)).failure()).toMatchObject({
      error: 'case.alreadyOpen',
      params: { number: first.number },
    })
    const both = await Promise.all([file(objector, { work: null }), file(objector, { work: null })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await file(await createKnownTeacher(site))).status).toBe(200)
    await site.ask(contract.withdrawCase, { ...at(objector, first.id), body: { version: 1 } })
    expect((await file(objector)).status).toBe(200)
  })

  test('the receipt has a number that nobody can guess and the day of the answer; the same key is one case', async () => {
    const key = { 'idempotency-key': 'object-to-it-once' }
    const first = await file(objector, {}, key)
    expect(first.data).toEqual({
      id: first.data.id,
      number: expect.stringMatching(/^2026-[A-Z2-9]{8}$/),
      receivedAt: fixedNow.toISOString(),
      // Three working days after a Tuesday, at midnight in Shanghai.
      answerBy: '2031-05-23T16:00:00.000Z',
    })
    expect((await file(objector, {}, key)).data).toEqual(first.data)
    const { rows } = await site.pool.query('select id from contest_case where list_id = $1', [list])
    expect(rows).toHaveLength(1)
    const letters = await site.pool.query<{ recipient: string }>(
      `select account.username as recipient from outbox join account on account.id = outbox.account_id
       where outbox.content ->> 'title' like $1 order by 1`,
      [`%${first.data.number}%`],
    )
    expect(letters.rows.map(({ recipient }) => recipient)).toContain(objector.username)
  })

  test('works are found by what the list shows, and a work of another list is refused', async () => {
    const found = await site.ask(contract.findObjectionWorks, {
      headers: english(objector),
      params: { id: list },
      query: { search: '作品' },
    })
    expect(found.data.list).toEqual([{ id: work.workId, label: '作品 1 · 粉笔小组' }])
    const other = await storeAcceptedWork(site, activityId)
    expect((await file(objector, { work: other.workId })).failure()).toMatchObject({
      error: 'case.workNotListed',
      fields: [{ path: 'work' }],
    })
  })
})

describe('the life of a case', () => {
  test('is admitted, investigated, answered by the team, and decided; both parties learn it', async () => {
    const id = await filed()
    expect((await admit(id)).data).toMatchObject({ state: 'admitted', dueAt: '2031-06-10T16:00:00.000Z' })
    expect((await mine(objector, id)).may).toMatchObject({ withdraw: null, write: null })
    const { version } = await opened(id)
    await site.ask(office.investigateCase, { ...at(arbiter, id), body: { version } })
    expect((await site.ask(contract.readMyCase, at(work.captain, id))).failure().error).toBe('case.notFound')
    expect((await ask(id)).data.statementBy).toBe('2031-05-27T16:00:00.000Z')
    const asked = await mine(work.captain, id)
    expect(asked).toMatchObject({ side: 'respondent', text: null, substance: 'Who filmed the lesson?', files: [] })
    // Who was where at which second would tell who objected. An id contains a moment as well.
    expect([asked.receivedOn, asked.receivedAt]).toEqual(['2031-05-20', null])
    expect(new Date(Number.parseInt(asked.id.replace('-', '').slice(0, 12), 16))).toEqual(new Date('2031-05-20'))
    expect((await mine(objector, id)).receivedAt).toBe(fixedNow.toISOString())
    const given = await site.ask(contract.giveStatement, {
      ...at(work.captain, id),
      body: { text: 'We filmed it.', evidence: [] },
    })
    expect(given.data.statement?.text).toBe('We filmed it.')
    expect(
      (
        await site.ask(contract.giveStatement, { ...at(work.captain, id), body: { text: 'Again', evidence: [] } })
      ).failure().error,
    ).toBe('case.statementGiven')
    expect((await rule(id)).data).toMatchObject({ state: 'dismissed', ruling: { effect: 'none' }, dueAt: null })
    expect(await mine(objector, id)).toMatchObject({
      state: 'dismissed',
      ruling: { text: 'The reasons of the ruling' },
      appealUntil: daysFromNoon(3).toISOString(),
    })
    expect((await mine(work.captain, id)).may.appeal).not.toBeNull()
  })

  test('steps out of order are refused, and so is a step on what somebody else has changed', async () => {
    const id = await filed()
    const { version } = await opened(id)
    expect((await rule(id)).failure().error).toBe('case.moveRefused')
    expect((await ask(id)).failure().error).toBe('case.moveRefused')
    await admit(id)
    expect(
      (await site.ask(office.decideAdmission, { ...at(arbiter, id), body: { version, isAdmitted: true } })).failure()
        .error,
    ).toBe('resource.changed')
  })

  test('is withdrawn until it is investigated', async () => {
    const id = await filed()
    const body = { version: (await mine(objector, id)).version }
    expect((await site.ask(contract.withdrawCase, { ...at(objector, id), body })).data.state).toBe('withdrawn')
    const other = await filed()
    await investigate(other)
    const late = { version: (await mine(objector, other)).version }
    expect((await site.ask(contract.withdrawCase, { ...at(objector, other), body: late })).failure().error).toBe(
      'case.moveRefused',
    )
  })

  test('messages stay between the arbiters and the party they are for', async () => {
    const id = await filed()
    await investigate(id)
    const write = (thread: 'objector' | 'respondent' | 'note', said: string) =>
      site.ask(office.writeToParty, { ...at(arbiter, id), body: { thread, text: said } })
    expect((await write('respondent', 'too early')).failure().fields).toMatchObject([{ path: 'thread' }])
    await ask(id)
    await write('objector', 'to the objector')
    await write('respondent', 'to the team')
    await write('note', 'among arbiters')
    await site.ask(contract.writeInCase, { ...at(objector, id), body: { text: 'from the objector', evidence: [] } })
    const said = async (who: TestPerson) => (await mine(who, id)).messages.map((message) => message.text)
    expect(await said(objector)).toEqual(['to the objector', 'from the objector'])
    expect(await said(work.captain)).toEqual(['to the team'])
    expect((await opened(id)).messages.map((message) => message.text)).toEqual([
      'to the objector',
      'to the team',
      'among arbiters',
      'from the objector',
    ])
  })

  test('the objector appeals once and in time; another arbiter decides, for good', async () => {
    const id = await filed()
    await investigate(id)
    await rule(id)
    const appeal = (who: TestPerson) =>
      site.ask(contract.appealCase, { ...at(who, id), body: { text: 'Look again', evidence: [] } })
    site.clock.set(daysFromNoon(3))
    expect((await appeal(objector)).failure().error).toBe('case.appealOver')
    site.clock.set(after(-1_000, daysFromNoon(3)))
    const appealed = (await appeal(objector)).data.id
    expect((await appeal(objector)).failure().error).toBe('case.appealUsed')
    const { may } = await opened(appealed)
    const reason = 'You handled the first case; another arbiter must decide the appeal.'
    expect([may.admit, may.investigate, may.rule]).toEqual([reason, reason, reason])
    expect((await admit(appealed)).failure().error).toBe('case.firstArbiter')
    await investigate(appealed, second)
    expect((await rule(appealed)).failure().error).toBe('case.firstArbiter')
    expect((await rule(appealed, { who: second, isUpheld: true })).data.state).toBe('upheld')
    expect((await mine(objector, appealed)).may.appeal).not.toBeNull()
    expect((await mine(objector, id)).appeal).toMatchObject({ id: appealed, state: 'upheld' })
  })

  test('a refusal needs a reason, which the objector reads', async () => {
    const id = await filed()
    const { version } = await opened(id)
    const empty = { version, isAdmitted: false as const, reason: ' ' }
    expect((await site.ask(office.decideAdmission, { ...at(arbiter, id), body: empty })).status).toBe(422)
    const body = { version, isAdmitted: false as const, reason: 'Not about the rules' }
    await site.ask(office.decideAdmission, { ...at(arbiter, id), body })
    expect(await mine(objector, id)).toMatchObject({ state: 'refused', refusedBecause: 'Not about the rules' })
  })
})

describe('arbiters', () => {
  test('other organisers see number, state, activity and deadlines, and nothing else', async () => {
    const id = await filed()
    const summary = (await site.ask(office.readCase, at(organiser, id))).data
    expect(Object.keys(summary).toSorted()).toEqual(
      [
        'id',
        'number',
        'kind',
        'state',
        'activity',
        'timeZone',
        'receivedAt',
        'dueAt',
        'isOverdue',
        'closedAt',
        'mayOpen',
      ].toSorted(),
    )
    expect(summary.mayOpen).toBe('Only arbiters may open cases.')
    for (const refused of [
      await site.ask(office.openCase, at(organiser, id)),
      await site.ask(office.listCaseSheets, at(organiser, id)),
      await site.ask(office.investigateCase, { ...at(organiser, id), body: { version: 1 } }),
    ])
      expect(refused.failure().error).toBe('case.notArbiter')
  })

  test.each([
    [
      'the objector',
      'case.ownCase',
      async (who: TestPerson) => {
        await site.pool.query(
          'update case_party set account_id = $1 where case_id in (select id from contest_case where list_id = $2)',
          [who.id, list],
        )
      },
    ],
    [
      'in a team of the activity',
      'case.arbiterInTeam',
      async (who: TestPerson) => {
        await storeAcceptedWork(site, activityId, { captain: who })
      },
    ],
    [
      'of the institution of the objector',
      'case.arbiterOfInstitution',
      async (who: TestPerson) => {
        await site.pool.query(`update account set school = ' 米花 中学' where id = $1`, [who.id])
      },
    ],
    [
      'of the institution of the team',
      'case.arbiterOfInstitution',
      async (who: TestPerson) => {
        await site.pool.query(`update account set school = '江州一中' where id = $1`, [who.id])
      },
    ],
    [
      'an expert of the work',
      'case.arbiterIsExpert',
      async (who: TestPerson) => {
        const round = await storeRound(site, { editionId, activityIds: [activityId] })
        const entry = await storeEntry(site, round.id, work.workId)
        const reviewerId = await storeReviewer(site, round.id, who.id)
        await storeAssignment(site, round.id, entry.id, reviewerId)
      },
    ],
  ])('an arbiter who is %s is refused with the reason', async (_, error, become) => {
    const id = await filed()
    const concerned = await createPerson(site, { access: 'admin', realName: '当事', school: '别处' })
    await storeArbiter(site, concerned)
    expect((await site.ask(office.openCase, at(concerned, id))).status).toBe(200)
    await become(concerned)
    // Whoever takes part in the activity is refused by the rule of all stages.
    const refusal = error === 'case.arbiterInTeam' ? 'organiser.takesPart' : error
    expect((await site.ask(office.openCase, at(concerned, id))).failure().error).toBe(refusal)
    expect((await site.ask(office.readCase, at(concerned, id))).data.mayOpen).not.toBeNull()
  })

  test('are appointed by another organiser, once, and end', async () => {
    const candidate = await createPerson(site, { access: 'admin' })
    const teacher = await createPerson(site)
    const appoint = (who: TestPerson, uid: TestPerson['id']) =>
      site.ask(office.appointArbiter, { headers: english(who), body: { uid } })
    expect((await appoint(candidate, candidate.id)).failure().error).toBe('arbiter.ownAppointment')
    expect((await appoint(organiser, teacher.id)).failure().fields).toMatchObject([{ path: 'uid' }])
    const { id } = (await appoint(organiser, candidate.id)).data
    expect((await appoint(organiser, candidate.id)).failure().error).toBe('arbiter.appointed')
    const found = await filed()
    expect((await site.ask(office.openCase, at(candidate, found))).status).toBe(200)
    await site.ask(office.endArbiter, { headers: english(organiser), params: { id } })
    expect((await site.ask(office.openCase, at(candidate, found))).failure().error).toBe('case.notArbiter')
  })

  test('every look is logged and shown, files included', async () => {
    const evidence = await uploadEvidence(site, objector, { list })
    const id = await filed({ evidence: [evidence] })
    await opened(id)
    await opened(id, second)
    expect((await site.get(`/api/files/${evidence}`, arbiter.headers)).status).toBe(200)
    const { events } = await opened(id)
    expect(events.map(({ kind, by, isOfParty }) => [kind, by, isOfParty])).toEqual([
      ['looked', '裁判', false],
      ['evidenceRead', '裁判', false],
      ['looked', '复核', false],
      ['looked', '裁判', false],
      ['received', null, true],
    ])
    const { rows } = await site.pool.query(
      `select actor_id from audit where subject_kind = 'case' and subject_id = $1 and action = 'case.looked'`,
      [id],
    )
    expect(rows).toHaveLength(3)
  })
})
