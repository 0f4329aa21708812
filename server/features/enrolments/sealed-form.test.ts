import { saveAnswers, startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { addFile } from '../../testing/files.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const scan: FormField = {
  id: 'scan',
  type: 'file',
  label: { 'zh-CN': '盖章报名表扫描件' },
  help: {},
  required: true,
  personal: false,
  sealed: true,
}

test('an activity that asks for the sealed form takes no enrolment without its scan', async () => {
  const activityId = await createActivity(site, await createEdition(site), { fields: [scan] })
  const captain = await createKnownTeacher(site)
  const made = await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Sealed', slogan: '' })
  const begun = await site.callAs(captain, 'POST', '/api/enrolments', { teamId: made.data(createTeam).id })
  const { id, version, fields, problems } = begun.data(startEnrolment)
  expect([fields.map((field) => field.sealed), problems.map(({ field }) => field)]).toEqual([[true], ['scan']])
  const path = `/api/enrolments/${id}`
  expect((await site.callAs(captain, 'POST', `${path}/submission`, { version })).status).toBe(422)
  const file = await addFile(site.db, { ownerId: captain.id, purpose: 'answer' })
  const saved = await site.callAs(captain, 'PUT', `${path}/answers`, { version, answers: { scan: { files: [file] } } })
  const submitted = await site.callAs(captain, 'POST', `${path}/submission`, {
    version: saved.data(saveAnswers).version,
  })
  expect(submitted.status).toBe(200)
})
