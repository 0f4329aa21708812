import type { Page } from '@playwright/test'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, open } from './journey.ts'
import { createCall, enterAsOrganiser, signUp, test } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 422/ })

interface Listed {
  list: { id: string; code: string }[]
}

const activityOf = async (call: ReturnType<typeof createCall>, wanted: string): Promise<string> => {
  const { list } = await call<Listed>('get', '/api/activities')
  return list.find(({ code }) => code === wanted)!.id
}

const choose = async (page: Page, name: string, option: RegExp): Promise<void> => {
  await page.getByRole('combobox', { name }).last().click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
  await page.keyboard.press('Escape')
}

test('an organiser adds a conditional question for files, and the preview shows when it appears', async ({
  page,
  baseURL,
  callAsOrganiser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsOrganiser(page.context().request, baseURL!)
  const { list } = await callAsOrganiser<Listed>('get', '/api/activities/all?pageSize=100')
  const from = list.find(({ code }) => code === 'KC')!.id
  const { editionId } = await callAsOrganiser<{ editionId: string }>('get', `/api/activities/${from}/source`)
  const code = `F${crypto.randomUUID().slice(0, 4).toUpperCase()}`
  const { id } = await callAsOrganiser<{ id: string }>('post', `/api/activities/${from}/copies`, { editionId, code })

  await open(page, `/Admin/Activity/Edit?id=${id}`)
  await page.getByRole('tab', { name: 'Enrollment form' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  const added = page.getByRole('list', { name: 'Enrollment form' }).locator(':scope > li').last()
  await added.getByRole('textbox', { name: 'Question' }).fill('Recordings of a lesson')
  await choose(page, 'Type', /^File$/)
  await choose(page, 'Accepted kinds of files', /^Video$/)
  await added.getByRole('spinbutton', { name: 'Largest file (MB)' }).fill('50')
  await added.getByRole('spinbutton', { name: 'Most files' }).fill('3')
  await choose(page, 'When to ask', /“Level of education”/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(/Choose at least one of the options/)
  await choose(page, 'One of these options', /^University$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Version 2')).toBeVisible()
  expect(await findProblemsAgain(page, { within: 'ol[aria-label="Enrollment form"]' })).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('button', { name: 'Preview the form' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview the form' })
  await expect(preview.getByText('Recordings of a lesson')).toHaveCount(0)
  await preview.getByRole('radio', { name: 'University' }).check()
  await expect(preview.getByText('Recordings of a lesson').first()).toBeVisible()
  await expect(preview).toContainText('MP4, M4V, WEBM, up to 50')
})

test('a teacher finds the phone number filled in, answers only the visible questions, and uploads several files', async ({
  page,
  context,
  baseURL,
  callAsOrganiser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(context.request, baseURL!, { isKnown: true })
  const call = createCall(context.request, baseURL!)
  const activityId = await activityOf(call, 'KC')
  await call('post', '/api/teams', { activityId, name: 'Lamp and Lens', slogan: '' })
  await open(page, `/EnrollFor/${activityId}`)
  await page.getByRole('link', { name: 'Fill in the form' }).click()

  const phone = page.getByRole('textbox', { name: 'Phone number for this enrollment' })
  await expect(phone).toHaveValue(/^\+8613\d{9}$/)
  await expect(page.getByText('From the captain’s profile; you can change it.')).toBeVisible()
  await phone.fill('12345')
  await phone.blur()
  await expect(page.getByText('Enter a valid phone number; landlines with their area code')).toBeVisible()
  await phone.fill('')
  await page.getByRole('button', { name: /^Fill in from the captain’s profile: \+8613/ }).click()
  await expect(phone).toHaveValue(/^\+8613\d{9}$/)

  // A hidden question keeps what was typed.
  const partner = page.getByRole('textbox', { name: 'Partner company or training site' })
  await expect(partner).toHaveCount(0)
  await page.getByRole('radio', { name: 'Vocational college' }).check()
  await partner.fill('Lens Works')
  await page.getByRole('radio', { name: 'University' }).check()
  await expect(partner).toHaveCount(0)
  await page.getByRole('radio', { name: 'Vocational college' }).check()
  await expect(partner).toHaveValue('Lens Works')
  await page.getByRole('radio', { name: 'University' }).check()

  const files = page.locator('[data-field]').filter({ hasText: 'Course calendar or unit plan' })
  const pick = (name: string, content: string) =>
    files.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) })
  await pick('photo.png', 'x')
  await expect(files.getByRole('alert')).toContainText('This kind of file is not accepted here. Accepted: PDF.')
  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  await pick('plan.pdf', pdf)
  await expect(files.getByRole('link', { name: 'plan.pdf' })).toBeVisible()
  await pick('calendar.pdf', `${pdf}\n`)
  await expect(files.getByRole('link', { name: 'calendar.pdf' })).toBeVisible()
  await expect(files).toContainText('2 of 2 files')
  await expect(files.locator('input[type=file]')).toHaveCount(0)
  expect(await findProblems(page, { within: 'main' })).toEqual([])

  await page.getByRole('textbox', { name: 'Title of the course or unit' }).fill('Lenses')
  await page.getByRole('textbox', { name: 'Subject or field' }).fill('Optics')
  await page.getByRole('textbox', { name: 'Total class hours' }).fill('8')
  await page.getByRole('textbox', { name: 'Abstract' }).fill('How lenses are taught.')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Save and check' }).click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await expect(page.getByRole('main')).not.toContainText('Lens Works')
  await page.getByRole('button', { name: 'Submit enrollment' }).click()
  await expect(page.getByText('We have received your enrollment.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'calendar.pdf' })).toBeVisible()

  const number = await page.getByText(/^\d{4}-KC-\d{4}$/).innerText()
  const { list } = await callAsOrganiser<{ list: { id: string }[] }>('get', `/api/enrolments?search=${number}`)
  const { enrolment } = await callAsOrganiser<{ enrolment: { answers: Record<string, unknown> } }>(
    'get',
    `/api/enrolments/${list[0]!.id}/dossier`,
  )
  expect(Object.keys(enrolment.answers)).not.toContain('partner')

  await enterAsOrganiser(context.request, baseURL!)
  await open(page, `/Admin/Enrolment?activity=${activityId}`)
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the filtered enrollments' })
  await dialog.getByRole('radio', { name: 'each person' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'Names' })).toBeChecked()
  expect(await findProblems(page, { within: '[role=dialog]' })).toEqual([])
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download all files of/ }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/^KC enrollment files \d{4}-\d{2}-\d{2}\.zip$/)
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download', exact: true }).click(),
  ])
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
})
