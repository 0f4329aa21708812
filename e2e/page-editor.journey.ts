import type { APIRequestContext, Page } from '@playwright/test'
import { expect, open, mainPath } from './journey.ts'
import { test } from './organiser.ts'

// The browser logs refused requests as errors.
test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 409/ })

const sectionNames = (page: Page) =>
  page.getByRole('list', { name: 'Sections' }).locator('li strong:not([role=group] *)').allTextContents()

const publish = async (page: Page, change: string): Promise<void> => {
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: 'Publish “About”?' })
  await expect(question.locator('dl')).toHaveText(change)
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('“About” is published').last()).toBeVisible()
}

/** Published changes are visible to visitors at once. */
const visitorReads = (visitor: APIRequestContext, language: string, heading: string): Promise<void> =>
  expect(async () => {
    const page = await visitor.get(`/About?lang=${language}`)
    expect(await page.text()).toContain(`>${heading}</h2>`)
  }).toPass({ intervals: [50] })

test(
  'a section is edited in two languages, previewed as on a phone, published, and restored',
  mainPath,
  async ({ page, request }) => {
    await open(page, '/Admin/About')
    await page.getByRole('button', { name: 'Edit “Seven editions (Timeline)”' }).click()
    await page.getByLabel('Title', { exact: true }).first().fill('Seven editions and one more')
    await page.locator('label', { hasText: 'Simplified Chinese' }).click()
    await page.getByLabel('Title', { exact: true }).first().fill('七届之后')

    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview: About' })
    await preview.getByText('Phone (390)').click()
    const screen = preview.locator('iframe')
    await expect(screen.contentFrame().getByRole('heading', { name: '七届之后' })).toBeVisible()
    await preview.locator('label', { hasText: 'English' }).click()
    await expect(screen.contentFrame().getByRole('heading', { name: 'Seven editions and one more' })).toBeVisible()
    expect((await screen.boundingBox())!.width).toBe(390)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)

    await publish(page, '1 section changesSeven editions and one more (Timeline)')
    await visitorReads(request, 'en-US', 'Seven editions and one more')
    await visitorReads(request, 'zh-CN', '七届之后')

    await page.getByRole('button', { name: 'History' }).click()
    await page
      .getByRole('button', { name: /version 1$/ })
      .last()
      .click()
    await expect(page.getByText('Version 1 is in the editor now')).toBeVisible()
    await publish(page, '1 section changesSeven editions (Timeline)')
    await visitorReads(request, 'en-US', 'Seven editions')
  },
)

test('sections can be moved, removed and restored by keyboard; a new one gets its own address', async ({ page }) => {
  await open(page, '/Admin/About?page=MATE')
  await expect(page.getByRole('list', { name: 'Sections' })).toBeVisible()
  const [first, second, ...rest] = await sectionNames(page)
  await page.getByRole('button', { name: new RegExp(`^Move “${first}.* down$`) }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sectionNames(page)).toEqual([second, first, ...rest])
  await expect(page.getByRole('button', { name: new RegExp(`^Move “${first}.* down$`) })).toBeFocused()

  await page.getByRole('button', { name: new RegExp(`^Delete “${first}`) }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sectionNames(page)).toEqual([second, ...rest])
  await expect(page.getByRole('button', { name: new RegExp(`^Undo deleting “${first}`) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => sectionNames(page)).toEqual([second, first, ...rest])

  await page.getByRole('button', { name: 'Add a section' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Questions and answers/ }).focus()
  await page.keyboard.press('Enter')
  const block = page.getByLabel('Block ID')
  await expect(block).toBeFocused()
  await expect(block).toHaveValue('Faq1')
  await block.fill('feature50')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(/must begin with a capital letter/)
  await block.fill('Feature50')
  await expect(block).toHaveAccessibleDescription(/Another section of this page has the block ID “Feature50”/)
})

test('when two organisers edit one page, the second is warned and loses nothing', async ({ page, baseURL }) => {
  await open(page, '/Admin/About?page=Contact_bac')
  await page
    .getByRole('button', { name: /^Edit “/ })
    .first()
    .click()
  const title = page.getByLabel('Title', { exact: true }).first()
  await title.fill('Mine')

  const { request } = page.context()
  const path = '/api/pages/Contact_bac/draft'
  const { data } = (await (await request.get(path)).json()) as { data: { version: number; sections: object[] } }
  await request.put(path, {
    data: { version: data.version, sections: data.sections.toReversed() },
    headers: { origin: baseURL! },
  })

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Somebody else has changed this in the meantime')).toBeVisible()
  const names = await sectionNames(page)
  await page.getByRole('button', { name: 'Load the latest' }).click()
  await expect.poll(() => sectionNames(page)).toEqual(names.toReversed())
  await expect(title).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft is saved')).toBeVisible()
})
