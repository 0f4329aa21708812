import { AxeBuilder } from '@axe-core/playwright'
import { locales } from '@lectern/contract/locales.ts'
import { expect, open, test } from './journey.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const pages = [
  { name: 'home', path: '/' },
  { name: 'the list', path: '/News' },
  { name: 'a search', path: '/News?search=AI' },
  { name: 'a search without a find', path: '/News?search=zzzzqqqq' },
  { name: 'an article', path: '/News', firstArticle: true },
  { name: 'the error page', path: '/exception?errorCode=7&errorMessage=Out+of+chalk.' },
  { name: 'a missing page', path: '/nowhere' },
]

const styles = ['light', 'dark'] as const
const widths = [1280, 390]
const sites = ['top', 'side', 'mix'] as const

/** Every page in every language; style, width, layout and the open menu take turns, so that all of them meet every page. */
const visits = pages.flatMap((page, row) =>
  locales.map((locale, column) => {
    const turn = row + column
    return {
      page,
      locale,
      style: styles[turn % 2]!,
      width: widths[Math.floor(turn / 2) % 2]!,
      site: sites[turn % 3]!,
      isMenuOpen: Math.floor(turn / 3) % 2 === 1,
    }
  }),
)

for (const { page: shown, locale, style, width, site, isMenuOpen } of visits) {
  test.describe(`${shown.name}, ${locale}, ${style}, ${width} px, ${site}, menu ${isMenuOpen ? 'open' : 'closed'}`, () => {
    test.use({ locale, site, colorScheme: style, viewport: { width, height: 800 }, expected: /status of 404/ })

    test('axe finds nothing', async ({ page }) => {
      await open(page, shown.path)
      if (shown.firstArticle) {
        await page.getByRole('article').first().getByRole('link').click()
        await expect(page).toHaveURL(/\/News\/[\w-]{36}$/)
        await expect(page.locator('h1')).toBeVisible()
      }
      if (isMenuOpen) await page.locator('header details').last().locator('summary').click()
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      )
      expect(found).toEqual([])
    })
  })
}
