import { readActivitySource } from '@lectern/contract/competition/activities.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition } from '../../../testing/contest.ts'
import { createPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('limits of an activity do not go below the teams that are there', async () => {
  const { headers } = await createPerson(site, { access: 'admin' })
  const activityId = await createActivity(site, await createEdition(site))
  const people = await Promise.all(['captain', 'member', 'advisor'].map(() => createPerson(site)))
  await site.pool.query(
    `with made as (
       insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Chalk', 'CHALK234', now(), now(), now()) returning id, activity_id
     )
     insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
     select id, activity_id, person, role, place - 1, now()
     from made, unnest($2::uuid[], array['captain', 'member', 'advisor']) with ordinality as people (person, role, place)`,
    [activityId, people.map(({ id }) => id)],
  )
  const path = `/api/activities/${activityId}`
  const source = (await site.get(`${path}/source`, headers)).data(readActivitySource)
  const { code, name, group, summary, body, requirements, rules, cover, teamMin, capacity, fields, version } = source
  const content = { code, name, group, summary, body, requirements, rules, cover, teamMin, capacity, fields, version }
  const save = (limits: { teamMax: number; advisorsMax: number }) =>
    site.call('PUT', path, { headers: { ...headers, 'accept-language': 'en-US' }, body: { ...content, ...limits } })

  const refused = await save({ teamMax: 1, advisorsMax: 0 })
  expect(refused.status).toBe(422)
  expect(refused.failure().fields?.map(({ path: field }) => field)).toEqual(['teamMax', 'advisorsMax'])
  expect((await save({ teamMax: 2, advisorsMax: 1 })).status).toBe(200)
})
