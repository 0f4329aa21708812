import type { Page } from '@playwright/test'
import { isProving } from '@lectern/contract/testing/repetitions.ts'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open } from './journey.ts'
import { enterAsOfficer } from './officer-pages.ts'
import { rows, test } from './organiser.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const empty = '/Outbox?state=expired'

/** What another width and theme can break on a page whose structure has been checked. */
const looks = ['color-contrast', 'target-size']

const groups = {
  'pages of people and messages': ['', '/Member', '/Outbox', empty],
  'pages of content and system': ['/About', '/Document', '/Audit', '/Setting'],
  'settings of security and sign-in': ['/Setting?tab=security', '/Setting?tab=signIn'],
  'pages of the contest': ['/Activity', '/Phase', '/Team', '/Enrolment'],
}

/** The dialogs of a list: what is behind them has been checked already. */
const checkDialogs = async (page: Page, check: () => Promise<void>): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeVisible()
  await check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await rows(page).first().getByRole('link').first().click()
  await expect(dialog.getByLabel('School')).toBeVisible()
  await check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

for (const [name, paths] of Object.entries(groups))
  test(`${name} fit a phone and a desktop, without axe violations, light and dark`, async ({ page }) => {
    for (const [turn, path] of paths.entries())
      await test.step(`/Admin${path}`, async () => {
        const [first, second] = turn % 2 === 0 ? [390, 1280] : [1280, 390]
        const within = { within: '[role=dialog]' }
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize({ width: first, height: 800 })
        await open(page, `/Admin${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[class*=ant-]').first()).toBeVisible()
        if (path === '/About')
          await page
            .getByRole('button', { name: /^Edit “/ })
            .first()
            .click()
        await expectFits(page, first)
        expect(await findProblems(page)).toEqual([])
        if (path === '/Member')
          await checkDialogs(page, async () => expect(await findProblems(page, within)).toEqual([]))

        // The same page resized, and in the dark theme.
        await page.setViewportSize({ width: second, height: 800 })
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectFits(page, second)
        expect(await findProblemsAgain(page, { runOnly: looks })).toEqual([])
        if (path === '/Member' && isProving)
          await checkDialogs(page, async () =>
            expect(await findProblems(page, { ...within, runOnly: looks })).toEqual([]),
          )
      })
  })

test('pages of officers have no axe violations on a phone, nor in the dark', async ({ visitor, baseURL }) => {
  for (const path of await enterAsOfficer(visitor.context().request, baseURL!))
    await test.step(path, async () => {
      await visitor.emulateMedia({ colorScheme: 'light' })
      await visitor.setViewportSize({ width: 390, height: 800 })
      await open(visitor, path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await expectFits(visitor, 390)
      expect(await findProblems(visitor)).toEqual([])
      await visitor.setViewportSize({ width: 1280, height: 800 })
      await visitor.emulateMedia({ colorScheme: 'dark' })
      await expectFits(visitor, 1280)
      expect(await findProblemsAgain(visitor, { runOnly: looks })).toEqual([])
    })
})
