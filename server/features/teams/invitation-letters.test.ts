import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { throttle } from '../../platform/tables.ts'
import { lettersTo } from '../../testing/codes.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let activityId: ActivityId
let captain: TestPerson
let team: Team

beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site))
  captain = await createPerson(site, { realName: '王芳' })
  const body = { activityId, name: 'Harbor', slogan: '' }
  team = (await site.call('POST', '/api/teams', { headers: captain.headers, body })).data(createTeam)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const invite = (to: string) =>
  site.call('POST', `/api/teams/${team.id}/invitations`, { headers: captain.headers, body: { to, role: 'member' } })

test('people without an account read the activity and one letter of who asks, and nothing that a participant has worded', async () => {
  await invite('stranger@example.org')
  const [letter] = await lettersTo(site, 'stranger@example.org')
  expect(letter).toMatchObject({ letter: 'teamInvitation', content: { activity: '课程创新', person: '王**' } })
  expect(JSON.stringify(letter)).not.toMatch(/Harbor|王芳/)
})

test('ten contacts a day may be invited, whether or not an account stands behind them', async () => {
  await createPerson(site, { email: 'guest-0@example.org' })
  for (let sent = 0; sent < 10; sent += 1) expect((await invite(`guest-${sent}@example.org`)).status).toBe(200)
  expect(refusal(await invite('guest-10@example.org'))).toEqual({
    status: 429,
    error: 'invitation.tooManyToday',
    params: { most: 10, hours: 3 },
  })
  const known = await createPerson(site)
  expect((await invite(known.username)).status).toBe(200)
  site.clock.set(after(3 * 3_600_000))
  expect((await invite('guest-10@example.org')).status).toBe(200)
})

test('who tries usernames that nobody has is stopped, also at one that somebody has', async () => {
  const known = await createPerson(site)
  for (let tried = 0; tried < 20; tried += 1)
    expect(refusal(await invite(`no-such-name-${tried}`))).toMatchObject({ error: 'invitation.nobody' })
  for (const name of ['no-such-name', known.username])
    expect(refusal(await invite(name))).toEqual({ status: 429, error: 'request.tooMany', params: { seconds: 180 } })
})

test('text messages go only to the countries that organizers have chosen', async () => {
  const refused = { status: 422, error: 'channel.countryNotServed', params: { countries: '+86' }, at: ['to'] }
  expect(refusal(await invite('+5511987654321'))).toEqual(refused)
  const admin = await createPerson(site, { access: 'admin' })
  const change = (smsCountries: string[]) =>
    site.call('PUT', '/api/settings', { headers: admin.headers, body: { smsCountries } })
  expect((await change(['55'])).status).toBe(422)
  expect((await change([])).status).toBe(422)
  expect((await change(['+86', '+55'])).data()).toMatchObject({ smsCountries: ['+86', '+55'] })
  expect((await invite('+5511987654321')).status).toBe(200)
})

test.each([
  ['name', { name: 'Prize at evil.com', slogan: '' }],
  ['slogan', { name: 'Fine', slogan: 'See https://evil.example' }],
])('a team’s %s holds no address', async (field, body) => {
  const person = await createPerson(site)
  const made = await site.call('POST', '/api/teams', { headers: person.headers, body: { activityId, ...body } })
  expect(refusal(made)).toEqual({ status: 422, error: 'account.nameHoldsAddress', at: [field] })
})

test('nor does a person’s name', async () => {
  const body = { uid: captain.id, version: 1, realName: '王芳 evil.com' }
  const answer = await site.call('PUT', `/api/user/user/${captain.id}`, { headers: captain.headers, body })
  expect(refusal(answer)).toEqual({ status: 422, error: 'account.nameHoldsAddress', at: ['realName'] })
})
