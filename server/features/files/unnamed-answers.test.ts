import { startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { features } from '../../features.ts'
import { createSweep } from '../../sweep.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import { createInspection } from './content/inspection.ts'
import { file } from './tables.ts'

const hour = 3_600_000
let site: TestSite
let ctx: Ctx

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (http) => {
      ctx = http.contextOf({ headers: {}, id: 'test' } as never, 'en-US')
    },
  })
})
afterAll(() => site.close())

test('an answer that no enrolment names is forgotten after 72 hours; one that is named stays', async () => {
  const { storage } = ctx.installation
  const person = await createKnownTeacher(site)
  const mine = uploaderOf(site, person)
  const named = (await mine.whole({}, Buffer.from('in the form'))).id
  const unnamed = (await mine.whole({}, Buffer.from('forgotten'))).id
  await createInspection({ db: site.db, clock: site.clock, storage }).run()
  const label = { 'zh-CN': '方案', 'en-US': 'Plan' }
  const fields = [{ id: 'plan', type: 'file' as const, label, help: {}, required: false, personal: false }]
  const activityId = await createActivity(site, await createEdition(site), { fields })
  const call = (method: string, path: string, body: object) =>
    site.call(method, path, { headers: person.headers, body })
  const team = (await call('POST', '/api/teams', { activityId, name: 'Ours', slogan: '' })).data(createTeam)
  const { id, version } = (await call('POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const saved = await call('PUT', `/api/enrolments/${id}/answers`, { version, answers: { plan: { file: named } } })
  expect(saved.status).toBe(200)

  const sweepAt = async (milliseconds: number) => {
    const clock = { now: () => after(milliseconds) }
    await createSweep({ db: site.db, clock, storage, features }).run()
    const rows = await site.db.select({ id: file.id }).from(file)
    const kept = await Promise.all(rows.map(async (row) => [row.id, await storage.sizeOf(`answer/${row.id}`)]))
    return kept.toSorted()
  }
  const both = [
    [named, 11],
    [unnamed, 9],
  ]
  expect(await sweepAt(72 * hour)).toEqual(both.toSorted())
  expect(await sweepAt(72 * hour + 1)).toEqual([[named, 11]])
  expect(await storage.sizeOf(`answer/${unnamed}`)).toBeUndefined()
})
