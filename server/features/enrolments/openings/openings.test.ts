import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import {
  createActivity,
  createEdition,
  createKnownTeacher,
  createPhase,
  daysFromNoon,
} from '../../../testing/contest.ts'
import { deleteAccountOf } from '../../../testing/deletion.ts'
import { givePassword } from '../../../testing/owners.ts'
import type { TestPerson } from '../../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { outbox } from '../../outbox/tables.ts'
import { notifyOpenings } from './openings.ts'
import { openingWish } from '../tables.ts'

let site: TestSite
let editionId: EditionId
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const upcoming = async (): Promise<ActivityId> => {
  const activityId = await createActivity(site, editionId)
  await createPhase(site, editionId, { activityId, opensAt: daysFromNoon(2), closesAt: daysFromNoon(9) })
  return activityId
}

const ask = (who: TestPerson | undefined, method: 'PUT' | 'DELETE', id: ActivityId) =>
  site.call(method, `/api/activities/${id}/opening-wish`, { headers: who?.headers ?? {} })

const next = async (who: TestPerson | undefined, id: ActivityId): Promise<[boolean, boolean]> => {
  const answer = await site.get(`/api/activities/${id}/next-step`, who?.headers ?? {})
  const { isUpcoming, wantsToKnow } = answer.data(readNextStep)
  return [isUpcoming, wantsToKnow]
}

const titles = async ({ headers }: TestPerson): Promise<string[]> => {
  const answer = await site.get('/api/notices', { ...headers, 'accept-language': 'en-US' })
  return answer.data(listNotices).list.map(({ title }) => title)
}

test('users who asked for it are notified once, on the site and by mail, when enrolment opens', async () => {
  const id = await upcoming()
  const teacher = await createKnownTeacher(site)
  expect(await next(undefined, id)).toEqual([true, false])
  expect((await ask(undefined, 'PUT', id)).status).toBe(401)
  for (let times = 0; times < 2; times += 1) expect((await ask(teacher, 'PUT', id)).status).toBe(200)
  expect(await next(teacher, id)).toEqual([true, true])
  await notifyOpenings(site.asProgram())
  expect(await titles(teacher)).toEqual([])
  site.clock.set(daysFromNoon(2))
  await Promise.all([
    notifyOpenings(site.asProgram()),
    notifyOpenings(site.asProgram()),
    notifyOpenings(site.asProgram()),
  ])
  await notifyOpenings(site.asProgram())
  expect(await titles(teacher)).toEqual([expect.stringMatching(/^Enrollment has opened: /)])
  const letters = await site.db.select({ letter: outbox.letter }).from(outbox).where(eq(outbox.accountId, teacher.id))
  expect(letters).toEqual([{ letter: 'notice' }])
  expect(await next(teacher, id)).toEqual([false, false])
})

test('users who cancel it, or have deleted their account, are not notified', async () => {
  const id = await upcoming()
  const [fickle, leaving] = [await createKnownTeacher(site), await createKnownTeacher(site)]
  await givePassword(site, leaving)
  for (const who of [fickle, leaving]) await ask(who, 'PUT', id)
  expect((await ask(fickle, 'DELETE', id)).status).toBe(200)
  expect((await deleteAccountOf(site, leaving)).status).toBe(200)
  expect(await site.db.select().from(openingWish).where(eq(openingWish.activityId, id))).toEqual([])
  site.clock.set(daysFromNoon(2))
  await notifyOpenings(site.asProgram())
  expect(await titles(fickle)).toEqual([])
})

test('an export of my data names the activities whose opening I wait for', async () => {
  const teacher = await createKnownTeacher(site)
  await ask(teacher, 'PUT', await upcoming())
  const data = (await site.get('/api/account/data', teacher.headers)).json() as { openingWishes: unknown }
  expect(data.openingWishes).toEqual([{ activity: expect.any(String) as string, createdAt: fixedNow.toISOString() }])
})

test('nobody waits for what is open already, or is not published', async () => {
  const teacher = await createKnownTeacher(site)
  const open = await createActivity(site, editionId)
  expect((await ask(teacher, 'PUT', open)).failure().error).toBe('activity.notUpcoming')
  const draft = await createActivity(site, editionId, { state: 'draft' })
  expect((await ask(teacher, 'PUT', draft)).failure().error).toBe('activity.notFound')
})
