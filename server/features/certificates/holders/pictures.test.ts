import { listOwnCertificates } from '@lectern/contract/certificates/certificates.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { issuerOf } from '../../../testing/certificates.ts'
import { createEdition } from '../../../testing/contest.ts'
import { isMissing, programPlaces } from '../../../testing/installed-programs.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { putCover } from '../../files/service.ts'
import { runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { certificate } from '../tables.ts'
import { enqueuePictures, pictureRules, runPictures } from './pictures.ts'

let site: TestSite
let organiser: TestPerson
let holder: TestPerson
let id: CertificateId

beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { programs: programPlaces } })
  organiser = await createPerson(site, { access: 'admin' })
  holder = await createPerson(site)
  const edition = await createEdition(site)
  const activity = await createWorkActivity(site, edition)
  const office = await issuerOf(site, organiser)
  const issue = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(issue.id, ['姓名,奖项,作品名称,单位', '周一鸣,一等奖,山,江州一中'])
  await office.start(issue.id)
  await office.ended(issue.id)
  id = (await office.list({ issue: issue.id }))[0]!.id
  await site.db.update(certificate).set({ holderId: holder.id }).where(eq(certificate.id, id))
})
afterAll(() => site.close())

const read = async (person?: TestPerson) => {
  const answer = await fetch(`${site.url}/api/certificates/${id}/picture`, { headers: { ...person?.headers } })
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) }
}

const isShown = async (): Promise<boolean[]> =>
  (await site.ask(listOwnCertificates, { headers: english(holder) })).data.list.map(({ hasPicture }) => hasPicture)

const fileOf = async () => {
  const [row] = await site.db.select({ id: certificate.fileId }).from(certificate).where(eq(certificate.id, id))
  return { purpose: 'certificate', id: row!.id! } as const
}

const setPicture = async (picture: Buffer | undefined) =>
  putCover(site.asProgram(), await fileOf(), { picture, rules: pictureRules })

test('holders and organisers see the picture, and nobody else', async () => {
  await setPicture(Buffer.from('a picture'))
  const stranger = await createPerson(site)
  const answers = await Promise.all([read(holder), read(organiser), read(stranger), read()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401])
  const [{ headers, content }] = answers
  expect([headers.get('content-type'), headers.get('cache-control'), content.toString()]).toEqual([
    'image/jpeg',
    'no-store',
    'a picture',
  ])
  expect(await isShown()).toEqual([true])
})

test('a certificate of which no picture could be made is shown without one', async () => {
  await setPicture(undefined)
  expect([(await read(holder)).status, await isShown()]).toEqual([404, [false]])
})

test('without the program nothing is tried', async () => {
  const ctx = site.asProgram()
  await site.pool.query('update file set cover_rules = null, cover_size = null')
  await site.db.delete(task).where(eq(task.kind, 'pictureCertificates'))
  await enqueuePictures({ ...ctx, installation: { ...ctx.installation, programs: {} } })
  expect(await site.db.$count(task, eq(task.kind, 'pictureCertificates'))).toBe(0)
})

test.skipIf(isMissing('pdftoppm'))('with pdftoppm the first page becomes a picture, by one task', async () => {
  await site.pool.query('update file set cover_rules = null, cover_size = null')
  const ctx = site.asProgram()
  await Promise.all([enqueuePictures(ctx), enqueuePictures(ctx)])
  const tasks = await site.db.select({ id: task.id }).from(task).where(eq(task.kind, 'pictureCertificates'))
  expect(tasks.length).toBe(1)
  // The program may have taken it already.
  await runTaskAtOnce(ctx, tasks[0]!.id, runPictures).catch(() => undefined)
  await expect.poll(isShown).toEqual([true])
  const { content } = await read(holder)
  const { format, width } = await sharp(content).metadata()
  expect([format, width, content.length <= 200_000]).toEqual(['jpeg', 1200, true])
  await enqueuePictures(ctx)
  expect(await site.db.$count(task, eq(task.kind, 'pictureCertificates'))).toBe(1)
})
