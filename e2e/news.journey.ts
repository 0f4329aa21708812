import { expect, expectArticle, open, ready, test, mainPath } from './journey.ts'

test('going back from an article restores the list and its scroll position', async ({ page }) => {
  await open(page, '/News?page=2')
  const titles = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(titles).toHaveLength(10)
  const link = page.getByRole('article').nth(7).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)

  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[7]!)
  await expectArticle(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.locator('main')).toBeFocused()

  await page.goBack()
  await expect(page).toHaveURL(/\/News\?page=2$/)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
})

test('going back on a slow network restores the scroll position', async ({ page }) => {
  await open(page, '/News')
  const link = page.getByRole('article').nth(7).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  await expect(page.locator('main')).toBeFocused()

  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/news?*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goBack()
  await expect(page.locator('main').getByRole('status')).toHaveText('Loading…')
  // Scrolls while the spinner is shown; that position must not be stored.
  await page.mouse.wheel(0, 50)
  await page.waitForTimeout(300)
  answer()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
})

test('the rendered list matches the API', async ({ page, request }) => {
  const answer = await request.get('/api/news?page=3', { headers: { 'accept-language': 'en-US' } })
  const { data } = (await answer.json()) as { data: { total: number; list: { title: string }[] } }
  await open(page, '/News?page=3')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(data.list.map(({ title }) => title))
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toContainText(`${data.total} items`)
  expect(data.list.length).toBeGreaterThan(0)
})

test('pages are links, and the current one is marked', async ({ page }) => {
  await open(page, '/News')
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
  await expect(pages.locator('[aria-current=page]')).toHaveText('1')
  await expect(pages.getByRole('link', { name: 'Previous page' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(pages.locator('[aria-current=page]')).toHaveText('2')
  const last = pages.getByRole('link', { name: /^Page \d+$/ }).last()
  const number = (await last.textContent())!
  await last.click()
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await expect(pages.locator('[aria-current=page]')).toHaveText(number)
})

test('a category and a search filter the list together, in the address', mainPath, async ({ page }) => {
  await open(page, '/News')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link', { name: 'Guides' }).click()
  await expect(page).toHaveURL(/\/News\?category=guide$/)
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(categories.locator('[aria-current=page]')).toHaveText('Guides')

  await page.getByRole('searchbox', { name: 'Search the news' }).fill('phone')
  await page.getByRole('searchbox', { name: 'Search the news' }).press('Enter')
  await expect(page).toHaveURL(/\/News\?category=guide&search=phone$/)
  const found = page.getByText(/article.* for “phone”/)
  await expect(found).toBeVisible()
  for (const facts of await page.getByRole('article').all()) await expect(facts).toContainText('Guides')

  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('searchbox', { name: 'Search the news' })).toHaveValue('')
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('a search finds Chinese texts', async ({ page }) => {
    await open(page, '/News')
    await page.getByRole('searchbox').fill('六步完成报名')
    await page.getByRole('button', { name: '搜索' }).click()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['六步完成报名：操作指南与常见失误'])
  })
})

test('a search without hits links back to the whole list', async ({ page }) => {
  await open(page, '/News?search=zzzzqqqq')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Nothing found for “zzzzqqqq”')).toBeVisible()
  await page.getByRole('link', { name: 'Show all news' }).click()
  await expect(page).toHaveURL(/\/News$/)
  await expect(page.getByRole('article')).toHaveCount(10)
})

test('links lead to the next older and newer article and back', async ({ page }) => {
  await open(page, '/News?page=2')
  await page.getByRole('article').nth(3).getByRole('link').click()
  const heading = page.getByRole('heading', { level: 1 })
  await expectArticle(page)
  const title = await heading.textContent()
  const more = page.getByRole('navigation', { name: 'More of this kind' })
  const older = more.getByRole('link', { name: /^Previous article/ })
  const olderTitle = (await older.textContent())!.replace('Previous article', '')
  await older.click()
  await expect(heading).toHaveText(olderTitle)
  await more.getByRole('link', { name: /^Next article/ }).click()
  await expect(heading).toHaveText(title!)
})

test('an article opened directly is the same as one reached by a click', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('region', { name: 'Latest news' }).getByRole('article').first().getByRole('link').click()
  await expectArticle(page)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  const body = await page.locator('main article').innerText()
  const title = await page.title()
  await page.reload()
  await ready(page)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  // The view counter may have increased with the reload.
  const withoutViews = (text: string): string => text.replace(/[\d,]+ views?/, '')
  expect(withoutViews(await page.locator('main article').innerText())).toBe(withoutViews(body))
  await expect.poll(() => page.title()).toBe(title)
})

test.describe('sharing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('copies the address and shows it as a QR code, without a request to another host', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('region', { name: 'Latest news' }).getByRole('article').first().getByRole('link').click()
    await expectArticle(page)
    const share = page.getByRole('region', { name: 'Share' })
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(share.getByRole('status')).toHaveText('Link copied')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

    const title = await page.getByRole('heading', { level: 1 }).textContent()
    await share.getByRole('button', { name: 'QR code' }).click()
    const code = share.getByRole('img', { name: `QR code of the address of “${title}”` })
    await expect(code).toBeVisible()
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(share.getByRole('button', { name: 'QR code' })).toHaveAttribute('aria-expanded', 'true')
    await share.getByRole('button', { name: 'QR code' }).click()
    await expect(code).toHaveCount(0)
  })
})

test('the letter case of an address does not matter', async ({ page }) => {
  await open(page, '/nEWS')
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/News\?lang=en-US$/)
})
