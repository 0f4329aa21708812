import type { Locator, Page } from '@playwright/test'
import { expect, open } from './journey.ts'

// What people do in an objection, on the pages where they do it.

export const fieldOf = (page: Page, name: string | RegExp): Locator => page.getByRole('textbox', { name })

/** The facts, the work and a letter as evidence. */
export const fillObjection = async (
  page: Page,
  { activity, work, text }: { activity: string; work: RegExp; text: string },
): Promise<void> => {
  await open(page, '/Objection')
  await page.getByRole('radio', { name: activity }).check()
  await fieldOf(page, /Facts and reasons/).fill(text)
  const choice = page.getByRole('combobox', { name: /Work concerned/ })
  const label = await choice.getByRole('option', { name: work }).textContent()
  await choice.selectOption({ label: label! })
  const letter = { name: 'letter-of-he-lan.txt', mimeType: 'text/plain', buffer: Buffer.from('I was there.') }
  await page.getByRole('group', { name: 'Evidence' }).locator('input[type=file]').setInputFiles(letter)
  await expect(page.getByRole('link', { name: letter.name })).toBeVisible()
}

/** Checks what was filled in, sends it, and returns the number of the case. */
export const sendObjection = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('He Lan')
  await page.getByRole('button', { name: 'Send the objection' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  return (await page.getByText(/^2\d{3}-[A-Z2-9]{8}$/).textContent())!
}

export const openCase = async (office: Page, number: string): Promise<void> => {
  await open(office, '/Admin/Case')
  await office.getByRole('link', { name: number }).click()
}

/** An arbiter admits the case that is open, and asks the team. */
export const investigate = async (office: Page, question: string): Promise<void> => {
  await office.getByRole('button', { name: 'Admit', exact: true }).click()
  await office.getByRole('button', { name: 'Begin the investigation' }).click()
  await office.getByRole('button', { name: 'Ask the team for a statement' }).click()
  await office.getByRole('dialog').getByRole('textbox').fill(question)
  await office.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(office.getByText('The team has not answered yet.')).toBeVisible()
}

/** Somebody of the team finds the question among their tasks and answers it. */
export const giveStatement = async (
  page: Page,
  { number, question, text }: { number: string; question: string; text: string },
): Promise<void> => {
  await open(page, '/Welcome')
  await page.getByRole('link', { name: new RegExp(`Give your statement: case ${number}`) }).click()
  await expect(page.getByText(question)).toBeVisible()
  await fieldOf(page, 'Your team’s statement').fill(text)
  await page.getByRole('button', { name: 'Send the statement' }).click()
  await expect(page.getByText(text)).toBeVisible()
}
