import type { Page } from '@playwright/test'
import { expect, expectArticle, open, test, mainPath } from './journey.ts'

const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number)
    return red < 128
  })

const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Appearance').click()
  await page.getByRole('button', { name, exact: true }).click()
}

test('without a choice the page follows the system, also while it is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, '/')
  await expect.poll(() => isDark(page)).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => isDark(page)).toBe(false)
})

test.describe('a choice', () => {
  test.use({ expected: /Failed to load resource: net::ERR_FAILED/ })

  for (const { choice, system, dark } of [
    { choice: 'Dark', system: 'light', dark: true },
    { choice: 'Light', system: 'dark', dark: false },
  ] as const) {
    test(
      `${choice} chosen on a ${system} system is stored and applied before the first paint`,
      dark ? mainPath : {},
      async ({ page }) => {
        await page.emulateMedia({ colorScheme: system })
        await open(page, '/News')
        await choose(page, choice)
        await expect.poll(() => isDark(page)).toBe(dark)

        // Only the document with its first script and styles: what a reader sees first.
        await page.route(/\/user\/dist\/.*\.js/, (route) =>
          route.request().url().includes('boot') ? route.continue() : route.abort(),
        )
        await page.goto('/News', { waitUntil: 'commit' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', choice.toLowerCase())
        await expect.poll(() => isDark(page)).toBe(dark)
      },
    )
  }
})

test('returning to the system style removes the stored choice', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, '/')
  await choose(page, 'Light')
  await expect(page.getByRole('button', { name: 'Light', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Match system' }).click()
  await expect.poll(() => isDark(page)).toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lectern.style'))).toBe(null)
})

test('stronger colours can be switched on and off, and the choice is stored', async ({ page }) => {
  await open(page, '/')
  await choose(page, 'Stronger colors')
  await expect(page.locator('html')).toHaveAttribute('data-weak')
  await open(page, '/News')
  await expect(page.locator('html')).toHaveAttribute('data-weak')
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).filter)).not.toBe('none')
  await page.getByLabel('Appearance').click()
  const button = page.getByRole('button', { name: 'Stronger colors' })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-weak')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves by itself, and the carousel jumps', async ({ page }) => {
    await open(page, '/')
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element)
          return [...animationDuration.split(','), ...transitionDuration.split(',')].some(
            (time) => Number.parseFloat(time) > 0.001,
          )
        }).length,
    )
    expect(moving).toBe(0)
    const featured = page.getByRole('region', { name: 'In focus' })
    const track = featured.getByRole('list')
    const before = await track.evaluate((list) => list.scrollLeft)
    await featured.getByRole('button', { name: 'Next' }).click()
    expect(await track.evaluate((list) => list.scrollLeft)).toBeGreaterThan(before)
  })
})

test('the printed page has the article, without menus and buttons, dark on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, '/')
  await page.getByRole('region', { name: 'Latest news' }).getByRole('article').first().getByRole('link').click()
  await expectArticle(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect.poll(() => isDark(page)).toBe(false)
})
