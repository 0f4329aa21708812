import { findProblems } from './axe.ts'
import { expect, open } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  locale: 'en-US',
  contextOptions: { reducedMotion: 'reduce' },
  // What is not ready is refused, and so are pages of slides where no program makes them.
  expected: /status of (404|409)/,
})

test('an anonymous copy that is being made again is waited for, shown and downloaded', async ({
  page,
  context,
  baseURL,
  callAsOrganiser: call,
}) => {
  const { uid } = await signUp(context.request, baseURL!, { access: 'expert', isKnown: true })
  const { code } = await call<{ code: string }>('post', '/api/journeys/assignments', { expert: uid })
  const setCopies = (isCurrent: boolean) => call('put', `/api/journeys/copies/${code}`, { isCurrent })
  const callAsExpert = createCall(context.request, baseURL!)
  type Parts = { parts: { files: { name: string }[] }[] }
  const { parts } = await callAsExpert<Parts>('get', `/api/review/works/${code}`)
  const slides = parts.flatMap(({ files }) => files).find(({ name }) => name.endsWith('.pptx'))!
  const waiting = page.getByText('The anonymous copy of this file is being made again.')

  await setCopies(false)
  await open(page, `/Review/${code}`)
  await page.getByRole('tab', { name: 'Lesson plan' }).click()
  await expect(waiting).toBeVisible()
  await setCopies(true)
  await expect(page.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  await expect(waiting).toBeHidden()

  await page.getByRole('tab', { name: 'Slides' }).click()
  const link = page.getByRole('link', { name: `Download ${slides.name}` })
  await expect(link).toBeVisible()
  await setCopies(false)
  await link.click()
  await expect(waiting).toBeVisible()
  await setCopies(true)
  await expect(link).toBeVisible()
  const downloading = page.waitForEvent('download')
  await link.click()
  expect((await downloading).suggestedFilename()).toBe(slides.name)
})

test('a document is read by pages, sizes, words and keys', async ({
  page,
  context,
  baseURL,
  callAsOrganiser: call,
}) => {
  const { uid } = await signUp(context.request, baseURL!, { access: 'expert', isKnown: true })
  const { code } = await call<{ code: string }>('post', '/api/journeys/assignments', { expert: uid })
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, `/Review/${code}`)
  await page.getByRole('tab', { name: 'Lesson plan' }).click()
  const first = page.getByRole('img', { name: /^Page 1 of/ })
  await expect(first).toBeVisible()
  const widthOf = async (): Promise<number> => (await first.boundingBox())!.width
  const tools = page.getByRole('toolbar', { name: 'Document tools' })
  const tool = (name: string) => tools.getByRole('button', { name })

  await expect(tool('Fit width')).toHaveAttribute('aria-pressed', 'true')
  const wide = await widthOf()
  await page.keyboard.press('e')
  await expect(tool('Fit page')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(widthOf).toBeLessThan(wide)
  await page.keyboard.press('w')
  await expect.poll(widthOf).toBe(wide)
  await tool('Zoom in').click()
  await expect.poll(widthOf).toBeGreaterThan(wide)
  await page.keyboard.press('w')

  // A field keeps the keys to itself until it is left.
  await page.keyboard.press('g')
  const field = tools.getByRole('textbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('e2')
  await expect(field).toHaveValue('e2')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('1')
  await expect(tool('Fit width')).toHaveAttribute('aria-pressed', 'true')

  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: 'Search in this document' })
  await expect(box).toBeFocused()
  const text = first.locator('xpath=following-sibling::div[1]')
  await expect(text).toHaveText(/\p{L}{2,}/u)
  const [word] = /\p{L}{2,20}/u.exec((await text.textContent())!)!
  await box.fill(word)
  const result = page.getByRole('search').getByRole('status')
  await expect(result).toHaveText(/^1 of \d+ · page 1$/)
  await box.press('Shift+Enter')
  await expect(result).toHaveText(/^(\d+) of \1 · page \d+$/)
  await box.fill('no such words')
  await expect(result).toHaveText('Not found')
  expect(await findProblems(page)).toEqual([])
  await box.press('Escape')
  await expect(box).toBeHidden()

  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 780 })
  await expect(tool('Fit width')).toBeVisible()
  const { x, width } = (await tools.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  await expect.poll(widthOf).toBeLessThan(390)
  await page.setViewportSize(size)

  // Full screen comes last: a window that was full screen may refuse another size.
  // Nobody gives points to what is hidden.
  const total = page.getByText(/^Total/).first()
  const before = await total.textContent()
  await page.keyboard.press('v')
  await expect(tool('Leave full screen')).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('v')
  await expect(tool('Full screen')).toBeVisible()
  expect(await total.textContent()).toBe(before)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('heading')).toHaveText([
    'Keyboard shortcuts',
    'Scoring',
    'Looking at the work',
    'Reading a document',
  ])
  await page.keyboard.press('Escape')
})
