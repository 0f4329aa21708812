import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { clearDuties } from './duties.ts'
import { organiser } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('the organisers of a demo are removed with their duties, and their traces at those of others', async () => {
  const invented = await createPerson(site, { access: 'admin' })
  const real = await createPerson(site, { access: 'admin' })
  await site.db.insert(organiser).values([
    { accountId: invented.id, duties: ['content', 'people'], changedBy: real.id, changedAt: fixedNow },
    { accountId: real.id, duties: ['audit'], changedBy: invented.id, changedAt: fixedNow },
  ])
  await clearDuties(site.asProgram(), [invented.id])
  const rows = await site.db.select({ id: organiser.accountId, by: organiser.changedBy }).from(organiser)
  expect(rows).toEqual([{ id: real.id, by: null }])
})
