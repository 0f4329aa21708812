import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, open, test, mainPath } from './journey.ts'
import { rows } from './organiser.ts'
import { enterAsOrganiser } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', reducedMotion: 'reduce' })

const numberOf = async (page: Page, position: number): Promise<string> =>
  (await rows(page).nth(position).getByRole('link').first().textContent())!

test(
  'an organiser filters, approves two, returns one with a reason, and revokes both',
  mainPath,
  async ({ page, baseURL }) => {
    await enterAsOrganiser(page.request, baseURL!)
    // The oldest first: other journeys submit enrolments at the other end of the list.
    await open(page, '/Admin/Enrolment?sort=submittedAt')
    // An activity in which schools recommend nothing: there, organisers approve at once.
    await page.getByRole('combobox', { name: 'Activity' }).click()
    await page.getByTitle('KC Course Teaching Innovation', { exact: true }).click()
    await expect(page).toHaveURL(/activity=/)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByTitle('Submitted', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/state=submitted/)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'School' }).uncheck()
    await expect(page.getByRole('columnheader', { name: 'School' })).toHaveCount(0)
    await expect(page).toHaveURL(/columns=number/)
    await page.keyboard.press('Escape')
    await expect(rows(page).filter({ hasText: 'Approved' })).toHaveCount(0)
    const approved = [await numberOf(page, 0), await numberOf(page, 1)]
    for (const number of approved) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    const approvals = page.getByRole('status').filter({ hasText: '2 enrollments approved' })
    await expect(approvals).toContainText('Can be taken back until')
    for (const number of approved) await expect(rows(page).filter({ hasText: number })).toHaveCount(0)
    await approvals.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 decisions taken back' })).toBeVisible()
    for (const number of approved) await expect(rows(page).filter({ hasText: number })).toHaveCount(1)

    const returned = await numberOf(page, 0)
    await rows(page).getByRole('link', { name: returned }).click()
    await expect(page.getByRole('heading', { level: 1, name: returned })).toBeVisible()
    await page.getByRole('button', { name: 'Return' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Return' }).click()
    await expect(dialog.getByText('Enter a reason')).toBeVisible()
    await dialog.getByLabel('Reason (visible to the team)').fill('Please name the course.')
    await dialog.getByRole('button', { name: 'Return' }).click()
    const outcome = page.getByRole('status').filter({ hasText: '1 enrollment returned' })
    await expect(page.getByRole('listitem').filter({ hasText: 'Please name the course.' })).toBeVisible()
    // Controls are not printed, and printed tables must fit the page width.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    await expect(page.getByText('Can be taken back until').filter({ visible: true })).toHaveCount(0)
    const cut = () =>
      page
        .locator('table')
        .evaluateAll((all) => all.filter((table) => table.getBoundingClientRect().right > innerWidth).length)
    await expect.poll(cut).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await outcome.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 decision taken back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.getByRole('link', { name: 'All enrollments' }).click()
    await expect(page).toHaveURL(
      /\/Admin\/Enrolment\?(?=.*activity=)(?=.*sort=submittedAt)(?=.*columns=number).*state=submitted/,
    )
    await expect(rows(page).filter({ hasText: returned })).toHaveCount(1)

    // One after another, by keys: a decision leads to the next enrolment.
    const queue = page.getByRole('region', { name: 'Check of enrollments' })
    const heading = page.getByRole('heading', { level: 1 })
    await page.getByRole('link', { name: /^Check waiting enrollments \(/ }).click()
    await expect(heading).toHaveText(returned)
    await expect(queue).toContainText(/^1 of \d+ waiting/)
    await page.keyboard.press('a')
    await expect(heading).not.toHaveText(returned)
    const approval = page.getByRole('status').filter({ hasText: '1 enrollment approved' })
    await expect(approval).toContainText(returned)
    expect(await findProblems(page, { within: 'main' })).toEqual([])
    await approval.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 decision taken back' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(queue).toHaveCount(0)
  },
)
