import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { readEnrolment, withdrawEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { LoanId } from '@lectern/contract/ids.ts'
import { decideLoans, giveBackLoan, listLoans } from '@lectern/contract/loans/loan-office.ts'
import type { LoanDecision } from '@lectern/contract/loans/loan-values.ts'
import { listMyLoans, requestLoan } from '@lectern/contract/loans/loans.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createSubmitted } from '../../testing/enrolments.ts'
import { examineAfterEach } from '../../testing/examination.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam } from '../../testing/works.ts'
import { notifyLoanDecisions } from './notices.ts'

let site: TestSite
let organiser: TestPerson
let activityId: Awaited<ReturnType<typeof createActivity>>

beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site))
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
examineAfterEach(() => site)

const approvedTeam = () => createApprovedTeam(site, activityId, organiser)
type Team = Awaited<ReturnType<typeof approvedTeam>>

const request = ({ enrolmentId }: Pick<Team, 'enrolmentId'>, who: TestPerson) =>
  site.ask(requestLoan, {
    headers: english(who),
    body: { enrolmentId, item: 'camera', purpose: 'One lesson on Monday' },
  })

const requested = async () => {
  const team = await approvedTeam()
  return { ...team, id: (await request(team, team.captain)).data.id }
}

const decide = (id: LoanId, version: number, decision: LoanDecision, reason?: string, who = organiser) =>
  site.ask(decideLoans, {
    headers: english(who),
    body: { loans: [{ id, version }], decision, ...(reason !== undefined && { reason }) },
  })

const giveBack = (id: LoanId, version: number, who = organiser) =>
  site.ask(giveBackLoan, { headers: english(who), params: { id }, body: { version } })

const ownOf = async ({ captain }: Pick<Team, 'captain'>) =>
  (await site.ask(listMyLoans, { headers: english(captain) })).data.list

const stateOf = async (team: Team): Promise<string | undefined> => (await ownOf(team))[0]?.loans[0]?.state

const waiting = async (): Promise<number | undefined> =>
  (await site.ask(readOfficeCounts, { headers: english(organiser) })).data['loans']

const minute = 60_000

/** Two minutes later, whatever is due is told. */
const titlesOf = async ({ captain }: Team): Promise<string[]> => {
  site.clock.set(after(2 * minute))
  await notifyLoanDecisions(site.asProgram())
  site.clock.set(fixedNow)
  const { list } = (await site.ask(listNotices, { headers: english(captain), query: {} })).data
  return list.map(({ title }) => title).filter((title) => title.includes('quipment'))
}

describe('a request', () => {
  test('is made by a member of a team whose enrolment is approved, and waits in the menu of the office', async () => {
    const before = (await waiting()) ?? 0
    const team = await approvedTeam()
    expect(await ownOf(team)).toMatchObject([{ enrolmentId: team.enrolmentId, loans: [], whyNotRequest: null }])
    const answer = await request(team, team.captain)
    expect(answer.status).toBe(200)
    expect(await ownOf(team)).toMatchObject([
      {
        loans: [{ id: answer.data.id, item: 'camera', purpose: 'One lesson on Monday', state: 'submitted' }],
        whyNotRequest: 'The team has asked for equipment or still has some. That must be settled first.',
      },
    ])
    expect(await waiting()).toBe(before + 1)
  })

  test('is not made by visitors, strangers and organisers', async () => {
    const team = await approvedTeam()
    const visitor = await site.call('POST', '/api/loans', { body: {} })
    expect(visitor.status).toBe(401)
    expect((await request(team, await createKnownTeacher(site))).failure().error).toBe('enrolment.notFound')
    expect((await request(team, organiser)).failure().error).toBe('loan.membersOnly')
  })

  test('is not made before the approval, nor while another one is open', async () => {
    const { captain, enrolment } = await createSubmitted(site, activityId, 'Early')
    const early = await request({ enrolmentId: enrolment.id }, captain)
    expect(early.failure().error).toBe('loan.enrolmentNotApproved')
    const team = await requested()
    expect((await request(team, team.captain)).failure().error).toBe('loan.open')
    await decide(team.id, 1, 'refused', 'All lent')
    expect((await request(team, team.captain)).status).toBe(200)
  })
})

describe('a decision', () => {
  test('needs a reason, unless the equipment is lent', async () => {
    const team = await requested()
    expect((await decide(team.id, 1, 'refused')).failure().error).toBe('enrolment.reasonNeeded')
    expect((await decide(team.id, 1, 'lent')).status).toBe(200)
    expect(await stateOf(team)).toBe('lent')
  })

  test('is told after a minute; if it is taken back before, nothing is told', async () => {
    const [told, untold] = [await requested(), await requested()]
    await decide(told.id, 1, 'lent')
    await decide(untold.id, 1, 'lent')
    await decide(untold.id, 2, 'submitted', 'A slip')
    expect(await titlesOf(told)).toEqual(['Equipment granted: Camera'])
    expect(await titlesOf(untold)).toEqual([])
    await decide(told.id, 2, 'submitted', 'It is broken')
    expect((await titlesOf(told)).toSorted()).toEqual([
      'Decision on equipment revoked: Camera',
      'Equipment granted: Camera',
    ])
  })

  test('is not made by an organiser who takes part, and not on what somebody else has decided since', async () => {
    const team = await requested()
    const other = await approvedTeam()
    await site.pool.query(`update account set access = 'admin' where id = $1`, [other.captain.id])
    expect((await decide(team.id, 1, 'lent', undefined, other.captain)).failure().error).toBe('organiser.takesPart')
    await decide(team.id, 1, 'lent')
    expect((await decide(team.id, 1, 'refused', 'All lent')).failure().error).toBe('resource.changed')
    expect((await giveBack(team.id, 2, other.captain)).failure().error).toBe('organiser.takesPart')
  })

  test('to lend ends when the equipment is back', async () => {
    const team = await requested()
    expect((await giveBack(team.id, 1)).failure().error).toBe('loan.moveRefused')
    await decide(team.id, 1, 'lent')
    expect((await giveBack(team.id, 2)).status).toBe(200)
    expect(await stateOf(team)).toBe('givenBack')
    expect((await decide(team.id, 3, 'submitted', 'A slip')).failure().error).toBe('loan.moveRefused')
  })
})

test('a team whose loan is open keeps its enrolment', async () => {
  const team = await requested()
  const as = { headers: english(team.captain), params: { id: team.enrolmentId } }
  const { version } = (await site.ask(readEnrolment, as)).data
  const withdrawn = await site.ask(withdrawEnrolment, { ...as, body: { version } })
  expect(withdrawn.failure().error).toBe('loan.open')
  const returned = await site.ask(decideEnrolments, {
    headers: english(organiser),
    body: { enrolments: [{ id: team.enrolmentId, version }], decision: 'returned', reason: 'Once more' },
  })
  expect(returned.failure().error).toBe('loan.open')
})

test('the list of the office is filtered, and says what is for other organisers', async () => {
  const team = await requested()
  const listed = async (query: QueryInputOf<typeof listLoans>, who = organiser) =>
    (await site.ask(listLoans, { headers: english(who), query })).data.list
  const [found] = await listed({ search: team.number })
  expect(found).toMatchObject({ id: team.id, team: { name: '星火' }, state: 'submitted', isOwnActivity: false })
  expect(await listed({ search: team.number, state: 'lent,refused' })).toEqual([])
  expect(await listed({ search: team.number, school: '江州', province: '110000', from: '2000-01-01' })).toEqual([found])
  expect(await listed({ until: '2000-01-01' })).toEqual([])
  await site.pool.query(`update account set access = 'admin' where id = $1`, [team.captain.id])
  expect((await listed({ search: team.number }, team.captain))[0]).toMatchObject({ isOwnActivity: true })
})
