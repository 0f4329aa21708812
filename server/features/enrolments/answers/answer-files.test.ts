import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { saveAnswers, startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId, FileId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { and, eq } from '../../../platform/database/drizzle.ts'
import type { Http } from '../../../platform/http/serve.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { addFile } from '../../../testing/files.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { audit } from '../../audit/tables.ts'

const field = (id: string, label: string, rest: object): FormField =>
  ({ id, label: { 'zh-CN': label }, help: {}, required: false, personal: false, ...rest }) as FormField

const fields = [
  field('kind', '类别', { type: 'choice', options: [{ id: 'film', label: { 'zh-CN': '影片' } }] }),
  field('plan', '教学计划/日历', { type: 'file', maxFiles: 3 }),
  field('proof', 'CON', { type: 'file' }),
  field('film', '影片', { type: 'file', when: { field: 'kind', options: ['film'] } }),
]

let site: TestSite
let http: Http
let storage: Storage
let editionId: EditionId
let admin: TestPerson

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (given) => {
      http = given
    },
  })
  storage = http.contextOf({ headers: {} } as never, 'en-US').installation.storage
  editionId = await createEdition(site)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const upload = async (owner: TestPerson, name: string, content: string): Promise<FileId> => {
  const id = await addFile(site.db, { purpose: 'answer', ownerId: owner.id, name, size: content.length })
  await storage.put(`answer/${id}`, Buffer.from(content))
  return id
}

const enrol = async (
  activityId: ActivityId,
  name: string,
  answersOf: (captain: TestPerson) => Promise<object>,
  isSubmitted = true,
) => {
  const captain = await createKnownTeacher(site)
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
  const { id, version } = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(
    startEnrolment,
  )
  const answers = await answersOf(captain)
  const saved = await site.callAs(captain, 'PUT', `/api/enrolments/${id}/answers`, { version, answers })
  if (isSubmitted)
    await site.callAs(captain, 'POST', `/api/enrolments/${id}/submission`, { version: saved.data(saveAnswers).version })
}

const download = async (activityId: ActivityId, who = admin) =>
  fetch(`${site.url}/api/activities/${activityId}/files`, {
    headers: { ...who.headers, 'accept-language': 'zh-CN' },
  })

test('all files of an activity come as one archive, under names that are safe everywhere', async () => {
  const activityId = await createActivity(site, editionId, { code: 'ZIP', fields })
  await enrol(activityId, '../粉笔: "一"', async (captain) => ({
    plan: { files: [await upload(captain, 'a/b.pdf', 'one'), await upload(captain, 'A_b.pdf', 'two')] },
    proof: { file: await upload(captain, '..', 'three') },
  }))
  await enrol(
    activityId,
    'Draft',
    async (captain) => ({ proof: { files: [await upload(captain, 'd.pdf', 'd')] } }),
    false,
  )
  const lost = async (captain: TestPerson) => {
    const gone = await upload(captain, 'gone.pdf', 'gone')
    await storage.remove(`answer/${gone}`)
    return { kind: 'film', plan: { files: [gone] }, film: { files: [await upload(captain, 'film.mp4', 'film')] } }
  }
  await enrol(activityId, 'Second', lost)
  const answer = await download(activityId)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('ZIP 报名文件 2031-05-20.zip'))
  expect(readZip(Buffer.from(await answer.arrayBuffer()))).toEqual({
    '2026-ZIP-0001_.._粉笔_ _一_/教学计划_日历/a_b.pdf': 'one',
    '2026-ZIP-0001_.._粉笔_ _一_/教学计划_日历/A_b (2).pdf': 'two',
    '2026-ZIP-0001_.._粉笔_ _一_/_CON/_': 'three',
    '2026-ZIP-0002_Second/影片/film.mp4': 'film',
  })
  const rows = await site.db
    .select({ changes: audit.changes })
    .from(audit)
    .where(and(eq(audit.action, 'enrolments.filesExported'), eq(audit.subjectId, activityId)))
  expect(rows).toEqual([{ changes: { before: null, after: { count: 2 } } }])
})

test('an activity without files gives an archive that says so, one that does not exist is not found', async () => {
  const activityId = await createActivity(site, editionId, { fields })
  expect(readZip(Buffer.from(await (await download(activityId)).arrayBuffer()))).toEqual({
    '_empty.txt': '该赛项还没有团队提交文件。\n',
  })
  expect((await download(admin.id as unknown as ActivityId)).status).toBe(404)
  expect((await download(activityId, await createKnownTeacher(site))).status).toBe(403)
})

test('whoever goes away in the middle ends the reading', async () => {
  const activityId = await createActivity(site, editionId, { fields })
  await enrol(activityId, 'Endless', async (captain) => ({ plan: { files: [await upload(captain, 'long.pdf', '')] } }))
  const installation = http.contextOf({ headers: {} } as never, 'en-US').installation
  const { read } = installation.storage
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const closed = new Promise((done) => endless.on('error', () => undefined).once('close', done))
  installation.storage.read = async () => endless
  const asking = request(`${site.url}/api/activities/${activityId}/files`, { headers: admin.headers })
  asking.on('error', () => undefined).end()
  const [answer] = (await once(asking, 'response')) as [Readable]
  await once(answer, 'data')
  asking.destroy()
  await closed
  installation.storage.read = read
  expect(endless.destroyed).toBe(true)
})
