import { randomUUID } from 'node:crypto'
import { startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('a large body for an enrolment of others is refused for whose it is; for the own one by its structure, unparsed', async () => {
  const activityId = await createActivity(site, await createEdition(site))
  const [captain, stranger] = [await createKnownTeacher(site), await createKnownTeacher(site)]
  const team = await site.ask(createTeam, { headers: captain.headers, body: { activityId, name: 'One', slogan: '' } })
  const enrolment = await site.ask(startEnrolment, { headers: captain.headers, body: { teamId: team.data.id } })
  const path = `/api/enrolments/${enrolment.data.id}/answers`
  const objects = Array.from({ length: 225 }, (_, at) =>
    Object.fromEntries(Array.from({ length: 100 }, (__, index) => [`k${at}-${index}`, 1])),
  )
  const body = JSON.stringify({ version: 1, answers: objects })
  const send = async ({ headers }: { headers: Record<string, string> }, text: string) => {
    const call = { headers: { ...headers, 'content-type': 'application/json' }, body: text }
    const answer = await site.call('PUT', path, call)
    return [answer.status, answer.failure().error]
  }
  expect(await send(stranger, body)).toEqual([404, 'enrolment.notFound'])
  expect(await send(captain, body)).toEqual([413, 'request.tooManyValues'])
  // Refused by the count of its signs: the parser would say that it is malformed.
  expect(await send(captain, `${body.slice(0, -1)},`)).toEqual([413, 'request.tooManyValues'])
  expect(await send(captain, `"${randomUUID()}`)).toEqual([400, 'request.malformed'])
})
