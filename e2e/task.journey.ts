import { findProblems } from './axe.ts'
import { expect, expectFits, open } from './journey.ts'
import { row, test } from './organiser.ts'
import { createCall } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' } })

test('an organiser watches a background task, cancels it, and retries one that failed', async ({
  page,
  context,
  baseURL,
}) => {
  const call = createCall(context.request, baseURL!)
  const name = crypto.randomUUID().slice(0, 8)
  const [running, failed] = [`Lessons ${name}`, `Courses ${name}`]
  const { id } = await call<{ id: string }>('post', '/api/journeys/tasks', { subject: running, state: 'running' })
  await call('post', '/api/journeys/tasks', { subject: failed, state: 'failed' })

  await open(page, '/Admin/Task')
  const entry = page.getByRole('navigation').getByRole('link', { name: /^Background tasks/ })
  await expect(entry).toHaveText(/[1-9]/)
  await expect(row(page, failed)).toContainText('Failed')
  await expect(row(page, failed)).toContainText('The archive could not be written.')
  await expect(row(page, failed)).toContainText('5 of 5')
  expect(await findProblems(page)).toEqual([])

  // The page follows what happens by itself.
  await expect(row(page, running)).toContainText('Running')
  await call('put', `/api/journeys/tasks/${id}`, { done: 3, total: 4 })
  await expect(page.getByRole('progressbar', { name: `Progress of “${running}”` })).toBeVisible()
  await expect(row(page, running)).toContainText('75')

  await page.getByRole('button', { name: `Actions for “${running}”` }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await expect(row(page, running)).toContainText('Canceled')

  await page.getByRole('button', { name: `Actions for “${failed}”` }).click()
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await expect(row(page, failed)).toContainText(/Waiting|Running|Done/)

  // The filters are in the address.
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByText(/^Canceled \(\d+\)$/).click()
  await expect(page).toHaveURL(/state=cancelled/)
  await expect(row(page, running)).toBeVisible()
  await expect(row(page, failed)).toHaveCount(0)

  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
})

test('the screen of background tasks is found by keyboard', async ({ page }) => {
  await open(page, '/Admin')
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Background tasks/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('background')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Admin\/Task$/)
})
