import type { Locator, Page } from '@playwright/test'
import { locales } from '@lectern/contract/locales.ts'
import { expect, expectArticle, expectFits, open, ready, test } from './journey.ts'

const openFirstArticle = async (page: Page): Promise<void> => {
  await open(page, '/News')
  await page.getByRole('article').first().getByRole('link').click()
  await expectArticle(page)
}

test('text typed before hydration is kept', async ({ page }) => {
  let arrive = (): void => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/user\/dist\/.*\/app-.*\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/News', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('phone')
  arrive()
  await ready(page)
  await expect(page.getByRole('searchbox')).toHaveValue('phone')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText(/for “phone”/)).toBeVisible()
})

test('a page beyond the end of a list says so and links to the last one', async ({ page }) => {
  await open(page, '/News?category=guide&page=9999')
  await expect(page.getByText('There is no page 9,999 here: the list has 1 page.')).toBeVisible()
  await expect(page.getByText('There is no news here yet.')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Go to the last page' }).click()
  await expect(page).toHaveURL(/\/News\?category=guide$/)
  await expect(page.getByRole('article')).toHaveCount(8)
})

test('only the number of hits is announced, in a live region that always exists', async ({ page }) => {
  await open(page, '/News')
  const status = page.locator('main').getByRole('status')
  await expect(status).toHaveText('')
  await expect(page.locator('main [aria-live]')).toHaveCount(0)
  await status.evaluate((element) => element.toggleAttribute('data-same', true))
  await page.getByRole('searchbox').fill('phone')
  await page.getByRole('searchbox').press('Enter')
  await expect(status).toHaveText(/articles? for “phone”$/)
  await expect(status).toHaveAttribute('data-same')
  await expect(status.getByRole('article')).toHaveCount(0)
})

test('the lang attribute is set on content, not on the interface around it', async ({ page }) => {
  await open(page, '/')
  const named = await page
    .locator('main [lang]')
    .evaluateAll((elements) => [...new Set(elements.map(({ tagName }) => tagName))].toSorted())
  expect(named).toEqual(['A', 'H3', 'LI', 'P', 'SPAN'])
  await expect(page.locator('main [lang] time')).toHaveCount(0)
  await openFirstArticle(page)
  await expect(page.locator('main article h1')).toHaveAttribute('lang', 'en-US')
  await expect(page.locator('main article')).not.toHaveAttribute('lang')
  await expect(page.locator('main [lang] time')).toHaveCount(0)
})

test('a language opened with Ctrl opens in a new tab and leaves this page as it is', async ({ page, context }) => {
  await open(page, '/News')
  await page.getByLabel('Language', { exact: true }).click()
  // Playwright sometimes misses a new tab of Chromium, or where it leads; the document that the tab asks for is certain.
  const opened = context.waitForEvent('response', (response) => response.url().endsWith('/News?lang=pt-BR'))
  await page.getByRole('link', { name: 'Português' }).click({ modifiers: ['ControlOrMeta'] })
  expect((await opened).request().isNavigationRequest()).toBe(true)
  await expect(page).toHaveURL(/\/News$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test.describe('sharing', () => {
  test('shows and selects the address where the clipboard is not allowed', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await openFirstArticle(page)
    await page.getByRole('button', { name: 'Copy link' }).click()
    const address = page.getByRole('textbox', { name: 'Address of this page' })
    await expect(address).toHaveValue(page.url())
    await expect(address).toBeFocused()
    await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe(page.url())
  })

  test.describe('a QR code that fails to load', () => {
    test.use({ expected: /Failed to load resource/ })

    test('shows an error, and a reload helps', async ({ page }) => {
      await openFirstArticle(page)
      const share = page.getByRole('region', { name: 'Share' })
      await page.route(/\/user\/dist\/.*\.js$/, (route) => route.abort())
      await share.getByRole('button', { name: 'QR code' }).click()
      await expect(share.getByRole('alert')).toHaveText(
        'The QR code could not be loaded. Please reload the page and try again.',
      )
      await page.unroute(/\/user\/dist\/.*\.js$/)
      await page.reload()
      await ready(page)
      await share.getByRole('button', { name: 'QR code' }).click()
      await expect(share.getByRole('img')).toBeVisible()
      await expect(share.getByRole('alert')).toHaveCount(0)
    })
  })
})

test.describe('the head of a page', () => {
  test('has the canonical address of its language, those of the others, and a picture', async ({ page, request }) => {
    for (const locale of locales) {
      await page.goto(`/News?category=guide&lang=${locale}`)
      const plain = new URL('/News?category=guide', page.url()).href
      const inLanguage = (language: string): string => (language === 'zh-CN' ? plain : `${plain}&lang=${language}`)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', inLanguage(locale))
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', inLanguage(locale))
      const alternates = await page
        .locator('link[rel=alternate][hreflang]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
      expect(alternates).toEqual([...locales.map((language) => [language, inLanguage(language)]), ['x-default', plain]])
    }
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await request.get(picture!)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
    const file = await answer.body()
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630])
    expect(file.length).toBeLessThan(60_000)
  })

  test.describe('under a path of its own', () => {
    test.use({ site: 'contest' })

    test('home has structured data about the site and the contest', async ({ page }) => {
      await open(page, '/contest')
      const structured = await page.locator('script[type="application/ld+json"]').textContent()
      const facts = {
        name: 'National Teaching Digitalization Contest',
        description: await page.locator('meta[name=description]').getAttribute('content'),
        url: new URL('/contest', page.url()).href,
        inLanguage: 'en-US',
      }
      expect(JSON.parse(structured!)).toEqual({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebSite', ...facts },
          {
            '@type': 'EducationEvent',
            ...facts,
            organizer: { '@type': 'Organization', name: 'Contest Organizing Committee' },
            audience: { '@type': 'EducationalAudience', educationalRole: 'teacher' },
            isAccessibleForFree: true,
          },
        ],
      })
    })
  })
})

test.describe('a table on a phone', () => {
  test.use({ viewport: { width: 320, height: 800 } })

  test('stays a table; a wide one scrolls inside its own frame', async ({ page }) => {
    await open(page, '/News')
    // The announcement of the contest: its widest table first, then a narrow one.
    await page.getByRole('article').nth(2).getByRole('link').click()
    const [wide, narrow] = [page.getByRole('table').first(), page.getByRole('table').nth(1)]
    const frame = page.getByRole('region', { name: 'Table, scrolls sideways' })
    await expect(wide).toHaveCSS('display', 'table')
    await expect(wide.getByRole('columnheader').first()).toBeVisible()
    const right = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().right)
    await expect.poll(() => right(wide)).toBeGreaterThan(320)
    await expect.poll(() => right(frame)).toBeLessThanOrEqual(320)
    await expect.poll(() => right(narrow)).toBeLessThanOrEqual(320)
    await expectFits(page, 320)
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('emphasis is bold, not italic', async ({ page }) => {
    await open(page, '/')
    const style = await page.evaluate(() => {
      const stressed = document.createElement('em')
      document.querySelector('main')!.append(stressed)
      const { fontStyle, fontWeight } = getComputedStyle(stressed)
      return [fontStyle, fontWeight]
    })
    expect(style).toEqual(['normal', '600'])
  })
})

test.describe('a site with its own colour', () => {
  test.use({ site: 'mix' })

  test('uses it, light and dark', async ({ page }) => {
    const token = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary-solid').trim())
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, '/News')
    await expect.poll(token).toBe('#c7350c')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(token).toBe('#ce360d')
    const sheet = page.locator('link[rel=stylesheet][href^="/user/theme/"]')
    const answer = await page.request.get((await sheet.getAttribute('href'))!)
    expect([answer.status(), answer.headers()['content-type'], answer.headers()['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect((await page.request.get('/user/theme/nonsense.css')).status()).toBe(404)
  })

  test.describe('a site with the default colour', () => {
    test.use({ site: 'top' })

    test('loads no theme style sheet', async ({ page }) => {
      await open(page, '/')
      await expect(page.locator('link[href^="/user/theme/"]')).toHaveCount(0)
    })
  })
})
