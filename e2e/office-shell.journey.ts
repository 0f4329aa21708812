import type { Page } from '@playwright/test'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { test } from './organiser.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Office', exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })

test('the office has its own shell: a grouped menu, breadcrumbs, and a link to the site', async ({ page }) => {
  await open(page, '/Admin/Enrolment')
  await expect(page.getByRole('heading', { level: 1, name: 'Enrollments' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(menu(page).getByRole('heading')).toHaveText([
    'Contest',
    'Review',
    'Content',
    'People and messages',
    'System',
  ])
  await expect(menu(page).getByRole('link', { name: /^Enrollments \d+ waiting$/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  for (const link of await menu(page).getByRole('link').all()) await expect(link.locator('svg')).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'You are here' })).toHaveText('ContestEnrollments')
  await menu(page).getByRole('link', { name: 'News' }).click()
  await expect(page).toHaveURL(/\/Admin\/News$/)
  await page.getByRole('link', { name: 'View the site' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('the menu can be collapsed to icons, and stays collapsed', async ({ page }) => {
  await open(page, '/Admin/Member')
  const width = () => menu(page).evaluate((element) => Math.round(element.getBoundingClientRect().width))
  await expect.poll(width).toBe(199)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(width).toBe(79)
  expect(await findProblemsAgain(page)).toEqual([])
  await page.reload()
  await expect.poll(width).toBe(79)
  await expect(menu(page).getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect.poll(width).toBe(199)
})

test('on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/Admin')
  await page.getByRole('button', { name: 'Office menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Office menu' })
  await expect(drawer).toBeVisible()
  expect(await findProblems(page, { within: 'dialog[open]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Office menu' }).click()
  await drawer.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(/\/Admin\/Audit$/)
  await expect(drawer).toBeHidden()
  await expectFits(page, 390)
})

test(
  'the dashboard leads to what needs the organiser, and the line of an activity goes along',
  mainPath,
  async ({ page }) => {
    await open(page, '/Admin')
    const today = page.getByRole('region', { name: 'What needs you today' })
    await expect(today.getByRole('link', { name: /^\d+ enrollments to decide$/ })).toBeVisible()
    const lines = page.getByRole('region', { name: 'Progress of the activities' })
    const line = lines.locator('> div').filter({ hasText: 'Virtual Simulation Experiments' })
    await expect(line.getByRole('listitem')).toHaveText([
      /^Enrollment/,
      /^Works/,
      /^Review/,
      /^Results/,
      /^Objections/,
      /^Certificates/,
    ])
    await line.getByRole('link', { name: 'Decide on enrollments' }).click()
    await expect(page).toHaveURL(/\/Admin\/Enrolment\?activity=.+&state=submitted$/)
    await expect(page.getByRole('main').locator('[aria-current=step]')).toHaveText(/^Enrollment/)
    await expect(page.getByRole('link', { name: 'Decide on enrollments' })).toBeVisible()
  },
)

test('Ctrl+K opens pages and finds people, teams and enrolments by keyboard', async ({ page }) => {
  await open(page, '/Admin')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect(field).toBeFocused()
  expect(await findProblems(page, { within: 'dialog[open]' })).toEqual([])
  await field.fill('phas')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Admin\/Phase$/)
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('陈明远')
  await expect(palette(page).getByRole('group', { name: 'Members' }).getByRole('option')).toHaveCount(1)
  const options = palette(page).getByRole('option')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Admin\/(Enrolment\/|Team\?team=|Member\?search=)/)

  await page.keyboard.press('Control+k')
  await field.fill('no-such-thing-anywhere')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found for “no-such-thing-anywhere”.')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('jumping elsewhere does not lose what was typed', async ({ page }) => {
  await open(page, '/Admin/Expert/Edit')
  await page.getByLabel('Name').locator('visible=true').first().fill('Somebody')
  page.once('dialog', (question) => void question.dismiss())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Admin\/Expert\/Edit$/)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name').locator('visible=true').first()).toHaveValue('Somebody')
})

test('selecting the first row does not shift the table', async ({ page }) => {
  await open(page, '/Admin/Enrolment')
  const first = page.locator('tr.ant-table-row').first()
  const before = await first.boundingBox()
  await first.getByRole('checkbox').check()
  await expect(page.getByRole('group', { name: 'Decide' })).toBeVisible()
  expect(await first.boundingBox()).toEqual(before)
  expect(await findProblemsAgain(page)).toEqual([])
})

test('a view of a list can be saved and chosen again; the row density can be changed', async ({ page }) => {
  await open(page, '/Admin/Enrolment?state=returned')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view…' })
  await dialog.getByLabel('Name of the view').fill('Returned ones')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/Admin\/Enrolment$/)
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'Returned ones' }).click()
  await expect(page).toHaveURL(/\?state=returned$/)

  const first = page.locator('tr.ant-table-row').first()
  await expect(first.getByText('Returned')).toBeVisible()
  const height = () => first.evaluate((row) => row.getBoundingClientRect().height)
  const compact = await height()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeGreaterThan(compact)
})

test('a day can be typed as a filter, and Back removes it', async ({ page }) => {
  await open(page, '/Admin/Enrolment')
  await page.getByRole('button', { name: 'More filters' }).click()
  const from = page.getByRole('textbox', { name: 'Submitted from' })
  await from.fill('2026-01-')
  await expect(page).toHaveURL(/\/Admin\/Enrolment$/)
  await from.fill('2026-01-31')
  await expect(page).toHaveURL(/\?from=2026-01-31$/)
  await page.goBack()
  await expect(from).toHaveValue('')
})
