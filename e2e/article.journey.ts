import type { Locator, Page } from '@playwright/test'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { test } from './organiser.ts'

test.use({
  site: 'office',
  visitorLocale: 'zh-CN',
  contextOptions: { reducedMotion: 'reduce' },
  expected: /status of (404|409|422)/,
})

const heads = ['时间', '地点', '主讲', '学段', '人数']

/** A blue picture that is small enough to be processed quickly. */
const picture = {
  name: 'blue.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAADAAAAAbCAMAAAANt/xAAAAAA1BMVEUWd//yreKkAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQ4y2NgGAWjYBSMglFAAAAABSsAAfXILIUAAAAASUVORK5CYII=',
    'base64',
  ),
}

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true }).locator('visible=true')
const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').locator('visible=true').getByRole('button', { name, exact: true })

/** Opens a form and switches to its Chinese tab. */
const write = async (page: Page, path: string): Promise<void> => {
  await open(page, path)
  await page.locator('label', { hasText: 'Simplified Chinese' }).click()
  await expect(textOf(page)).toBeVisible()
}

/** Types Chinese with an input method (IME). */
const compose = async (page: Page, pieces: readonly [sounds: string, text: string][]): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  for (const [sounds, text] of pieces) {
    for (let end = 1; end <= sounds.length; end += 1)
      await session.send('Input.imeSetComposition', {
        text: sounds.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      })
    await session.send('Input.insertText', { text })
  }
}

const paste = (text: Locator, html: string): Promise<void> =>
  text.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test(
  'an organiser writes an article with a table and a picture, previews it, and a visitor reads it at once',
  mainPath,
  async ({ page, visitor }) => {
    const title = `数字化公开课 ${crypto.randomUUID().slice(0, 8)}`
    await write(page, '/Admin/News/Edit')
    const titleField = page.getByLabel('Title', { exact: true }).locator('visible=true')
    await page.getByLabel('Author').fill('Zhao Min')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Title: / })
      .click()
    await expect(titleField).toBeFocused()
    await titleField.fill(title)

    await textOf(page).click()
    await compose(page, [
      ['huanying', '欢迎'],
      ['laoshi', '老师'],
    ])
    await page.keyboard.press('Enter')
    await tool(page, 'Insert table').click()
    await expect(tool(page, 'Header row')).toHaveAttribute('aria-pressed', 'true')
    await tool(page, 'Insert column right').click()
    await tool(page, 'Insert column right').click()
    for (const cell of heads) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Control+End')

    await tool(page, 'Insert picture').click()
    const dialog = page.getByRole('dialog', { name: 'Insert picture' })
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByLabel('Description').fill('讲台与屏幕')
    // A job processes the picture.
    await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(textOf(page).getByRole('img', { name: '讲台与屏幕' })).toBeVisible()

    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByText('Phone').click()
    await expect(preview.getByRole('heading', { name: title })).toBeVisible()
    const frame = preview.getByRole('region', { name: '表格，可左右滚动' })
    await expect.poll(() => frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await preview.locator('label', { hasText: 'English' }).click()
    await expect(preview.getByText('not available in your language yet')).toBeVisible()
    await preview.getByRole('button', { name: 'Close' }).click()
    await expect(preview).toBeHidden()

    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(page).toHaveURL(/\/Admin\/News\/Edit\?id=[\w-]+$/)
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
    const id = new URL(page.url()).searchParams.get('id')!

    await open(visitor, `/News/${id}`)
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
    await expect(visitor.locator('article p', { hasText: /^欢迎老师$/ })).toHaveCount(1)
    await expect(visitor.locator('th[scope=col]')).toHaveText(heads)
    const shown = visitor.getByRole('img', { name: '讲台与屏幕' })
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await visitor.setViewportSize({ width: 320, height: 640 })
    await expectFits(visitor, 320)
    expect(await findProblemsAgain(visitor)).toEqual([])
  },
)

test('the second of two editors is warned of the conflict and loses nothing', async ({ page, context }) => {
  const title = `两位编辑 ${crypto.randomUUID().slice(0, 8)}`
  await write(page, '/Admin/Related/Edit?kind=journal')
  await page.getByLabel('Title', { exact: true }).locator('visible=true').fill(title)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/id=/)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  const second = await context.newPage()
  await write(second, new URL(page.url()).pathname + new URL(page.url()).search)
  await second.getByLabel('Author').fill('第二位')
  await textOf(second).click()
  await second.keyboard.type('第二位写的正文')

  await page.getByLabel('Author').fill('第一位')
  await page.getByLabel('Summary').locator('visible=true').fill('第一位写的摘要')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByRole('alert').getByRole('button').click()
  await expect(second.getByLabel('Summary').locator('visible=true')).toHaveValue('第一位写的摘要')
  await expect(second.getByLabel('Author')).toHaveValue('第二位')
  await expect(textOf(second)).toHaveText('第二位写的正文')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  await expect(second.getByText('Unsaved changes')).toBeHidden()

  await second.getByRole('button', { name: 'History' }).click()
  await second.getByRole('button', { name: 'Bring back version 2' }).click()
  await expect(second.getByLabel('Author')).toHaveValue('第一位')
  await expect(second.getByText('Unsaved changes')).toBeVisible()
  let question = ''
  second.once('dialog', (dialog) => {
    question = dialog.message()
    void dialog.accept()
  })
  await second.getByRole('link', { name: 'Back to the list' }).click()
  await expect(second).toHaveURL(/\/Admin\/Related\?kind=journal$/)
  expect(question).toBe('There are unsaved changes. Leave anyway?')
  await expect(second.getByRole('link', { name: title })).toBeVisible()
})

test('text pasted from Word becomes clean text with headings, lists and tables; the toolbar works by keyboard', async ({
  page,
}) => {
  await write(page, '/Admin/Related/Edit?kind=science')
  const text = textOf(page)
  await text.click()
  await paste(
    text,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
    <!--[if gte mso 9]><xml><o:x>1</o:x></xml><![endif]-->
    <h1 style="color:red">通知</h1><p class="MsoNormal" style="mso-bidi:x"><b><span style="font-family:宋体">重要</span></b><o:p></o:p></p>
    <p class="MsoListParagraph"><span style="mso-list:Ignore">1.<span>&nbsp; </span></span>甲</p>
    <p class="MsoListParagraph"><span style="mso-list:Ignore">2.<span>&nbsp; </span></span>乙</p>
    <table border="1"><tr><td width="90"><p class="MsoNormal">丙</p></td></tr></table>
    <img src="file:///C:/x.png"><a href="javascript:alert(1)">丁</a><script>alert(1)</script></body></html>`,
  )
  const html = await text.evaluate((element) =>
    element.innerHTML.replaceAll(/ (style|class)="[^"]*"|<colgroup>.*?<\/colgroup>|<br>|<\/?div[^>]*>/g, ''),
  )
  expect(html).toBe(
    '<h2>通知</h2><p><strong>重要</strong></p><ol><li><p>甲</p></li><li><p>乙</p></li></ol><table><tbody><tr><td><p>丙</p></td></tr></tbody></table><p>丁</p>',
  )

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Alt+F10')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Italic')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('End')
  await expect(tool(page, 'Insert table')).toBeFocused()
  expect(await findProblems(page)).toEqual([])
})
