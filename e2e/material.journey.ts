import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, open, test, mainPath } from './journey.ts'
import { enterAsOrganiser } from './teacher.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const expectAccessible = async (page: Page): Promise<void> => {
  expect(await findProblems(page, { runOnly: rules })).toEqual([])
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('a document is found by words of its title, and read in place with its table of contents', async ({ page }) => {
    await open(page, '/database/listMD')
    const links = page.locator('main section').getByRole('link')
    const title = (await links.first().textContent())!
    await page.getByRole('searchbox', { name: '搜索资料' }).fill(title)
    await page.getByRole('searchbox', { name: '搜索资料' }).press('Enter')
    await expect(page).toHaveURL(/\/database\/listMD\?search=/)
    // The address changes before the list does.
    await expect(links).toHaveCount(1)
    await links.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const chapter = page.getByRole('navigation', { name: '目录' }).getByRole('link').last()
    const heading = page
      .locator('main article')
      .getByRole('heading', { name: (await chapter.textContent())! })
      .last()
    await chapter.click()
    await expect(heading).toBeInViewport()
    await page.getByRole('link', { name: '返回文档列表' }).click()
    await expect(page.getByRole('searchbox', { name: '搜索资料' })).toHaveValue(title)
  })
})

test('photos can be viewed by keyboard, and each has its own address', async ({ page }) => {
  await open(page, '/Trivia/Wonderful')
  const photos = page.locator('main section').getByRole('link')
  const titles = await photos.locator('[lang]').allTextContents()
  const dialog = page.getByRole('dialog', { name: 'Photo viewer' })
  const shown = dialog.locator('figcaption strong')
  await photos.first().focus()
  await page.keyboard.press('Enter')
  await expect(shown).toHaveText(titles[0]!)
  await page.keyboard.press('ArrowRight')
  await expect(shown).toHaveText(titles[1]!)
  const address = page.url()
  expect(address).toMatch(/\/Trivia\/Wonderful\?photo=[\w-]{36}$/)
  await page.keyboard.press('End')
  await expect(shown).toHaveText(titles.at(-1)!)
  await page.keyboard.press('ArrowRight')
  await expect(shown).toHaveText(titles.at(-1)!)
  await page.keyboard.press('Home')
  await expect(shown).toHaveText(titles[0]!)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(photos.nth(1)).toBeFocused()
  await expect(page).toHaveURL(/\/Trivia\/Wonderful$/)

  await open(page, address)
  await expect(shown).toHaveText(titles[1]!)
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a download has the name and checksum shown on the page', async ({ page, request }) => {
  await open(page, '/Trivia/Download')
  const item = page.getByRole('article').first()
  const link = item.getByRole('link', { name: /^Download/ })
  const name = (await link.getAttribute('download'))!
  expect(name).toMatch(/\.\w+$/)
  const answer = await request.get((await link.getAttribute('href'))!)
  expect(answer.headers()['content-disposition']).toContain(encodeURIComponent(name))
  const sum = createHash('sha256').update(await answer.body())
  await expect(item.locator('code')).toHaveText(sum.digest('hex'))
})

test.describe('a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })

  test('shows every page of materials in its width, without axe violations', async ({ page }) => {
    for (const path of [
      '/Trivia/Download',
      '/Trivia/Video',
      '/Trivia/Wonderful',
      '/Trivia/Material',
      '/Trivia/Material/CoverBox',
      '/Trivia/Mate',
      '/database/list',
      '/database/listMD',
      '/database/list?search=zzzzqqqq',
    ]) {
      await page.goto(path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
    }
    await open(page, '/database/list')
    expect(await findProblemsAgain(page, { runOnly: rules })).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a photo opens and closes, the list can be sorted and filtered, a video can be played', async ({ page }) => {
    await page.goto('/Trivia/Wonderful')
    const photo = page.locator('main section').getByRole('link').first()
    const title = (await photo.locator('[lang]').textContent())!
    await photo.click()
    await expect(page.locator('dialog figcaption')).toContainText(title)
    await page.locator('dialog').getByRole('link', { name: 'Next' }).click()
    await expect(page.locator('dialog figcaption')).not.toContainText(title)
    await page.locator('dialog').getByRole('link', { name: 'Close' }).click()
    await expect(page.locator('dialog')).toHaveCount(0)

    await page.goto('/database/list')
    await page.getByRole('navigation', { name: 'Type' }).getByRole('link', { name: 'File' }).click()
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/database\/list\?kind=file&sort=title$/)
    const titles = await page.getByRole('rowheader').getByRole('link').allTextContents()
    expect(titles.length).toBeGreaterThan(1)
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en-US').compare))

    await page.goto('/Trivia/Video')
    const source = page.locator('video source').first()
    await expect(source).toHaveAttribute('type', /^video\//)
    await expect(page.locator('video').first()).toHaveAttribute('preload', 'none')
  })
})

test.describe('an organiser', () => {
  test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 422/ })

  test(
    'writes a document with a live preview, and can publish it once it has text',
    mainPath,
    async ({ page, baseURL }) => {
      await enterAsOrganiser(page.context().request, baseURL!)
      const title = `Chalk ${crypto.randomUUID().slice(0, 8)}`
      await open(page, '/Admin/Material')
      await page.getByRole('button', { name: 'New material' }).click()
      await page.getByRole('combobox', { name: 'Type' }).click()
      await page.getByTitle('Document', { exact: true }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL(/\/Admin\/Material\/Edit\?id=[\w-]{36}$/)

      await page.getByRole('button', { name: 'Publish now' }).click()
      await expect(page.getByText('Write the text in this language before publishing.').first()).toBeVisible()
      await page
        .getByRole('textbox', { name: 'Text (Markdown)' })
        .fill('# Board\n\n<script>alert(1)</script> and **chalk**')
      await expect(page.locator('.ant-card').getByRole('heading', { name: 'Board' })).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Publish now' }).click()
      await expect(page.getByRole('link', { name: 'View page' })).toBeVisible()

      await open(page, `/database/listMD?search=${encodeURIComponent(title)}`)
      await page.locator('main section').getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('main article')).toContainText('<script>alert(1)</script> and chalk')
    },
  )
})
