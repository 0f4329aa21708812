import type { Page, Route } from '@playwright/test'
import { expect, open, ready, test, mainPath } from './journey.ts'

const shell = async (page: Page): Promise<void> => {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

const failure =
  (status: number, error: string, message: string, showType = 2) =>
  (route: Route) =>
    route.fulfill({
      status,
      json: { code: 10_201, status, message, msg: message, data: { error, showType, requestId: 'request-1' } },
    })

test.describe('an address without a page', () => {
  test.use({ expected: /status of 404/ })

  test("has status 404, the site's frame, a search and further links", mainPath, async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer!.status()).toBe(404)
    await ready(page)
    await shell(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await page.getByRole('searchbox').fill('phone')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/search\?search=phone$/)
    // On a page without the search box, the focus moves to the content.
    await expect(page.locator('main')).toBeFocused()
  })

  test('an article that does not exist gets a message that says so', async ({ page }) => {
    const answer = await page.goto('/News/01890000-0000-7000-8000-000000000000')
    expect(answer!.status()).toBe(404)
    await shell(page)
    await expect(page.getByText('This article does not exist or is no longer published.')).toBeVisible()
  })
})

test('/exception shows its message as text, never as HTML', async ({ page }) => {
  const message = '<img src=x onerror="document.title=1"><b>bold</b>'
  await open(page, `/exception?errorCode=${encodeURIComponent('<i>7</i>')}&errorMessage=${encodeURIComponent(message)}`)
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.locator('main').getByText('<i>7</i>')).toBeVisible()
  await expect(page.locator('main :is(img, b, i)')).toHaveCount(0)
})

test.describe('the API fails while a reader navigates', () => {
  test.use({ expected: /Failed to load resource/ })

  for (const { name, answer, text } of [
    {
      name: 'with an error of its own',
      answer: failure(500, 'server.failed', 'Out of chalk.'),
      text: 'Out of chalk.',
    },
    {
      name: 'without an envelope',
      answer: (route: Route) => route.fulfill({ status: 502, body: 'bad' }),
      text: '502',
    },
    {
      name: 'without an answer',
      answer: (route: Route) => route.abort('connectionrefused'),
      text: 'Network request failed',
    },
    {
      name: 'without an answer in time',
      answer: (route: Route) => route.abort('timedout'),
      text: 'Network request failed',
    },
  ]) {
    test(`${name}: an error inside the frame, and retrying works`, async ({ page }) => {
      await open(page, '/')
      await page.route('**/api/news*', answer)
      await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
      await shell(page)
      await expect(page.locator('main')).toContainText(text)
      await expect(page).toHaveURL(/\/News$/)
      await page.unroute('**/api/news*')
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByRole('article')).toHaveCount(10)
    })
  }

  test('and navigating elsewhere afterwards works', async ({ page }) => {
    await open(page, '/News')
    await page.route(/\/api\/news\/.+/, failure(503, 'server.databaseAway', 'Back soon.'))
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.getByText('Back soon.')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test.describe('code that fails to load', () => {
  test.use({ expected: /Failed to load resource|Failed to fetch dynamically imported module/ })

  test('of the next page: a load error inside the frame, with a reload button', async ({ page }) => {
    await open(page, '/')
    await page.route(/\/user\/dist\/.*news-list.*\.(js|css)$/, (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await shell(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page could not be loaded')
    await expect(page.locator('main')).not.toContainText('503')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute(/\/user\/dist\/.*news-list.*\.(js|css)$/)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(10)
  })

  test('of the whole page: a visible load error above a readable page', async ({ page }) => {
    await page.route(/\/user\/dist\/.*\/app-.*\.js$/, (route) => route.abort())
    await page.goto('/News')
    await expect(page.getByRole('alert')).toContainText('Part of this page could not be loaded.')
    await expect(page.getByRole('article')).toHaveCount(10)
    await page.unroute(/\/user\/dist\/.*\/app-.*\.js$/)
    await page.getByRole('link', { name: 'Reload the page' }).click()
    await ready(page)
    await expect(page.getByRole('alert')).toBeHidden()
  })

  // Leaves the request pending.
  const hang = (): void => {}

  test('of the next page within two minutes: a spinner, then a load error', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await page.route(/\/user\/dist\/.*news-list.*\.js$/, hang)
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    const spinner = page.locator('main').getByRole('status')
    await expect(spinner).toHaveText('Loading…')
    await expect(spinner).toHaveCSS('padding-top', '100px')
    await page.clock.runFor(120_000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page could not be loaded')
  })

  test('of the whole page within two minutes: a visible load error', async ({ page }) => {
    await page.clock.install()
    await page.route(/\/user\/dist\/.*\/app-.*\.js$/, hang)
    await page.goto('/News', { waitUntil: 'commit' })
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.clock.runFor(121_000)
    await expect(page.getByRole('alert')).toContainText('Part of this page could not be loaded.')
  })

  test('style sheets: a visible load error too', async ({ page }) => {
    await page.route(/\/user\/dist\/.*\.css$/, (route) => route.abort())
    await page.goto('/News')
    await expect(page.getByRole('alert')).toContainText('Part of this page could not be loaded.')
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test.describe('a page that throws while rendering', () => {
  test.use({ expected: /TypeError|Failed to load resource/ })

  test('leaves the frame intact, and is rendered again when the query changes', async ({ page }) => {
    await open(page, '/News')
    const good = { code: 200, status: 0, message: '', msg: '' }
    await page.route(/\/api\/news\?.*page=2/, (route) => route.fulfill({ json: { ...good, data: { list: null } } }))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    await shell(page)
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(10)
  })

  test('never leaves a blank document, even if the frame throws', async ({ page }) => {
    await page.route('/News', async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(/"contentWidth":"\w+"/, '$&,"title":null')
      await route.fulfill({ response: answer, body: html })
    })
    await open(page, '/News')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
    await page.unroute('/News')
    await page.getByRole('link', { name: 'Reload the page' }).click()
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test('a banner is shown while offline, and disappears when the network is back', async ({ page, context }) => {
  await open(page, '/')
  await expect(page.getByText('You are offline now')).toHaveCount(0)
  await context.setOffline(true)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline now' })
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline now')).toHaveCount(0)
})

test('a new build is announced, and the button loads it', async ({ page }) => {
  await page.clock.install()
  await open(page, '/')
  await expect(page.getByText('New content is available.')).toHaveCount(0)
  await page.route('**/version', (route) =>
    route.fulfill({
      json: { code: 200, status: 0, message: '', msg: '', data: { version: '9.9.9', build: 'another' } },
    }),
  )
  await page.clock.runFor(5 * 60_000)
  const prompt = page.getByRole('status').filter({ hasText: 'New content is available.' })
  await expect(prompt).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await prompt.getByRole('button', { name: 'Refresh' }).click()
  await reloaded
  await expect(page.getByText('New content is available.')).toHaveCount(0)
})

test.describe('the check for a new build', () => {
  test.use({ expected: /Failed to load resource/ })

  test('fails silently', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await page.route('**/version', failure(500, 'server.failed', 'Out of chalk.'))
    const answered = page.waitForResponse('**/version')
    await page.clock.runFor(5 * 60_000)
    await answered
    await expect(page.getByText('Out of chalk.')).toHaveCount(0)
    await expect(page.getByText('New content is available.')).toHaveCount(0)
  })
})

/** The clock only advances when the test says so. */
const stopClock = async (page: Page): Promise<void> => {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
}

test.describe('toasts', () => {
  test.use({ expected: /Failed to load resource/ })

  // The current user is a request whose failure the pipeline presents as a toast.
  const failCurrentUser = (page: Page, showType: number) =>
    page.route('**/user/currentUser', failure(500, 'server.failed', 'Out of chalk.', showType))

  test('appear, are announced, and disappear after three seconds', async ({ page }) => {
    await stopClock(page)
    await failCurrentUser(page, 2)
    await open(page, '/')
    const toast = page.getByRole('status').filter({ hasText: 'Out of chalk.' })
    await expect(toast).toBeVisible()
    await page.clock.runFor(2_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByText('Out of chalk.')).toHaveCount(0)
  })

  test('stay while the pointer is over them, and can be closed', async ({ page }) => {
    await stopClock(page)
    await failCurrentUser(page, 1)
    await open(page, '/')
    await page.getByText('Out of chalk.').hover()
    await page.clock.runFor(10_000)
    await expect(page.getByText('Out of chalk.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Out of chalk.')).toHaveCount(0)
  })

  test('stay while the focus is on them', async ({ page }) => {
    await stopClock(page)
    await failCurrentUser(page, 2)
    await open(page, '/')
    const close = page.getByRole('button', { name: 'Close' })
    await close.focus()
    await page.clock.runFor(10_000)
    await expect(page.getByText('Out of chalk.')).toBeVisible()
    await close.blur()
    await page.clock.runFor(3_000)
    await expect(page.getByText('Out of chalk.')).toHaveCount(0)
  })

  test('of type notification have the code as title', async ({ page }) => {
    await failCurrentUser(page, 4)
    await open(page, '/')
    const toast = page.getByRole('status').filter({ hasText: 'Out of chalk.' })
    await expect(toast.locator('strong')).toHaveText('10201')
  })

  test('of type page open the error page', async ({ page }) => {
    await failCurrentUser(page, 9)
    await page.goto('/')
    await expect(page).toHaveURL(/\/exception\?errorCode=10201&errorMessage=Out\+of\+chalk\.$/)
    await expect(page.locator('main')).toContainText('Out of chalk.')
  })
})
