import type { Page } from '@playwright/test'
import { expect, open, test, mainPath } from './journey.ts'
import type { SiteName } from './sites.ts'

const widths = [1280, 768, 390, 320]

/** Elements that exceed the page width and are not inside a scrollable container. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [`the page is ${scrollWidth} wide`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })

/** Controls smaller than 24 by 24 px, except links within running text and links that cover their whole card. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), summary')]
    const isSeen = (element: HTMLElement): boolean =>
      element.checkVisibility() && element.getBoundingClientRect().bottom > 0
    const isInText = (element: HTMLElement): boolean => element.matches('main article :is(p, li, td) a')
    const isHitAround = (element: HTMLElement): boolean => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const corners = [-11.5, 11.5].flatMap((across) =>
        [-11.5, 11.5].map((down) => document.elementFromPoint(x + across, y + down)),
      )
      return corners.every((corner) => corner !== null && element.contains(corner))
    }
    const small = targets.filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return isSeen(element) && !isInText(element) && (width < 24 || height < 24) && !isHitAround(element)
    })
    return small.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 120)}`
    })
  })

/** Text that its own box clips, unless it is shortened with an ellipsis by design. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const holdsText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      if (
        !holdsText(element) ||
        !element.checkVisibility() ||
        element.matches('.visually-hidden, script, style, option')
      )
        return false
      const { overflowX, overflowY, webkitLineClamp, clipPath } = getComputedStyle(element)
      // Visually hidden text is for screen readers.
      if (webkitLineClamp !== 'none' || clipPath === 'inset(50%)' || element.clientWidth === 0) return false
      const hides = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      return hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    })
    return cut.map((element) => element.outerHTML.slice(0, 160))
  })

const openArticle = async (page: Page): Promise<void> => {
  await open(page, '/News')
  // The article with the widest table.
  await page.getByRole('article').nth(2).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Share' })).toBeVisible()
}

for (const site of ['top', 'side', 'mix'] satisfies SiteName[]) {
  test.describe(`the menu: ${site}`, () => {
    test.use({ site })

    const details = site === 'top' ? mainPath : {}
    test(
      'home, list and article fit every width, with touch targets that are large enough',
      details,
      async ({ page }) => {
        const found: Record<string, string[]> = {}
        const look = async (name: string): Promise<void> => {
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            const problems = [...(await overflowing(page)), ...(await smallTargets(page))]
            if (problems.length > 0) found[`${name} at ${width} px`] = problems
          }
        }
        await open(page, '/')
        await look('home')
        await openArticle(page)
        await look('article')
        await page.goBack()
        await expect(page.getByRole('article')).toHaveCount(10)
        await look('list')
        expect(found).toEqual({})
      },
    )

    test('the menu is where the layout puts it, and in a drawer on narrow screens', async ({ page }) => {
      await open(page, '/')
      const inHeader = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' })
      const atSide = page.getByRole('complementary').getByRole('navigation', { name: 'Main menu' })
      await expect(inHeader).toBeVisible({ visible: site === 'top' })
      await expect(atSide).toBeVisible({ visible: site !== 'top' })
      await page.setViewportSize({ width: 768, height: 800 })
      await expect(inHeader.and(page.locator(':not(details *)'))).toBeHidden()
      await expect(atSide).toBeHidden()
      await page.locator('summary').and(page.getByLabel('Main menu')).click()
      await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
      await expect(page.getByRole('article')).toHaveCount(10)
    })
  })
}

test.describe('the panel under a fixed header', () => {
  test.use({ site: 'mix' })

  test('stays below it, and shows an icon for every page when it is collapsed', async ({ page }) => {
    await open(page, '/Note')
    const panel = page.getByRole('complementary')
    await page.evaluate(() => scrollTo(0, 900))
    const header = await page.getByRole('banner').boundingBox()
    // The border of the header may overlap the first pixel.
    expect((await panel.boundingBox())!.y).toBeGreaterThanOrEqual(header!.y + header!.height - 1)
    await panel.getByRole('button', { name: 'Main menu' }).click()
    const links = panel.getByRole('link')
    await expect(links.locator('svg')).toHaveCount(await links.count())
    const tallest = await links.evaluateAll((all) => Math.max(...all.map((link) => link.clientHeight)))
    expect(tallest).toBeLessThanOrEqual(48)
  })
})

test.describe('below a router base', () => {
  test.use({ site: 'contest' })

  test('every internal link keeps the base, also links of partners', async ({ page }) => {
    await open(page, '/contest')
    const paths = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !/^\/(contest(\/|$)|api\/|feed\.xml|calendar)/.test(path))).toEqual([])
  })
})

test.describe('the side panel', () => {
  test.use({ site: 'side' })

  test('is 200 px wide, 80 px when collapsed, and remembers its state', async ({ page }) => {
    await open(page, '/')
    const panel = page.getByRole('complementary')
    const width = async (): Promise<number> => (await panel.boundingBox())!.width
    await expect.poll(width).toBe(200)
    const toggle = panel.getByRole('button', { name: 'Main menu' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await toggle.click()
    await expect.poll(width).toBe(80)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await open(page, '/News')
    await expect.poll(width).toBe(80)
    await toggle.click()
    await expect.poll(width).toBe(200)
  })
})

for (const { locale, path } of [
  { locale: 'pt-BR', path: '/News' },
  { locale: 'id-ID', path: '/' },
  { locale: 'en-US', path: '/' },
  { locale: 'zh-TW', path: '/News' },
]) {
  test.describe(`${path} in ${locale}`, () => {
    test.use({ locale })

    test('loses nothing at 200 % zoom', async ({ page }) => {
      // A zoom of 200 % on a 1280 px screen leaves 640 px.
      await page.setViewportSize({ width: 640, height: 400 })
      await open(page, path)
      await expect.poll(() => overflowing(page)).toEqual([])
      await expect.poll(() => cutTexts(page)).toEqual([])
    })

    test('loses nothing with wide text spacing, down to 320 px', async ({ page }) => {
      await open(page, path)
      // The CSP forbids inline styles, but allows a style sheet that a script of the page adds.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        )
        document.adoptedStyleSheets.push(sheet)
      })
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => overflowing(page)).toEqual([])
        await expect.poll(() => cutTexts(page)).toEqual([])
      }
    })
  })
}

test('loses nothing when only the text is twice as large', async ({ page }) => {
  await open(page, '/News')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflowing(page)).toEqual([])
    await expect.poll(() => cutTexts(page)).toEqual([])
  }
})
