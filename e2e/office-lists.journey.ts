import type { ActivitySource } from '@lectern/contract/competition/activities.ts'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open } from './journey.ts'
import { test } from './organiser.ts'
import { createCall, plainActivity } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 422/ })

test('lists show as many columns as a screen of 1280 pixels has room for', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['/Enrolment', '/Work', '/Certificate', '/Member', '/Review']) {
    await open(page, `/Admin${path}`)
    const table = page.locator('.ant-table-content')
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    expect([path, await table.evaluate((area) => area.scrollWidth - area.clientWidth)]).toEqual([path, 0])
  }
})

test('on a phone the filters of a list are behind one button, which shows how many are set', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/Admin/Enrolment?state=submitted&province=370000')
  const filters = page.getByRole('button', { name: 'Filters (2)' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('combobox', { name: 'Province' })).toBeHidden()
  await expect(page.getByLabel('Search enrollments')).toBeVisible()
  await filters.click()
  await expect(page.getByRole('combobox', { name: 'Province' })).toBeVisible()
  await expectFits(page, 390)
  expect(await findProblemsAgain(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Province' })).toBeVisible()
})

test('an article can be archived and deleted from its row; a published one cannot be deleted', async ({
  page,
  context,
  baseURL,
}) => {
  const call = createCall(context.request, baseURL!)
  const title = `Row ${crypto.randomUUID().slice(0, 8)}`
  await call('post', '/api/articles', {
    kind: 'news',
    title: { 'en-US': title },
    summary: {},
    body: { 'en-US': '<p>Body</p>' },
    category: 'update',
    pinned: false,
    cover: null,
    attachments: [],
    author: null,
    publishedAt: null,
  })
  await open(page, '/Admin/News')
  const menu = page.getByRole('button', { name: `Actions for “${title}”` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await expect(page.getByRole('row', { name: title }).getByText('Published', { exact: true })).toBeVisible()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByRole('row', { name: title }).getByText('Archived', { exact: true })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(title)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: title })).toHaveCount(0)
})

test('an activity is scheduled, rescheduled, and moved back to draft', async ({ page, context, baseURL }) => {
  const call = createCall(context.request, baseURL!)
  const { list } = await call<{ list: { id: string; current: boolean }[] }>('get', '/api/editions')
  const code = `S${Math.floor(Math.random() * 9e4 + 1e4)}`
  const name = `Scheduled ${code}`
  const { id } = await call<ActivitySource>('post', '/api/activities', {
    ...plainActivity,
    editionId: list.find(({ current }) => current)!.id,
    code,
    name: { 'en-US': name },
  })
  await open(page, `/Admin/Activity/Edit?id=${id}`)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: `When is “${name}” published?` })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await dialog.getByRole('textbox').fill('2020-01-01 09:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox').fill('2099-01-01 09:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByText('Scheduled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change the time' }).click()
  await dialog.getByRole('textbox').fill('2098-01-01 09:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/2098/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await expect(page.getByRole('main').getByText('Draft', { exact: true })).toBeVisible()
  expect(await findProblems(page)).toEqual([])
})

test.describe('an unknown address of the office', () => {
  test.use({ expected: /status of 404/ })
  test('shows the not-found page of the site', async ({ page }) => {
    await open(page, '/Admin/Nowhere')
    await expect(page.getByText('404')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})
