import type { Locator, Page } from '@playwright/test'
import { expect, open, test as base } from './journey.ts'
import { enterAsOrganiser } from './teacher.ts'

/**
 * `page` is signed in as the organiser. `visitor` belongs to a browser where nobody is signed in, in the language
 * `visitorLocale`.
 */
export const test = base.extend<{ visitor: Page; visitorLocale: string }>({
  visitorLocale: ['en-US', { option: true }],
  page: async ({ page, baseURL }, provide) => {
    await enterAsOrganiser(page.context().request, baseURL!)
    await provide(page)
  },
  visitor: async ({ browser, baseURL, visitorLocale: locale }, provide) => {
    const context = await browser.newContext({ baseURL: baseURL!, locale, reducedMotion: 'reduce' })
    await provide(await context.newPage())
    await context.close()
  },
})

/** The rows of an office table. */
export const rows = (page: Page): Locator => page.locator('.ant-table-tbody tr.ant-table-row')
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text }).first()

/** Opens a member's drawer from the list. */
export const openMember = async (page: Page, name: string): Promise<void> => {
  await open(page, `/Admin/Member?search=${name}`)
  await row(page, name).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
}

export const newName = (): string => `zhao-${crypto.randomUUID().slice(0, 8)}`

/** Imports members with unique contacts, so that journeys do not affect each other. */
export const importPeople = async (page: Page, origin: string, names: readonly string[]): Promise<void> => {
  const sheet = ['username,realName,email', ...names.map((name) => `${name},Zhao Yi,${name}@example.org`)].join('\n')
  const answer = await page.context().request.post('/api/users/import?dryRun=false', {
    data: Buffer.from(sheet),
    headers: { origin, 'content-type': 'text/csv' },
  })
  expect(((await answer.json()) as { data: unknown }).data).toEqual({
    dryRun: false,
    rows: names.length,
    created: names.length,
    problems: [],
  })
}
