import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, open, mainPath } from './journey.ts'
import { test } from './organiser.ts'
import { createCall, plainActivity } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 422/ })

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

test(
  'an organiser copies an activity, adds a question and publishes it; visitors see it at once',
  mainPath,
  async ({ page, baseURL }) => {
    const code = `J${crypto.randomUUID().slice(0, 4).toUpperCase()}`
    // HTML in texts must be shown as it was typed.
    const hostile = '<img src=x onerror=alert(1)>'
    const [name, question, option] = [
      `Copied ${code} ${hostile}`,
      `How do you ${hostile} travel?`,
      `On foot ${hostile}`,
    ]

    await open(page, '/Admin/Activity')
    await press(page, 'Copy an activity')
    const dialog = page.getByRole('dialog', { name: 'Copy an activity' })
    await dialog.getByRole('combobox', { name: 'Copy from' }).click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page).toHaveURL(/\/Admin\/Activity\/Edit\?id=/)

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    const questions = page.getByRole('list', { name: 'Enrollment form' }).locator(':scope > li')
    await page.getByRole('tab', { name: 'Enrollment form' }).click()
    const before = await questions.count()
    await press(page, 'Add a question')
    await page.getByRole('tab', { name: 'Basics' }).click()
    const codeField = page.getByRole('textbox', { name: 'Code' })
    await codeField.fill('?')
    await press(page, 'Save')
    // What the form knows and what only the server finds is told together.
    const problems = page.getByRole('alert').getByRole('link')
    const unwritten = `Question ${before + 1}: write the question in at least one language`
    await expect(problems).toHaveText([unwritten, /2 to 6|2–6/])
    await codeField.fill(code)
    await problems.filter({ hasText: unwritten }).click()
    const added = questions.last()
    await expect(added.getByRole('textbox', { name: 'Question' })).toBeFocused()
    await page.keyboard.type(question)
    await added.getByRole('combobox', { name: 'Type' }).click()
    await page.locator('.ant-select-item-option', { hasText: /^Choice$/ }).click()
    await added.getByRole('textbox', { name: 'Option 1' }).fill('By train')
    await added.getByRole('textbox', { name: 'Option 2' }).fill(option)
    await page.getByRole('button', { name: `Move “${option}” up` }).press('Enter')
    await page.getByRole('button', { name: `Move “${question}” up` }).press('Enter')
    await expect(questions.nth(before - 1)).toContainText(question)
    expect(await findProblems(page, { within: 'ol[aria-label="Enrollment form"]' })).toEqual([])

    await press(page, 'Preview the form')
    const preview = page.getByRole('dialog', { name: 'Preview the form' })
    const radios = preview.getByRole('radiogroup', { name: question }).getByRole('radio')
    await expect(radios).toHaveCount(2)
    await expect(radios.first()).toHaveAccessibleName(option)
    await page.keyboard.press('Escape')
    await press(page, 'Save')
    await expect(page.getByText('Version 2')).toBeVisible()
    await press(page, `Remove “${question}”`)
    const asked = page.getByRole('dialog').filter({ hasText: `Remove the question “${question}”?` })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Publish now')
    const checklist = page.getByRole('dialog').filter({ hasText: `Publish “${name}”?` })
    await expect(checklist.getByRole('listitem')).toHaveCount(6)
    await expect(checklist).toContainText('Enrollment dates are set')
    await expect(checklist).toContainText('Teams hand in')
    expect(await findProblems(page, { within: '[role=dialog]' })).toEqual([])
    await checklist.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText('Version 3')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View on the site' })).toBeVisible()
    const id = new URL(page.url()).searchParams.get('id')

    await open(page, '/EnrollFor')
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const call = createCall(page.context().request, baseURL!)
    await call('put', `/api/activities/${id}/state`, { state: 'archived', version: 3 })
  },
)

test('an activity in one language is marked as such in lists for readers of another', async ({ page, baseURL }) => {
  const call = createCall(page.context().request, baseURL!)
  const { edition } = await call<{ edition: { id: string } }>('get', '/api/activities')
  const name = `独此一语${crypto.randomUUID().slice(0, 6)}`
  const { id } = await call<{ id: string }>('post', '/api/activities', {
    ...plainActivity,
    editionId: edition.id,
    code: `L${crypto.randomUUID().slice(0, 4).toUpperCase()}`,
    name: { 'zh-CN': name },
    summary: { 'zh-CN': '只有中文的赛项。' },
  })
  await call('put', `/api/activities/${id}/state`, { state: 'published', version: 1 })
  try {
    for (const path of ['/EnrollFor', `/search?search=${encodeURIComponent(name)}`]) {
      await open(page, path)
      const card = page.getByRole('article').filter({ has: page.getByRole('link', { name }) })
      await expect(card.getByText('In Simplified Chinese')).toBeVisible()
      await expect(card.getByText('In Simplified Chinese')).toHaveAttribute('lang', 'en-US')
      await expect(card.getByRole('heading')).toHaveAttribute('lang', 'zh-CN')
      expect(await page.getByText(/^In (Simplified|Traditional|Portuguese|Indonesian)/).count()).toBe(1)
      await open(page, `${path}${path.includes('?') ? '&' : '?'}lang=zh-CN`)
      await expect(page.getByRole('link', { name })).toBeVisible()
      await expect(page.getByText('简体中文内容')).toHaveCount(0)
    }
  } finally {
    await call('put', `/api/activities/${id}/state`, { state: 'archived', version: 2 })
  }
})
