import type { Page } from '@playwright/test'
import { locales } from '@lectern/contract/locales.ts'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, test } from './journey.ts'
import { enterAsOfficer } from './officer-pages.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** All public pages in the sitemap, in its order. */
const listed = [
  '/',
  '/About',
  '/Contact',
  '/Contact_bac',
  '/EnrollFor',
  '/Expert',
  '/MATE',
  '/News',
  '/Journal',
  '/Science',
  '/Trivia/InterPeriodical',
  '/Trivia/Others',
  '/Objection',
  '/Note',
  '/Results',
  '/Rules',
  '/Trivia/Download',
  '/Trivia/Mate',
  '/Trivia/Material',
  '/Trivia/Material/CoverBox',
  '/Trivia/Video',
  '/Trivia/Wonderful',
  '/Works',
  '/database/list',
  '/database/listMD',
  '/Certificate',
  '/Privacy',
  '/Terms',
  '/Accessibility',
]

interface Shown {
  path: string
  /** The link on this page to follow, if the page itself has an id in its address. */
  opens?: RegExp
}

const pages: Shown[] = [
  ...listed.map((path) => ({ path })),
  { path: '/News', opens: /^\/News\/[\w-]{36}$/ },
  { path: '/EnrollFor', opens: /^\/EnrollFor\/[\w-]{36}$/ },
  { path: '/Results', opens: /^\/Results\/[\w-]{36}$/ },
  { path: '/Works', opens: /^\/Works\/[\w-]{36}$/ },
  { path: '/database/listMD', opens: /^\/database\/listMD\?id=[\w-]{36}$/ },
  { path: '/News?search=AI' },
  { path: '/News?search=zzzzqqqq' },
  { path: '/search?search=AI' },
  { path: '/Home/Banner1' },
  { path: '/Home/data.source' },
  { path: '/account/Login' },
  { path: '/account/Register' },
  { path: '/account/reviserPwd' },
  // Nobody has left for this provider.
  { path: '/account/SignIn/campus' },
  { path: '/exception?errorCode=7&errorMessage=Out+of+chalk.' },
  { path: '/nowhere' },
]

const styles = ['light', 'dark'] as const
const widths = [1280, 390]
const sites = ['top', 'side', 'mix'] as const

/** Each page alternates language, style and width; `npm run audit` checks all combinations. */
const variants = locales.flatMap((locale) =>
  styles.flatMap((style) => widths.map((width) => ({ locale, style, width }))),
)
const variantsOf = (row: number) =>
  process.env['AUDIT'] === 'all' ? variants : [variants[(row * 7) % variants.length]!]

const visits = pages.flatMap((page, row) =>
  variantsOf(row).map((variant, column) => ({ page, ...variant, turn: row + column })),
)

const nameOf = ({ path, opens }: Shown): string => `${path}${opens ? ', one of it' : ''}`

const openShown = async (page: Page, { path, opens }: Shown): Promise<void> => {
  await open(page, path)
  if (!opens) return
  const addresses = await page
    .locator('main a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  await open(
    page,
    addresses.find((address) => opens.test(address))!,
  )
}

const findPageProblems = async (page: Page, { isMenuOpen }: { isMenuOpen: boolean }): Promise<string[]> => {
  if (isMenuOpen) await page.locator('header details').last().locator('summary').click()
  // Elements partly covered by an open menu are reachable when it is closed.
  const isCovered = (problem: string): boolean =>
    isMenuOpen && problem.startsWith('target-size:') && problem.includes('partially obscured')
  return (await findProblems(page, { runOnly: rules })).filter((problem) => !isCovered(problem))
}

test('the list has every public page', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path]) => path!)
  expect(paths.filter((path) => !/[\w-]{36}$/.test(path))).toEqual(listed)
})

for (const [position, site] of sites.entries())
  test.describe(`a third of the pages, with the menu of ${site}`, () => {
    test.use({ site, expected: /status of (404|422)/ })

    test('have no axe violations, and fit a phone', async ({ page }) => {
      const problems: Record<string, string[]> = {}
      for (const [row, shown] of pages.entries()) {
        if (row % sites.length !== position) continue
        await test.step(nameOf(shown), async () => {
          await openShown(page, shown)
          const isMenuOpen = row % 4 === 1
          const lines = await findPageProblems(page, { isMenuOpen })
          if (lines.length > 0) problems[nameOf(shown)] = lines
          await page.setViewportSize({ width: 390, height: 800 })
          await expectFits(page, 390)
          await page.setViewportSize({ width: 1280, height: 800 })
        })
      }
      expect(problems).toEqual({})
    })
  })

test('the pages of officers have no axe violations, and fit a phone', async ({ page, baseURL }) => {
  for (const path of await enterAsOfficer(page.context().request, baseURL!))
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await findProblems(page, { runOnly: rules })).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      await expectFits(page, 390)
    })
})

for (const { page: shown, locale, style, width, turn } of visits) {
  const site = sites[turn % 3]!
  const isMenuOpen = turn % 4 === 1
  const menu = `menu ${isMenuOpen ? 'open' : 'closed'}`

  test.describe(`${nameOf(shown)} in ${locale}, ${style}, ${width} px, ${site}, ${menu}`, () => {
    test.use({ locale, site, colorScheme: style, viewport: { width, height: 800 }, expected: /status of (404|422)/ })

    test('has no axe violations', async ({ page }) => {
      await openShown(page, shown)
      expect(await findPageProblems(page, { isMenuOpen })).toEqual([])
      await expectFits(page, width)
    })
  })
}
