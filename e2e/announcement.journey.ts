import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { rows } from './organiser.ts'
import { createCall, signUp, test } from './teacher.ts'

// The browser logs refused requests as errors.
test.use({ site: 'office', expected: /status of (409|422)/ })

const choose = async (page: Page, label: string, typed: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
}

const fill = async (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).locator('visible=true').fill(text)

test(
  'an organiser writes to one team, sees the recipients, sends a test, and sends it once',
  mainPath,
  async ({ page, office, baseURL }) => {
    const origin = baseURL!
    const teacher = await signUp(page.context().request, origin, { isKnown: true })
    const call = createCall(page.context().request, origin)
    type Activity = { id: string; standing: string }
    const { list } = await call<{ list: Activity[] }>('get', '/api/activities?pageSize=50')
    const name = `Kites ${crypto.randomUUID().slice(0, 8)}`
    const activity = list.find(({ standing }) => standing === 'open')!
    await call('post', '/api/teams', { activityId: activity.id, name, slogan: '' })

    await open(office, '/Admin/Announcement')
    await office.getByRole('button', { name: 'Write an announcement' }).click()
    await expect(office.getByRole('status').filter({ hasText: 'Reaches' })).toBeVisible()
    await choose(office, 'State of enrollment', 'No enr', 'No enrollment yet')
    await choose(office, 'Certain teams', name, name)
    await expect(
      office.getByRole('status').filter({ hasText: 'Reaches 1 person, 1 of them by email too' }),
    ).toBeVisible()
    await office.getByRole('button', { name: 'Show the list' }).click()
    const list1 = office.getByRole('dialog', { name: 'Recipients' })
    await expect(list1.locator('tbody')).toContainText(teacher.username)
    await expect(list1.locator('tbody')).toContainText(name)
    await office.keyboard.press('Escape')
    await expect(list1).toBeHidden()

    const title = `News for ${name}`
    await fill(office, 'Title', `${title}, {nmae}`)
    await office.getByRole('button', { name: 'Save draft' }).click()
    const summary = office.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toContainText('{nmae} is not a known placeholder')
    await fill(office, 'Title', title)
    await fill(office, 'Body', 'Hello **')
    await office.getByRole('button', { name: /^Name \{name\}$/ }).click()
    await office.keyboard.type('**,\nyour team is ')
    await office.getByRole('button', { name: /^Team \{team\}$/ }).click()
    await expect(office.getByLabel('Body', { exact: true }).locator('visible=true')).toHaveValue(
      'Hello **{name}**,\nyour team is {team}',
    )
    const preview = office.getByTestId('announcement-preview')
    await expect(preview).toContainText(`your team is ${name}`)
    await expect(preview.locator('strong').last()).toHaveText('He Lan')
    expect(await findProblems(office)).toEqual([])

    await office.getByRole('button', { name: 'Save draft' }).click()
    await expect(office.getByText('Draft saved')).toBeVisible()
    await expect(office).toHaveURL(/\/Admin\/Announcement\/Edit\?id=/)
    await office.getByRole('button', { name: 'Send me a copy' }).click()
    await expect(office.getByText('The copy is in your notices')).toBeVisible()

    await office.getByRole('button', { name: 'Send…' }).click()
    const question = office.getByRole('dialog', { name: 'Send to 1 person?' })
    await question.getByRole('button', { name: 'Send to 1' }).click()
    await expect(office.getByText('1 of 1 notified')).toBeVisible()
    await expect(office.getByRole('button', { name: 'Send…' })).toBeHidden()

    await open(page, '/account/center?tab=notices')
    const notice = page.getByRole('listitem').filter({ hasText: title })
    await expect(notice).toHaveCount(1)
    await expect(notice.locator('strong').last()).toHaveText('He Lan')

    await open(office, `/Admin/Announcement?search=${encodeURIComponent(name)}`)
    await expect(rows(office)).toHaveCount(1)
    await expect(rows(office)).toContainText(/Sent.*1/)
  },
)

test('drafts are saved and listed, and fit a phone', async ({ office }) => {
  const title = `Later ${crypto.randomUUID().slice(0, 8)}`
  await office.setViewportSize({ width: 390, height: 844 })
  await open(office, '/Admin/Announcement/Edit')
  await office.getByRole('radio', { name: 'Experts' }).check()
  await fill(office, 'Title', title)
  await expectFits(office, 390)
  await office.getByRole('button', { name: 'Save draft' }).click()
  await expect(office.getByText('Draft saved')).toBeVisible()
  await office.reload()
  await expect(office.getByLabel('Title', { exact: true }).locator('visible=true')).toHaveValue(title)
  await expect(office.getByRole('radio', { name: 'Experts' })).toBeChecked()
  await office.getByRole('button', { name: 'Send…' }).click()
  await expect(office.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  await office.getByRole('button', { name: 'Delete draft' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(office).toHaveURL(/\/Admin\/Announcement$/)
  await expect(rows(office).filter({ hasText: title })).toHaveCount(0)
})
