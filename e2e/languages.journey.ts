import type { Page } from '@playwright/test'
import { expect, open, ready, test, mainPath } from './journey.ts'

const key = 'lectern.locale'

const languages = [
  { locale: 'zh-CN', label: '简体中文', title: '语言', news: '新闻公告' },
  { locale: 'zh-TW', label: '繁體中文', title: '語言', news: '最新消息' },
  { locale: 'en-US', label: 'English', title: 'Language', news: 'News' },
  { locale: 'pt-BR', label: 'Português', title: 'Idioma', news: 'Notícias' },
  { locale: 'id-ID', label: 'Bahasa Indonesia', title: 'Bahasa', news: 'Berita' },
]

const kept = async (page: Page): Promise<{ stored: string | null; cookie: string | undefined }> => ({
  stored: await page.evaluate((name) => localStorage.getItem(name), key),
  cookie: (await page.context().cookies()).find(({ name }) => name === key)?.value,
})

test('the picker lists five languages, each with a flag, and is at least 160 px wide', async ({ page }) => {
  await open(page, '/News')
  await page.getByLabel('Language', { exact: true }).click()
  const items = page.getByRole('listitem').filter({ has: page.locator('a[hreflang]') })
  await expect(items).toHaveText(languages.map(({ label }) => label))
  for (const [position, { locale, title }] of languages.entries()) {
    const link = items.nth(position).getByRole('link')
    await expect(link).toHaveAttribute('lang', locale)
    await expect(link).toHaveAttribute('title', title)
    await expect(link.locator('svg > *').first()).toBeAttached()
  }
  await expect(page.locator('a[hreflang][aria-current]')).toHaveText('English')
  const box = await items.first().locator('xpath=ancestor::div[1]').boundingBox()
  expect(box!.width).toBeGreaterThanOrEqual(160)
})

for (const { locale, label, news } of languages.filter(({ locale: own }) => own !== 'en-US')) {
  test(
    `choosing ${locale} reloads the page in that language and stores the choice`,
    locale === 'pt-BR' ? mainPath : {},
    async ({ page }) => {
      await open(page, '/News?category=guide')
      await page.getByLabel('Language', { exact: true }).click()
      const reloaded = page.waitForEvent('load')
      await page.getByRole('link', { name: label, exact: true }).click()
      await reloaded
      await ready(page)
      await expect(page).toHaveURL(/\/News\?category=guide$/)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(news)
      await expect.poll(() => page.title()).toContain(news)
      await expect.poll(() => kept(page)).toEqual({ stored: locale, cookie: locale })

      await open(page, '/')
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
    },
  )
}

test.describe('the first visit', () => {
  for (const [browser, expected] of [
    ['pt-PT', 'pt-BR'],
    ['zh-HK', 'zh-TW'],
    ['id', 'id-ID'],
    ['en-GB', 'en-US'],
    ['fr-FR', 'zh-CN'],
  ] as const) {
    test.describe(browser, () => {
      test.use({ locale: browser })
      test(`of a browser set to ${browser} is in ${expected}`, async ({ page }) => {
        await open(page, '/')
        await expect(page.locator('html')).toHaveAttribute('lang', expected)
      })
    })
  }
})

test('a language in the address applies to that page and pages opened from it, and is not stored', async ({
  page,
  context,
}) => {
  await open(page, '/News?lang=pt-BR')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/News\/[\w-]{36}\?lang=pt-BR$/)
  await page.reload()
  await ready(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  // Playwright sometimes misses a new tab of Chromium; the document that the tab asks for is certain.
  const opened = context.waitForEvent('response', (response) => response.request().isNavigationRequest())
  await page
    .getByRole('banner')
    .getByRole('link')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await open(page, (await opened).url())
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  expect(await kept(page)).toEqual({ stored: null, cookie: undefined })
  await open(page, '/News')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test('an unknown language in the address is ignored', async ({ page }) => {
  await open(page, '/News?lang=xx')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect.poll(() => kept(page)).toEqual({ stored: null, cookie: undefined })
})

test('a language in the address does not change the stored choice', async ({ page }) => {
  await open(page, '/')
  await page.getByLabel('Language', { exact: true }).click()
  await page.getByRole('link', { name: 'Português' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await open(page, '/?lang=id-ID')
  await expect(page.locator('html')).toHaveAttribute('lang', 'id-ID')
  await open(page, '/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
})

test('choosing a language removes another one from the address', async ({ page }) => {
  await open(page, '/News?category=guide&lang=id-ID')
  await page.getByLabel('Bahasa', { exact: true }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/News\?category=guide$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test('the choice in local storage wins when the cookie is missing or differs', async ({ page, context }) => {
  await open(page, '/')
  await page.evaluate((name) => localStorage.setItem(name, 'zh-TW'), key)
  await page.goto('/News')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
  await ready(page)
  await expect.poll(() => kept(page)).toEqual({ stored: 'zh-TW', cookie: 'zh-TW' })

  await context.addCookies([{ name: key, value: 'id-ID', url: new URL(page.url()).origin }])
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
  await expect(page.getByRole('link', { name: '最新消息' }).first()).toBeVisible()
})

test('an unknown stored language is ignored', async ({ page }) => {
  await open(page, '/')
  await page.evaluate((name) => localStorage.setItem(name, 'xx-XX'), key)
  await open(page, '/News')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.getByRole('article')).toHaveCount(10)
})
