import { locales } from '@lectern/contract/locales.ts'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, test } from './journey.ts'

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
  { path: '/exception?errorCode=7&errorMessage=Out+of+chalk.' },
  { path: '/nowhere' },
]

const styles = ['light', 'dark'] as const
const widths = [1280, 390]
const sites = ['top', 'side', 'mix'] as const

/** Each page once, alternating language, style and width; `npm run audit` runs all combinations. */
const variants = locales.flatMap((locale) =>
  styles.flatMap((style) => widths.map((width) => ({ locale, style, width }))),
)
const variantsOf = (row: number) =>
  process.env['AUDIT'] === 'all' ? variants : [variants[(row * 7) % variants.length]!]

const visits = pages.flatMap((page, row) =>
  variantsOf(row).map((variant, column) => ({ page, ...variant, turn: row + column })),
)

test('the list has every public page', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path]) => path!)
  expect(paths.filter((path) => !/[\w-]{36}$/.test(path))).toEqual(listed)
})

for (const { page: shown, locale, style, width, turn } of visits) {
  const site = sites[turn % 3]!
  const isMenuOpen = turn % 4 === 1
  const seen = `${shown.path}${shown.opens ? ', one of it' : ''}`

  test.describe(`${seen} in ${locale}, ${style}, ${width} px, ${site}, menu ${isMenuOpen ? 'open' : 'closed'}`, () => {
    test.use({ locale, site, colorScheme: style, viewport: { width, height: 800 }, expected: /status of 404/ })

    test('has no axe violations', async ({ page }) => {
      await open(page, shown.path)
      if (shown.opens) {
        const addresses = await page
          .locator('main a[href]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
        await open(
          page,
          addresses.find((address) => shown.opens!.test(address))!,
        )
      }
      if (isMenuOpen) await page.locator('header details').last().locator('summary').click()
      // Elements partly covered by an open menu are reachable when it is closed.
      const isCovered = (problem: string): boolean =>
        isMenuOpen && problem.startsWith('target-size:') && problem.includes('partially obscured')
      const found = await findProblems(page, { runOnly: rules })
      expect(found.filter((problem) => !isCovered(problem))).toEqual([])
      await expectFits(page, width)
    })
  })
}
