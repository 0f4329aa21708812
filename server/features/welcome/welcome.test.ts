import { listMessages } from '@lectern/contract/contact-messages/contact-messages.ts'
import { defaultOfficeSettings } from '@lectern/contract/settings/settings.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { easyProof } from '../../testing/proofs.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

const path = '/api/welcome'
const filledIn = {
  realName: 'Ana',
  school: 'A school',
  department: 'A department',
  title: 'A title',
  province: '11',
  city: '1101',
}

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const givePassword = ({ id }: TestPerson) =>
  site.pool.query("insert into credential (account_id, password) values ($1, 'a hash')", [id])

const tasks = async ({ headers }: TestPerson, on = site): Promise<string[]> =>
  (await on.get(path, headers)).data(listOwnTasks).list.map(({ name, state }) => `${name} ${state}`)

test('a visitor has no tasks', async () => {
  expect((await site.get(path)).status).toBe(401)
})

test('each task says where it is done', async () => {
  const person = await createPerson(site)
  expect((await site.get(path, person.headers)).data()).toEqual({
    list: [
      {
        id: 'password',
        name: 'password',
        values: {},
        state: 'next',
        link: '/account/reviserPwd',
        until: null,
        timeZone: null,
      },
      {
        id: 'contact',
        name: 'contact',
        values: {},
        state: 'waiting',
        link: '/account/settings?tab=security',
        until: null,
        timeZone: null,
      },
      {
        id: 'profile',
        name: 'profile',
        values: {},
        state: 'waiting',
        link: '/account/Evpi?redirect=/Welcome',
        until: null,
        timeZone: null,
      },
    ],
  })
})

test('the next task is the first that is not done', async () => {
  const profileFirst = await createPerson(site, filledIn)
  await givePassword(profileFirst)
  expect(await tasks(profileFirst)).toEqual(['contact next', 'profile done'])
  const contactsFirst = await createPerson(site, { email: 'c@example.org', phone: '+8613900000002' })
  await givePassword(contactsFirst)
  expect(await tasks(contactsFirst)).toEqual(['contact done', 'profile next'])
})

test('there is no next task when everything is done', async () => {
  const person = await createPerson(site, { ...filledIn, email: 'd@example.org', phone: '+8613900000003' })
  await givePassword(person)
  expect(await tasks(person)).toEqual(['contact done', 'profile done'])
})

test('organisers learn that something waits in the office, as long as it does', async () => {
  const organiser = await createPerson(site, {
    ...filledIn,
    email: 'o@example.org',
    phone: '+8613900000009',
    access: 'admin',
  })
  await givePassword(organiser)
  expect(await tasks(organiser)).toEqual(['contact done', 'profile done'])
  const question = { name: 'Ana', contact: 'ana@example.org', subject: 'A question', body: 'When does it begin?' }
  const body = { ...question, proof: await easyProof(site, 'message') }
  expect((await site.call('POST', '/api/messages', { body })).status).toBe(200)
  expect(await tasks(organiser)).toEqual(['office next', 'contact done', 'profile done'])
  const { id } = (await site.get('/api/messages', organiser.headers)).data(listMessages).list[0]!
  const closing = await site.callAs(organiser, 'PUT', `/api/messages/${id}/state`, { version: 1, state: 'closed' })
  expect(closing.status).toBe(200)
  expect(await tasks(organiser)).toEqual(['contact done', 'profile done'])
})

test('only contacts that can be confirmed here are asked for', async () => {
  const start = (config: object) => startSite({ databaseUrl: site.databaseUrl, config: { demo: false, ...config } })
  const person = await createPerson(site, { email: 'e@example.org' })
  const [withMail, withNothing] = [await start({ smtpUrl: new URL('smtp://127.0.0.1:1') }), await start({})]
  expect(await tasks(person, withMail)).toEqual(['password next', 'contact done', 'profile waiting'])
  expect(await tasks(person, withNothing)).toEqual(['password next', 'profile waiting'])
  await Promise.all([withMail.close(), withNothing.close()])
})

test('a second factor that is required comes first, for those who lack it', async () => {
  await site.pool.query("insert into setting (key, value, updated_at) values ('office', $1, now())", [
    { ...defaultOfficeSettings, requireSecondFactor: true },
  ])
  const strict = await startSite({ databaseUrl: site.databaseUrl })
  const [admin, participant] = [await createPerson(site, { access: 'admin' }), await createPerson(site)]
  expect(await tasks(admin, strict)).toEqual([
    'secondFactor next',
    'password waiting',
    'contact waiting',
    'profile waiting',
  ])
  expect(await tasks(participant, strict)).toEqual(['password next', 'contact waiting', 'profile waiting'])
  await site.pool.query("insert into credential (account_id, totp_secret, totp_confirmed_at) values ($1, 's', now())", [
    admin.id,
  ])
  expect(await tasks(admin, strict)).toEqual(['password next', 'contact waiting', 'profile waiting'])
  await strict.close()
})
