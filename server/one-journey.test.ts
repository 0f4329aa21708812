import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import {
  joinWaitingList,
  listMyEnrolments,
  readEnrolment,
  reviveEnrolment,
  saveAnswers,
  startAmendment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import { grantExtension } from '@lectern/contract/competition/extensions.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep, type JourneyStep } from '@lectern/contract/journey/journey.ts'
import { createTeam, joinTeam, listMyTeams, readTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from './testing/contest.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { fixedNow, startSite, type TestSite } from './testing/site.ts'
import { examineAfterEach } from './testing/examination.ts'
import { offerSeats } from './features/enrolments/waiting/offers.ts'

// Every endpoint that shows a next step must show the same one for the same team.

let site: TestSite
let editionId: EditionId
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
examineAfterEach(() => site)
beforeEach(() => site.clock.set(fixedNow))

const offer = () => offerSeats(site.asProgram())

const call = async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, path: string, body?: unknown) => {
  const answer = await site.call(endpoint.method, path, {
    headers: { ...headers, 'accept-language': 'en-US' },
    ...(body !== undefined && { body }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.data(endpoint)
}

const pick = ({ step, turn, isDone, link, until, why, values }: JourneyStep) => ({
  step,
  turn,
  isDone,
  link,
  until,
  why,
  values,
})

/** Steps that `/Welcome` does not list: nothing has to be done, or another task covers it. */
const unlisted = new Set(['complete', 'refused', 'rejected', 'withdrawn'])

/** A user's next step, on which all endpoints agree. */
const agreed = async (who: TestPerson, { id, activity }: Team): Promise<JourneyStep> => {
  const onActivity = pick(await call(readNextStep, who, `/api/activities/${activity.id}/next-step`))
  const { next: onTeam } = await call(readTeam, who, `/api/teams/${id}`)
  const { teams } = await call(listMyTeams, who, '/api/account/teams')
  const { list: enrolments } = await call(listMyEnrolments, who, '/api/account/enrolments')
  const { list: tasks } = await call(listOwnTasks, who, '/api/welcome')
  const inCenter = [...teams.filter((team) => team.id === id), ...enrolments.filter(({ team }) => team.id === id)]
  for (const { next } of inCenter) expect(next).toEqual(onActivity)
  expect(onTeam).toEqual(onActivity)
  const { step, turn, isDone, link, until, why } = onActivity
  const own = tasks.filter((task) => task.id.endsWith(id))
  const isListed = !unlisted.has(step)
  expect(own.map((task) => [task.name.replace('others.', ''), task.link, task.until])).toEqual(
    isListed ? [[step, link, until]] : [],
  )
  if (isListed) {
    const isMine = turn === 'own' && why === null
    expect([step, own[0]!.state]).toEqual([step, isDone ? 'done' : isMine ? 'next' : 'others'])
  }
  return onActivity
}

const teacher = async (): Promise<TestPerson> => {
  const made = await createKnownTeacher(site)
  await site.pool.query("insert into credential (account_id, password) values ($1, 'a hash')", [made.id])
  return made
}

const make = async (activityId: ActivityId) => {
  const captain = await teacher()
  const team = await call(createTeam, captain, '/api/teams', { activityId, name: 'Kites', slogan: '' })
  return { captain, team }
}
const join = async ({ invite }: Team, role: 'member' | 'advisor'): Promise<TestPerson> => {
  const person = await teacher()
  await call(joinTeam, person, `/api/joining/${invite!.code}?role=${role}`)
  return person
}
const begin = (captain: TestPerson, { id: teamId }: Team) =>
  call(startEnrolment, captain, '/api/enrolments', { teamId })
const stepEndpoints = {
  submission: submitEnrolment,
  amendment: startAmendment,
  withdrawal: withdrawEnrolment,
  revival: reviveEnrolment,
}
const take = async (
  captain: TestPerson,
  id: string,
  name: keyof typeof stepEndpoints,
  more: object = {},
): Promise<void> => {
  const { version } = await call(readEnrolment, captain, `/api/enrolments/${id}`)
  await call(stepEndpoints[name], captain, `/api/enrolments/${id}/${name}`, { version, ...more })
}
const decide = async (id: string, decision: string): Promise<void> => {
  const { version } = await call(readEnrolment, admin, `/api/enrolments/${id}`)
  const body = { enrolments: [{ id, version }], decision, reason: 'Because' }
  await call(decideEnrolments, admin, '/api/enrolments/decisions', body)
}

const question = { id: 'stage', type: 'text', label: { 'en-US': 'Stage' }, help: {}, required: true, personal: false }

test('the same step is told everywhere, from the first member to the decision', async () => {
  const activityId = await createActivity(site, editionId, {
    teamMin: 2,
    advisorsMax: 1,
    fields: [{ ...question, maxLength: 100 }] as never,
  })
  const { captain, team } = await make(activityId)
  const advisor = await join(team, 'advisor')
  const steps = async (people: readonly TestPerson[]) => {
    const found: string[] = []
    for (const person of people) {
      const { step, turn } = await agreed(person, team)
      found.push(`${step} ${turn}`)
    }
    return found
  }
  expect(await steps([captain, advisor])).toEqual(['gather own', 'gather others'])
  const member = await join(team, 'member')
  const all = [captain, member, advisor]
  expect(await steps(all)).toEqual(['fill own', 'fill own', 'fill others'])
  const { id, version } = await begin(captain, team)
  expect(await steps(all)).toEqual(['fill own', 'fill own', 'fill others'])
  await call(saveAnswers, member, `/api/enrolments/${id}/answers`, { version, answers: { stage: 'One' } })
  expect(await steps(all)).toEqual(['submit own', 'submit others', 'submit others'])
  await take(captain, id, 'submission')
  expect(await steps(all)).toEqual(['wait none', 'wait none', 'wait none'])
  await take(captain, id, 'amendment')
  expect(await steps(all)).toEqual(['amend own', 'amend own', 'amend others'])
  await decide(id, 'returned')
  expect(await steps(all)).toEqual(['resubmit own', 'resubmit own', 'resubmit others'])
  await take(captain, id, 'submission')
  await decide(id, 'approved')
  expect(await steps(all)).toEqual(['done none', 'done none', 'done none'])
  await take(captain, id, 'withdrawal')
  expect(await steps(all)).toEqual(['withdrawn none', 'withdrawn none', 'withdrawn none'])
  await take(captain, id, 'revival')
  expect(await steps([captain])).toEqual(['submit own'])
  site.clock.set(daysFromNoon(6))
  expect(await steps(all)).toEqual(['refused none', 'refused none', 'refused none'])
})

test('the same step is told everywhere on the waiting list', async () => {
  const activityId = await createActivity(site, editionId, { capacity: 1, waitingList: true, fields: [] })
  const holder = await make(activityId)
  const held = await begin(holder.captain, holder.team)
  await take(holder.captain, held.id, 'submission')
  const { captain, team } = await make(activityId)
  const { id } = await begin(captain, team)
  const step = async () => (await agreed(captain, team)).step
  expect(await step()).toBe('joinWaitingList')
  await call(joinWaitingList, captain, `/api/enrolments/${id}/waiting`)
  expect(await step()).toBe('onWaitingList')
  await take(holder.captain, held.id, 'withdrawal')
  await offer()
  const offered = await agreed(captain, team)
  expect([offered.step, offered.until]).toEqual(['takePlace', daysFromNoon(2).toISOString()])
  site.clock.set(daysFromNoon(3))
  expect(await step()).toBe('refused')
})

test('an extension and a rejection are told the same everywhere', async () => {
  const activityId = await createActivity(site, editionId, { fields: [] })
  const { captain, team } = await make(activityId)
  const until = daysFromNoon(9).toISOString()
  await call(grantExtension, admin, `/api/teams/${team.id}/extensions`, { kind: 'enrolment', until, reason: 'A flood' })
  const { id } = await begin(captain, team)
  expect((await agreed(captain, team)).until).toBe(until)
  await take(captain, id, 'submission')
  await decide(id, 'rejected')
  expect((await agreed(captain, team)).step).toBe('rejected')
})
