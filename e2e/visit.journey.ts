import type { Page } from '@playwright/test'
import { expect, open, ready, test, mainPath } from './journey.ts'

const callsTo = (page: Page, path: RegExp): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (path.test(request.url())) calls.push(new URL(request.url()).pathname)
  })
  return calls
}

/** Non-canonical addresses of a page: hydration must not differ from the server's rendering. */
const otherAddresses = ['/News?utm_source=x', '/News?lang=en-US&page=2', '/exception?errorMessage=%20hi%20']

test(
  'a page at another address hydrates as it was rendered, and then follows the address',
  mainPath,
  async ({ page }) => {
    for (const path of otherAddresses)
      await test.step(path, async () => {
        await open(page, path)
        const query = new URLSearchParams(new URL(path, 'http://site').search)
        query.set('lang', 'pt-BR')
        await expect(page.locator('a[hreflang="pt-BR"]')).toHaveAttribute('href', `?${query}`)
      })
  },
)

test.describe('an address without a page', () => {
  test.use({ expected: /status of 404/ })

  test('hydrates as it was rendered', async ({ page }) => {
    await open(page, '/nothing?x=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.locator('a[hreflang="pt-BR"]')).toHaveAttribute('href', '?x=1&lang=pt-BR')
  })
})

test('the current user is requested once per visit, however many pages are read', async ({ page }) => {
  const calls = callsTo(page, /currentUser/)
  await open(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Share' })).toBeVisible()
  expect(calls).toEqual(['/api/user/currentUser'])
})

test('pages for signing in do not request the current user', async ({ page }) => {
  const calls = callsTo(page, /currentUser/)
  for (const path of ['/account/login', '/account/Login', '/account/register'])
    await test.step(path, async () => {
      await open(page, path)
      await page.waitForLoadState('networkidle')
      expect(calls).toEqual([])
    })
})

test('service workers and caches left behind by another site are removed', async ({ page }) => {
  const left = (): Promise<{ workers: number; caches: number }> =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).length,
    }))
  await open(page, '/')
  await page.evaluate(async () => {
    // Any module without side effects can serve as the worker.
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    await navigator.serviceWorker.register(
      files.find((name) => /en-US.*\.js$/.test(name))!,
      { type: 'module' },
    )
    await caches.open('left-behind')
  })
  await expect.poll(left).toEqual({ workers: 1, caches: 1 })
  await open(page, '/')
  await expect.poll(left).toEqual({ workers: 0, caches: 0 })
})

test('a page loads only its own code', async ({ page }) => {
  const files = callsTo(page, /\/user\/dist\//)
  await open(page, '/')
  await page.waitForLoadState('networkidle')
  expect(files.filter((path) => /article-view|news-list|exception|not-found/.test(path))).toEqual([])
  const scripts = files.filter((path) => path.endsWith('.js'))
  expect(scripts).toEqual([...new Set(scripts)])
})

test.describe('under a router base', () => {
  test.use({ site: 'contest' })

  test('every page and link is below it', async ({ page }) => {
    await open(page, '/contest')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The Eighth National Teaching Digitalization Contest',
    )
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await expect(page).toHaveURL(/\/contest\/News$/)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Guides' }).click()
    await expect(page).toHaveURL(/\/contest\/News\?category=guide$/)
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/contest\/News\/[\w-]{36}$/)
    await page.reload()
    await ready(page)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${page.url()}?lang=en-US`)
    const outside = await page
      .locator('a[href^="/"]:not(main article a)')
      .evaluateAll((links) =>
        links
          .map((link) => link.getAttribute('href')!)
          .filter((href) => !/^\/contest(\/|$|\?)|^\/feed\.xml$/.test(href)),
      )
    expect(outside).toEqual([])
  })

  test.describe('and outside of it', () => {
    test.use({ expected: /status of 404/ })

    test('nothing is found, also after hydration', async ({ page }) => {
      const answer = await page.goto('/foo')
      expect(answer!.status()).toBe(404)
      await ready(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
      await expect(page).toHaveURL(/\/contest\/News$/)
      await expect(page.getByRole('article')).toHaveCount(10)
    })
  })
})
