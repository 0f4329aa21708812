import { findProblems } from './axe.ts'
import { expect, open } from './journey.ts'
import { enterAsOrganiser, test } from './teacher.ts'

test.use({ expected: /net::ERR_FAILED/ })

test('in the header, new notices are announced, and every control has its visible label as accessible name', async ({
  page,
  baseURL,
}) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await page.route('**/api/notices/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: unread\ndata: 3\n\n' }),
  )
  await open(page, '/Welcome')
  const header = page.getByRole('banner')
  await expect(header.getByRole('status').filter({ hasText: 'Notifications, 3 unread' })).toHaveCount(1)
  await header.getByLabel('Account of').click()
  const rules = { 'label-content-name-mismatch': { enabled: true } }
  expect(await findProblems(page, { within: 'header', rules })).toEqual([])
})

test("the user's own pages can be reached even if the menu fails to load", async ({ page, baseURL }) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await page.route(/own-tools-[^/]+\.js/, (route) => route.abort())
  await open(page, '/News')
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/account\/center$/)
})
