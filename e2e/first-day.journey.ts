import { findProblems } from './axe.ts'
import { expect, expectFits, open, test } from './journey.ts'
import { organiser } from './sites.ts'
import { enterAsOrganiser } from './teacher.ts'

test.use({ site: 'new', contextOptions: { reducedMotion: 'reduce' } })
// The demo goes once: a second try would find none.
test.describe.configure({ retries: 0 })

test('an organiser who has never seen it makes a site of their own, and opens one activity', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000)
  await enterAsOrganiser(page.context().request, baseURL!)
  await open(page, '/Admin')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toContainText('0 of 9 done')
  await expect(steps.getByText(/^First: Create this year.s edition$/).first()).toBeVisible()

  await steps.getByRole('link', { name: 'Begin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn the demo into your own site')
  await expect(page.getByText('43 invented people')).toBeVisible()
  expect(await findProblems(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
  const begin = page.getByRole('button', { name: 'Delete and begin' })
  await expect(begin).toBeDisabled()
  const asked = await page.getByText(/^Type the title of the site: /).textContent()
  await page.getByLabel(/^Type the title of the site/).fill(asked!.replace(/^.*?: /, '').toLowerCase())
  await page.getByLabel('Your password').fill(organiser.password)
  await begin.click()

  await expect(steps).toContainText('1 of 9 done')
  await steps.getByRole('link', { name: 'Open settings' }).click()
  await page.getByRole('textbox', { name: 'Site title' }).fill('Jiangzhou Teaching Contest')
  await page.getByRole('checkbox', { name: 'This site needs no ICP registration' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await open(page, '/Admin')
  await expect(steps).toContainText('2 of 9 done')
  await steps.getByRole('link', { name: 'Create an edition' }).click()
  const edition = page.getByRole('dialog', { name: 'Add an edition' })
  await edition.getByRole('textbox', { name: 'Name of the edition' }).fill('First Jiangzhou Contest')
  await edition.getByRole('button', { name: 'Add an edition' }).click()
  await expect(page.getByText('First Jiangzhou Contest').first()).toBeVisible()

  await open(page, '/Admin')
  await steps.getByRole('link', { name: 'Add an activity' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('KC')
  await page.getByRole('textbox', { name: 'Name' }).fill('Course Innovation')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Course Innovation')
  await preview.getByText('Simplified Chinese').click()
  await expect(
    preview.getByRole('heading', { name: '时间安排' }).or(preview.getByText('团队人数')).first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Version 1')).toBeVisible()

  await open(page, '/Admin')
  await expect(steps).toContainText('4 of 9 done')
  await steps.getByRole('link', { name: 'Set dates' }).click()
  await page.getByRole('button', { name: 'Add a phase' }).click()
  const phase = page.getByRole('dialog')
  await phase.getByLabel('Begins').fill('2020-01-01 09:00')
  await phase.getByLabel('Ends').fill('2099-12-31 17:00')
  await phase.getByRole('button', { name: 'Save' }).click()
  await expect(phase).toBeHidden()

  await open(page, '/Admin')
  await expect(steps).toContainText('5 of 9 done')
  await steps.getByRole('link', { name: 'Go to activities' }).click()
  await page.getByRole('button', { name: 'Actions for “Course Innovation”' }).click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('cell', { name: 'Published' })).toBeVisible()

  await open(page, '/EnrollFor')
  await page.getByRole('link', { name: 'Course Innovation' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Course Innovation' })).toBeVisible()
  await expect(page.getByText('Enrollment open').or(page.getByText('Open')).first()).toBeVisible()
})
