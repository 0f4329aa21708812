import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, expectFits, open } from './journey.ts'
import { row, rows } from './organiser.ts'
import { settleRound } from './settled-round.ts'
import { enterAsOrganiser, signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  locale: 'en-US',
  viewport: { width: 1280, height: 900 },
  contextOptions: { reducedMotion: 'reduce' },
})

const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** As it is typed. */
const inTenDays = (): string => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')

test('results are computed, a tie is decided, and a second organiser confirms and puts them on public notice', async ({
  page,
  browser,
  baseURL,
  callAsOrganiser,
}) => {
  test.setTimeout(300_000)
  const activity = await settleRound(browser, baseURL!, callAsOrganiser)
  const address = `/Admin/Result/${activity}`
  await enterAsOrganiser(page.context().request, baseURL!)
  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  })
  await signUp(context.request, baseURL!, { access: 'admin', isKnown: true, about: { realName: 'Fang Zheng' } })

  // From the menu to the activity; nothing can be computed before the rules are saved.
  await open(page, '/Admin/Result')
  await page.locator(`a[href$="${address}"]`).click()
  await expect(page.getByText('Check and save the prize rules.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compute results' })).toBeDisabled()

  // The simulation answers at once, and becomes the rules.
  await page.getByRole('tab', { name: 'Simulation' }).click()
  const first = page.getByRole('group', { name: 'First prize' })
  await first.getByLabel('Quota').click()
  await page.getByTitle('Fixed number').click()
  await first.getByLabel('Number of works').fill('1')
  await page.getByLabel('Ties at the border of a prize').click()
  await page.getByTitle('Organizers put them in order').click()
  await expect(page.getByText('First prize: 2 tied works for 1 place.', { exact: false })).toBeVisible()
  expect(await findProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Save as prize rules' }).click()
  await confirm(page, 'Save as prize rules')
  await expect(page.getByText('Check and save the prize rules.')).toBeHidden()

  // The list cannot be proposed before the tie is decided, by keyboard.
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Compute results' }).click()
  const decide = page.getByRole('button', { name: 'Decide the order at the border of First prize' })
  await expect(decide).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Propose' })).toBeDisabled()
  expect(await findProblems(page, { within: 'main' })).toEqual([])
  await decide.click()
  const dialog = page.getByRole('dialog')
  const tied = dialog.getByRole('list', { name: 'Tied works, the best first' }).getByRole('listitem')
  await expect(tied).toHaveCount(2)
  const chosen = await tied.nth(1).getByRole('strong').textContent()
  await tied
    .nth(1)
    .getByRole('button', { name: /^Move .* up$/ })
    .press('Enter')
  await expect(tied.first()).toContainText(chosen!)
  await expect(tied.first()).toContainText('gets First prize')
  await confirm(page, 'Decide the order')
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Vote of the committee, 5 to 2')
  await confirm(page, 'Decide the order')
  await expect(page.getByRole('button', { name: 'Propose' })).toBeEnabled({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'List', exact: true }).click()
  await expect(rows(page).first()).toContainText(chosen!)
  await expect(rows(page).first()).toContainText('First prize')
  expect(await findProblems(page, { within: 'main' })).toEqual([])

  // Who proposes does not confirm.
  await page.getByRole('button', { name: 'Propose' }).click()
  await confirm(page, 'Propose')
  await expect(page.getByText('You proposed this list. Another organizer has to confirm it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()

  // The second organiser finds it in the menu, on a phone.
  const phone = await context.newPage()
  await open(phone, address)
  await expectFits(phone, 390)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await confirm(phone, 'Confirm')
  await phone.getByRole('button', { name: 'Start public notice' }).click()
  await phone.getByLabel('End of the public notice').fill('soon')
  await confirm(phone, 'Start public notice')
  await expect(phone.getByText('Enter a date and time such as', { exact: false })).toBeVisible()
  await phone.getByLabel('End of the public notice').fill(inTenDays())
  await confirm(phone, 'Start public notice')
  await expect(phone.getByText('On public notice').first()).toBeVisible()
  // antd puts the button for tabs that do not fit into the list of tabs.
  expect(await findProblems(phone, { within: 'main', without: '.ant-tabs-nav' })).toEqual([])
  await context.close()

  // It cannot be made final yet, its rules are read-only, and it can be printed.
  await open(page, address)
  await expect(page.getByText('They can be made final after that.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make final' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Prize rules' }).click()
  await expect(page.getByText('The rules were locked when the first list was proposed', { exact: false })).toBeVisible()
  await page.getByRole('tab', { name: 'List', exact: true }).click()
  await page.getByRole('link', { name: 'Print the list' }).click()
  await expect(page.getByRole('heading', { name: 'Result list' })).toBeVisible()
  await expect(page.getByRole('table').first().getByRole('row').nth(1)).toContainText(chosen!)
  await open(page, '/Admin/Result')
  await expect(row(page, 'On public notice')).toContainText('On public notice until')
})
