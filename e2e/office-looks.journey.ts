import { findProblems } from './axe.ts'
import { expect, expectFits, open } from './journey.ts'
import { rows, test } from './organiser.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const empty = '/Outbox?state=expired'

const contest = ['/Activity', '/Phase', '/Team', '/Enrolment']
/** What another width and theme can break on a page whose structure has been checked. */
const looks = ['color-contrast', 'target-size']

const paths = ['', '/Member', '/About', '/Document', '/Outbox', empty, '/Audit', '/Setting', ...contest]

for (const [turn, path] of paths.entries())
  test(`/Admin${path} fits a phone and a desktop, light and dark, without axe violations`, async ({ page }) => {
    const widths = turn % 2 === 0 ? [390, 1280] : [1280, 390]
    await page.emulateMedia({ colorScheme: 'light' })
    for (const [round, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 })
      // The second round checks the same page resized and in the dark theme.
      if (round === 0) await open(page, `/Admin${path}`)
      else await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[class*=ant-]').first()).toBeVisible()
      if (path === '/About' && round === 0)
        await page
          .getByRole('button', { name: /^Edit “/ })
          .first()
          .click()
      await expectFits(page, width)
      expect(await findProblems(page, round === 0 ? {} : { runOnly: looks })).toEqual([])
      if (path !== '/Member') continue
      const within = { within: '[role=dialog]', ...(round > 0 && { runOnly: looks }) }
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // The page behind the dialog has been checked already.
      expect(await findProblems(page, within)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await rows(page).first().getByRole('link').first().click()
      await expect(page.getByRole('dialog').getByLabel('School')).toBeVisible()
      expect(await findProblems(page, within)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
