import { expect, test, mainPath } from './journey.ts'

test.use({ javaScriptEnabled: false })

test('home is readable and its links work', mainPath, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The Eighth National Teaching Digitalization Contest',
  )
  await page.getByRole('link', { name: 'All news' }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
})

test('the list has categories, pages and a search that work', async ({ page }) => {
  await page.goto('/News')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/News\?page=2$/)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Guides' }).click()
  await expect(page.getByRole('article')).toHaveCount(8)
  await page.getByRole('searchbox').fill('phone')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/News\?category=guide&search=phone$/)
  await expect(page.getByText(/for “phone”/)).toBeVisible()
})

test('an article has its whole text, its neighbours, and no buttons without function', async ({ page }) => {
  await page.goto('/News')
  const title = await page.getByRole('article').first().getByRole('heading').textContent()
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
  expect((await page.locator('main article').innerText()).length).toBeGreaterThan(500)
  await expect(page.getByRole('navigation', { name: 'More of this kind' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Share' })).toBeHidden()
})

test.describe('controls that need JavaScript', () => {
  test.use({ site: 'side' })

  test('are not shown', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'In focus' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByLabel('Appearance')).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByLabel('Language', { exact: true })).toBeVisible()
  })
})

test('languages can be chosen from a menu that opens without JavaScript', async ({ page }) => {
  await page.goto('/News?category=guide')
  await page.getByLabel('Language', { exact: true }).click()
  await page.getByRole('link', { name: 'Português' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page).toHaveURL(/category=guide/)
  await expect(page.getByRole('article')).toHaveCount(8)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('the main menu opens without JavaScript', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Main menu').first().click()
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' }).click()
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test('pages that need JavaScript say so', async ({ page }) => {
  for (const path of ['/Contact', '/Welcome']) {
    await page.goto(path)
    await expect(page.locator('noscript p')).toHaveText(/^This part needs JavaScript/)
    await expect(page.getByText('Loading')).toBeHidden()
  }
})

test('the system decides about dark and light', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 18, 32)')
})

test.describe('an address without a page', () => {
  test.use({ expected: /status of 404/ })

  test('shows the not-found page with status 404', async ({ page }) => {
    const answer = await page.goto('/nowhere')
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.getByRole('banner')).toBeVisible()
  })
})
