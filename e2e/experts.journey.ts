import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, open, test as base, mainPath } from './journey.ts'
import { test } from './organiser.ts'

base.describe('a visitor without scripts', () => {
  base.use({ javaScriptEnabled: false })

  base('finds an expert by field and by words, and reads about him', async ({ page }) => {
    await page.goto('/Expert')
    await expect(page.getByRole('article')).toHaveCount(10)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/Expert\?page=2$/)
    await page.getByRole('navigation', { name: 'Fields' }).getByRole('link', { name: 'Digital media' }).click()
    await expect(page).toHaveURL(/\/Expert\?field=media$/)
    await expect(page.getByRole('article').first()).toContainText('Digital media')

    await page.goto('/Expert?field=ai')
    const name = await page.getByRole('article').last().getByRole('heading').innerText()
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])
    const about = page.getByRole('article').locator('details p')
    await expect(about).toBeHidden()
    await page.getByRole('article').locator('summary').click()
    await expect(about).toBeVisible()
  })
})

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of (409|422)/ })

const banners = (page: Page) => page.getByRole('list', { name: 'Banners' }).getByRole('listitem')
/** Of the first three: another journey changes the last one. */
const titles = async (page: Page): Promise<string[]> =>
  (await banners(page).getByRole('link').allInnerTexts()).slice(0, 3)
const hasNoBarrier = async (page: Page): Promise<void> =>
  expect(await findProblems(page, { within: 'main' })).toEqual([])

test('an organiser sorts banners by keyboard, and is warned when a colleague was faster', async ({ page, context }) => {
  await open(page, '/Admin/Banner')
  await expect(banners(page)).toHaveCount(5)
  await hasNoBarrier(page)
  const [first = '', second = '', third = ''] = await titles(page)

  const up = page.getByRole('button', { name: `Move “${third}” up` })
  await up.focus()
  const saved = () => page.waitForResponse('**/api/banners/order')
  let answer = saved()
  await page.keyboard.press('Enter')
  await answer
  await expect(page.getByText(`“${third}” is now number 2 of 5`)).toBeAttached()
  answer = saved()
  await page.keyboard.press('Enter')
  await answer
  await expect(up).toBeFocused()
  await expect.poll(() => titles(page)).toEqual([third, first, second])
  await page.reload()
  await expect(banners(page)).toHaveCount(5)
  await expect.poll(() => titles(page)).toEqual([third, first, second])

  const colleague = await context.newPage()
  await open(colleague, '/Admin/Banner')
  const down = (name: string) => ({ name: `Move “${name}” down` })
  answer = colleague.waitForResponse('**/api/banners/order')
  await colleague.getByRole('button', down(third)).press('Enter')
  await answer
  await colleague.close()
  await page.getByRole('button', down(first)).press('Enter')
  await expect(page.getByText('A colleague has just changed this list.')).toBeVisible()
  await expect.poll(() => titles(page)).toEqual([first, third, second])

  await banners(page)
    .first()
    .locator('[draggable]')
    .dragTo(banners(page).nth(2), { targetPosition: { x: 60, y: 60 } })
  await expect.poll(() => titles(page)).toEqual([third, second, first])
})

test('an organiser sees a preview of a banner while editing it', async ({ page }) => {
  await open(page, '/Admin/Banner')
  await banners(page).last().getByRole('link').click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('figure')).toHaveCount(2)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Written <b>just</b> now')
  await expect(preview.getByText('Written <b>just</b> now')).toHaveCount(2)
  await page.getByText('Portuguese', { exact: true }).click()
  await expect(preview.getByText('Written <b>just</b> now')).toHaveCount(0)
  await title.fill('Escrito agora')
  await expect(preview.getByText('Escrito agora')).toHaveCount(2)

  await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Link: This is not in the expected format')
  await page.getByRole('textbox', { name: 'Link' }).fill('/News')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Version 2')).toBeVisible()

  const request = page.context().request
  const stored = await request.get(`/api/banners/${new URL(page.url()).searchParams.get('id')}`)
  const { data } = (await stored.json()) as { data: { title: Record<string, string>; version: number } }
  expect([data.title['en-US'], data.title['pt-BR'], data.version]).toEqual([
    'Written <b>just</b> now',
    'Escrito agora',
    2,
  ])
})

test('an organiser adds an expert, links an account and publishes the profile', mainPath, async ({ page, baseURL }) => {
  const username = `zhou-${crypto.randomUUID().slice(0, 8)}`
  const name = `Zhou ${username.slice(5)}`
  await page.context().request.post('/api/users/import?dryRun=false', {
    data: Buffer.from(`username,email,access\n${username},${username}@example.org,expert`),
    headers: { origin: baseURL!, 'content-type': 'text/csv' },
  })
  await open(page, '/Admin/Expert/Edit')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(/Name/)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('checkbox', { name: 'Digital media' }).check()
  await page.getByRole('combobox', { name: 'Linked account' }).fill(username)
  await page.locator('.ant-select-item-option', { hasText: username }).click()
  await hasNoBarrier(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/Admin\/Expert\/Edit\?id=/)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 2')).toBeVisible()
  await open(page, `/Expert?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])

  await open(page, `/Admin/Expert?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No expert matches.')).toBeVisible()
})
