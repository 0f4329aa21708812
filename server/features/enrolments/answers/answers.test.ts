import { readActivitySource } from '@lectern/contract/competition/activities.ts'
import { readEnrolment, saveAnswers, startEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let activityId: ActivityId
let organiser: TestPerson
let writer: TestPerson
let enrolment: Enrolment

const question = (id: string): FormField => ({
  id,
  type: 'text',
  label: { 'zh-CN': id, 'en-US': id },
  help: {},
  required: false,
  personal: false,
})

const ask = async (...fields: FormField[]): Promise<void> => {
  const source = (await site.callAs(organiser, 'GET', `/api/activities/${activityId}/source`)).data(readActivitySource)
  const { code, name, group, summary, body, requirements, rules, cover, version } = source
  const { teamMin, teamMax, advisorsMax, capacity } = source
  const texts = { name, group, summary, body, requirements, rules }
  const terms = { code, cover, teamMin, teamMax, advisorsMax, capacity, fields, version }
  const saved = await site.callAs(organiser, 'PUT', `/api/activities/${activityId}`, { ...texts, ...terms })
  expect(saved.status).toBe(200)
}

const save = async (answers: object) => {
  const answer = await site.callAs(writer, 'PUT', `/api/enrolments/${enrolment.id}/answers`, {
    version: enrolment.version,
    answers,
  })
  if (answer.status === 200) enrolment = { ...enrolment, version: answer.data(saveAnswers).version }
  return answer
}

const stored = async () =>
  (await site.callAs(writer, 'GET', `/api/enrolments/${enrolment.id}`)).data(readEnrolment).answers

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  activityId = await createActivity(site, await createEdition(site))
})
afterAll(() => site.close())

beforeEach(async () => {
  writer = await createKnownTeacher(site)
  await ask(question('title'), question('note'))
  const team = (await site.callAs(writer, 'POST', '/api/teams', { activityId, name: 'Jiangzhou', slogan: '' })).data(
    createTeam,
  )
  enrolment = (await site.callAs(writer, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
})

describe('answers', () => {
  test('to what nobody has ever asked are refused by name, and nothing is stored', async () => {
    const answer = await save({ title: 'A course', forged: 'x', another: null })
    const { error, fields } = answer.failure()
    expect([answer.status, error, fields]).toEqual([
      422,
      'request.invalid',
      [
        { path: 'answers.forged', message: 'This field is not known here' },
        { path: 'answers.another', message: 'This field is not known here' },
      ],
    ])
    expect(await stored()).toEqual({})
  })

  test('to a question that goes while somebody writes are kept like the others', async () => {
    await ask(question('title'))
    expect((await save({ title: 'A course', note: 'Typed meanwhile' })).status).toBe(200)
    expect(await stored()).toEqual({ title: 'A course', note: 'Typed meanwhile' })
  })

  test('to a question that is gone stay, whether or not they are sent again', async () => {
    await save({ title: 'A course', note: 'Typed before' })
    await ask(question('title'))
    await save({ title: 'Another course' })
    expect(await stored()).toEqual({ title: 'Another course', note: 'Typed before' })
    await save({ title: 'A third', note: 'Typed before' })
    expect(await stored()).toEqual({ title: 'A third', note: 'Typed before' })
  })
})
