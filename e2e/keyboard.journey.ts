import type { Locator, Page } from '@playwright/test'
import { expect, open, test, mainPath } from './journey.ts'

/** Describes the focused element: whether it is visible, has an outline, and is not under the fixed header. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    // A field may show the outline on its parent.
    const isOutlined = [focused, focused.parentElement!].some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { left, top, width, height } = focused.getBoundingClientRect()
    const [x, y] = [left + Math.min(width / 2, 8), top + height / 2]
    const front = document.elementFromPoint(x, y)
    const isFront = front !== null && (focused.contains(front) || front.contains(focused))
    const isInside = y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth
    return `${focused.outerHTML.slice(0, 120)}: ${isOutlined && isFront && isInside ? 'seen' : 'not seen'}`
  })

// Polls, because the carousel scrolls smoothly to the focused slide.
const expectVisibleFocus = (page: Page): Promise<void> => expect.poll(() => describeFocus(page)).toMatch(/: seen$/)

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, place: Locator): Promise<void> => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await place.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('60 presses of Tab did not get there')
}

test('the first tab stop skips to the content', async ({ page }) => {
  await open(page, '/News')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

for (const path of ['/', '/News']) {
  test(`every tab stop on ${path} is visible and not under the header, forwards and backwards`, async ({ page }) => {
    await open(page, path)
    const seen = new Set<string>()
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 100; presses += 1) {
        await page.keyboard.press(key)
        const where = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement === document.body
            ? ''
            : [...document.querySelectorAll('*')].indexOf(activeElement!).toString()
        })
        if (where === '') break
        seen.add(where)
        await expectVisibleFocus(page)
      }
    }
    expect(seen.size).toBeGreaterThan(15)
  })
}

for (const { name, item } of [
  { name: 'Language', item: 'link' },
  { name: 'Appearance', item: 'button' },
] as const) {
  test(`the menu "${name}" opens by keyboard, closes with Escape, and returns the focus`, async ({ page }) => {
    await open(page, '/')
    const summary = page.locator('summary').and(page.getByLabel(name, { exact: true }))
    const panel = page.locator('details[open]')
    await tabTo(page, summary)
    await page.keyboard.press('Enter')
    await expect(panel).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(panel.getByRole(item).first()).toBeFocused()
    await expectVisibleFocus(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(summary).toBeFocused()
  })
}

test('a menu closes when the focus leaves it', async ({ page }) => {
  await open(page, '/')
  const summary = page.locator('summary').and(page.getByLabel('Language', { exact: true }))
  await tabTo(page, summary)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('details[open]')).toHaveCount(0)
})

test('a language can be chosen by keyboard', async ({ page }) => {
  await open(page, '/')
  await tabTo(page, page.locator('summary').and(page.getByLabel('Language', { exact: true })))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Bahasa Indonesia' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'id-ID')
})

test('news can be searched and read by keyboard', mainPath, async ({ page }) => {
  await open(page, '/News')
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/for “phone”/)).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  const first = page.getByRole('article').first().getByRole('link')
  const title = await first.textContent()
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
  await expect(page.locator('main')).toBeFocused()
})

test('the carousel moves by its buttons, follows the focus, and can be paused', async ({ page }) => {
  await open(page, '/')
  const banners = page.getByRole('region', { name: 'In focus' })
  const slides = banners.getByRole('listitem')
  await expect(slides.last()).not.toBeInViewport()
  await tabTo(page, slides.last().getByRole('link'))
  await expect(slides.last()).toBeInViewport({ ratio: 0.9 })
  await tabTo(page, banners.getByRole('button', { name: 'Pause' }))
  await page.keyboard.press('Enter')
  await expect(banners.getByRole('button', { name: 'Play' })).toBeFocused()
  await tabTo(page, banners.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Space')
  await expect(slides.first()).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(slides.last()).toBeInViewport({ ratio: 0.9 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('the main menu opens by keyboard and its links work', async ({ page }) => {
    await open(page, '/')
    await tabTo(page, page.locator('summary').and(page.getByLabel('Main menu')))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'News' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.locator('details[open]')).toHaveCount(0)
  })
})
