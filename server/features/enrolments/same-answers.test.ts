import { sampleAnswers, sampleFields, sampleFile, sampleTexts } from '@lectern/contract/enrolments/answer-samples.ts'
import { saveAnswers, startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let captain: TestPerson
let admin: TestPerson

const send = (method: string, path: string, body: unknown) =>
  site.call(method, path, { headers: captain.headers, body })

beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
  captain = await createKnownTeacher(site, { locale: 'en-US' })
  await addFile(site.db, { ...sampleFile, purpose: 'answer', ownerId: captain.id })
  const activityId = await createActivity(site, await createEdition(site), { fields: sampleFields })
  const team = (await send('POST', '/api/teams', { activityId, name: 'Lanterns', slogan: '' })).data(createTeam)
  const { id, version } = (await send('POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const saved = await send('PUT', `/api/enrolments/${id}/answers`, { version, answers: sampleAnswers })
  await send('POST', `/api/enrolments/${id}/submission`, { version: saved.data(saveAnswers).version })
})
afterAll(() => site.close())

const texts = sampleTexts('en-US')
const questions = Object.keys(texts)

test('the letter tells the answers as the screens do', async () => {
  const { rows } = await site.pool.query<{ addition: string }>(
    `select content ->> 'addition' as addition from outbox where account_id = $1 and content ? 'addition'`,
    [captain.id],
  )
  const [, , answers] = rows[0]!.addition.split('\n\n')
  expect(answers).toBe(questions.map((question) => `${question}: ${texts[question]}`).join('\n'))
})

test('so does the sheet, in which numbers and dates are those of a sheet', async () => {
  const headers = { ...admin.headers, 'accept-language': 'en-US' }
  const answer = await fetch(`${site.url}/api/enrolments/export?format=csv`, { headers })
  const sheet = await readSheet(Buffer.from(await answer.arrayBuffer()), { maxRows: 10, maxColumns: 100 })
  const [headings, cells] = (sheet as SheetRow[]).map((row) => row.cells)
  const found = questions.map((question) => [question, cells![headings!.indexOf(question)]])
  expect(Object.fromEntries(found)).toEqual({ ...texts, number: '1200.5', date: '2031-03-01' })
})

test('so do my data, with what is stored beside it', async () => {
  const data = (await site.get('/api/account/data', captain.headers)).json() as { enrolments: { answers: object[] }[] }
  const address = expect.stringMatching(new RegExp(`^http.*/api/files/${sampleFile.id}$`)) as string
  expect(data.enrolments[0]!.answers).toEqual(
    questions.map((question) => ({
      question,
      answer: texts[question],
      value: question === 'file' ? [address] : sampleAnswers[question],
    })),
  )
})
