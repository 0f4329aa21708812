import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { touchSessions } from './sessions/sessions.ts'
import { session } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const day = 86_400_000

test('a session that is not remembered ends after seven days, however much it is used', async () => {
  const person = await createPerson(site)
  await site.db.update(session).set({ remembered: false }).where(eq(session.id, person.sessionId))
  const isIn = async () => (await site.get('/api/user/currentUser', person.headers)).data() !== null
  for (const used of [1, 3, 5, 6.9])
    await touchSessions(site.db, new Map([[person.sessionId, after(used * day, fixedNow)]]))
  site.clock.set(after(7 * day - 1))
  expect(await isIn()).toBe(true)
  site.clock.set(after(7 * day))
  expect(await isIn()).toBe(false)
})
